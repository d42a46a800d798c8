import EngineSupport
import FileAccess
import Foundation
import ImageHeaders
import JobModel
import Logging
import Synchronization
import WorkerProtocol

/// Finished stickers that several machines share, on a server that speaks Bazel's HTTP caching protocol: what a renderer
/// answered lies at `/ac/<key>`, and the files at `/cas/<SHA-256>`.
///
/// It is trusted no more than a worker: sizes, digests and structure are checked as those of an answer are, and what does
/// not fit counts as missing. Only finished stickers are in it, and never a rejection. A cache that is down or slow costs
/// time once and is left alone for a while.
package final class ResultCache: Sendable {
    /// The use of a cache by this process.
    package struct Counts: Sendable, Hashable {
        /// Stickers that were in it.
        package var hits = 0
        package var misses = 0
        /// Stickers that were in it and did not stand the checks.
        package var damaged = 0
        package var stored = 0
        package var failures = 0

        package init() {}
    }

    private struct State {
        var counts = Counts()
        var failuresInARow = 0
        /// The number of rests since the cache was last useful.
        var rests = 0
        var restsUntil: ContinuousClock.Instant?
    }

    /// The value at `/ac/<key>`.
    struct Record: Codable, Sendable {
        struct File: Codable, Sendable {
            var sha256: String
            var bytes: Int
            /// As `FileKind`.
            var kind: UInt8

            private enum CodingKeys: String, CodingKey {
                case sha256, bytes, kind
            }
        }

        var version = 1
        var answer: StickerAnswer
        /// By the numbers that the answer names them with.
        var files: [File]

        private enum CodingKeys: String, CodingKey {
            case version, answer, files
        }
    }

    private static let mostRecordBytes = 1 << 20
    /// So many failures in a row are not chance.
    private static let mostFailures = 3
    /// The length of a rest. It doubles each time, up to eight times.
    private static let rest = Duration.seconds(60)
    private static let mostDoublings = 3
    /// A cache that needs longer for a sticker costs more than it gives.
    private static let slowLimit = Duration.seconds(10)

    /// Without a slash at its end.
    private let url: String
    package let isWritten: Bool
    private let notice: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let identity = Mutex<Task<RenderIdentity, any Error>?>(nil)

    /// - Parameters:
    ///   - url: an http or https address.
    ///   - isWritten: whether results are stored, and not only taken.
    ///   - notice: hears, as a sentence, when the cache cannot be used.
    package init(url: String, isWritten: Bool, notice: @escaping @Sendable (String) -> Void) {
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        self.isWritten = isWritten
        self.notice = notice
    }

    package var counts: Counts { state.withLock { $0.counts } }

    // MARK: Keys

    /// The key of a sticker: its fingerprint, and the values that are equal for all renderings of one machine.
    func key(_ fingerprint: String, identity: @escaping @Sendable () async throws -> RenderIdentity) async throws
        -> String
    {
        let task = self.identity.withLock { task in
            if let task { return task }
            let new = Task { try await identity() }
            task = new
            return new
        }
        let own = ProcessorClass.current
        let text = ["1", fingerprint, try await task.value.fonts, own.architecture, own.library].joined(separator: "\n")
        return Digest.sha256([UInt8](text.utf8))
    }

    // MARK: Reading

    /// Has a finished sticker taken out of the cache.
    ///
    /// - Parameters:
    ///   - limits: the most files and bytes that it may have.
    ///   - accept: takes over the answer and its files, on a thread that may block, and throws for one that cannot be.
    /// - Returns: nil when the cache does not have it, or cannot be used.
    /// - Throws: `CancellationError`.
    func result(
        _ key: String, limits: (files: Int, bytes: Int),
        accept: @escaping @Sendable (Record, [UInt8]) throws -> StickerResult
    ) async throws -> StickerResult? {
        guard isUsable else { return nil }
        let begin = ContinuousClock.now
        do {
            let json = try await CurlRequest.get(["\(url)/ac/\(key)"]).run(limit: ResultCache.mostRecordBytes)
            guard let record = try? JSONDecoder().decode(Record.self, from: Data(json)), record.version == 1,
                record.answer.output != nil, ResultCache.isPossible(record, limits)
            else { return noteDamage("it has a record that cannot be read") }
            let size = record.files.reduce(0) { $0 + $1.bytes }
            let bytes = try await CurlRequest.get(record.files.map { "\(url)/cas/\($0.sha256)" }).run(limit: size)
            guard bytes.count == size else { return noteDamage("a file has another size than its record says") }
            let result = try await BlockingExecutor.run { try accept(record, bytes) }
            noteSuccess(since: begin) { $0.hits += 1 }
            return result
        } catch let error as CancellationError {
            throw error
        } catch CurlRequest.Failure.missing {
            noteSuccess(since: begin) { $0.misses += 1 }
            return nil
        } catch CurlRequest.Failure.tooLong {
            return noteDamage("a file is larger than its record says")
        } catch let error as CurlRequest.Failure {
            noteFailure("\(error)")
            return nil
        } catch JobError.cannotWrite(let path, let code) {
            throw JobError.cannotWrite(path: path, errno: code)
        } catch {
            return noteDamage("\((error as? RejectedAnswer)?.reason ?? "\(error)")")
        }
    }

    private static func isPossible(_ record: Record, _ limits: (files: Int, bytes: Int)) -> Bool {
        let digits = Set("0123456789abcdef")
        var left = limits.bytes
        for file in record.files {
            guard file.bytes > 0, file.bytes <= left, FileKind(rawValue: file.kind) != nil, file.sha256.count == 64,
                file.sha256.allSatisfy(digits.contains)
            else { return false }
            left -= file.bytes
        }
        return !record.files.isEmpty && record.files.count <= limits.files
    }

    // MARK: Writing

    /// Stores a finished sticker. A cache that cannot be written does no harm.
    ///
    /// - Parameters:
    /// - paths: the paths of the files, by number.
    /// - folder: the absolute path of a folder for a draft of the record.
    /// - Throws: `CancellationError`.
    func store(_ record: Record, key: String, paths: [String], folder: String) async throws {
        guard isWritten, isUsable else { return }
        let draft = "\(folder)/\(UUID().uuidString).record.part"
        defer { unlink(draft) }
        let begin = ContinuousClock.now
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try Data(try encoder.encode(record)).write(to: URL(filePath: draft))
            // The record is written last, so that its files exist when it is found.
            let files = zip(paths, record.files).map { ($0, "\(url)/cas/\($1.sha256)") } + [(draft, "\(url)/ac/\(key)")]
            _ = try await CurlRequest.put(files).run(limit: 1 << 20)
            noteSuccess(since: begin) { $0.stored += 1 }
        } catch let error as CancellationError {
            throw error
        } catch {
            noteFailure("\(error)")
        }
    }

    // MARK: Faults

    private var isUsable: Bool {
        state.withLock { state in state.restsUntil.map { $0 <= .now } ?? true }
    }

    /// - Parameter begin: when the cache was asked. One that answers late is of no use.
    private func noteSuccess(since begin: ContinuousClock.Instant, _ change: (inout Counts) -> Void) {
        let time = begin.duration(to: .now)
        let isLate = time > ResultCache.slowLimit
        state.withLock { state in
            change(&state.counts)
            if !isLate { (state.failuresInARow, state.rests) = (0, 0) }
        }
        if isLate { noteFailure("it needs \(Int(time / .seconds(1))) s for a sticker") }
    }

    private func noteDamage(_ reason: String) -> StickerResult? {
        let isFirst = state.withLock { state in
            state.failuresInARow = 0
            state.counts.damaged += 1
            return state.counts.damaged == 1
        }
        if isFirst {
            notice(
                "The cache \(shownURL) holds a damaged entry: \(reason.harmlessLine(limit: 200)). The sticker is "
                    + "rendered again."
            )
        }
        return nil
    }

    private func noteFailure(_ reason: String) {
        let rest = state.withLock { state -> Duration? in
            state.counts.failures += 1
            state.failuresInARow += 1
            // Requests from before a rest fail as well. After a rest, one failure is enough.
            guard state.restsUntil.map({ $0 <= .now }) ?? true,
                state.failuresInARow >= ResultCache.mostFailures || state.rests > 0
            else { return nil }
            let rest = ResultCache.rest.doubled(state.rests, atMost: ResultCache.mostDoublings)
            state.failuresInARow = 0
            state.rests += 1
            state.restsUntil = .now + rest
            return rest
        }
        guard let rest else { return }
        notice(
            "The cache \(shownURL) cannot be used: \(reason). Everything is rendered here; it is tried again in "
                + "\(Int(rest / .seconds(1))) s.")
    }

    /// Without a user's name and password.
    private var shownURL: String {
        guard var parts = URLComponents(string: url) else { return "" }
        (parts.user, parts.password, parts.query) = (nil, nil, nil)
        return parts.string ?? ""
    }
}
