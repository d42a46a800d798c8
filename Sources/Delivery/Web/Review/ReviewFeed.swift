import Decisions
import Deflate
import Foundation
import Logging
import NIOCore
import NIOPosix
import StickerCatalog

/// What the review page shows, kept in line with the manifest and the decisions, and told on to whoever listens.
///
/// A listener that cannot follow is let go rather than waited for. It comes back with the revision that it knows and gets
/// what it missed, or is told to begin anew: nothing is lost, and nobody can make the server keep more than `mostKept`.
package actor ReviewFeed {
    private let manifest: ManifestReader
    private let book: DecisionBook
    private let stateFolder: String
    private let settings: ReviewSettings
    private let logger: Logger

    private var stand = ReviewStand()
    /// The manifest that is shown, and which one it is.
    private var shown: (identity: ManifestReader.Identity, catalog: Catalog?)?
    private var decided: DecisionBook.Revision?
    /// Revisions of another process are none of this one.
    private let epoch = String(UInt64.random(in: .min ... .max), radix: 36)
    private var number = 0
    private var whole: (plain: ByteBuffer, packed: ByteBuffer)?
    /// The last changes, by the number that they lead to.
    private var kept: [(number: Int, message: ByteBuffer)] = []
    private var listeners: [Int: AsyncStream<ByteBuffer>.Continuation] = [:]
    private var nextListener = 0
    private var watching: Task<Void, Never>?
    /// The look that was begun last.
    private var turn: Task<Void, any Error>?

    /// The most changes that are kept for listeners who come back, and their bytes.
    private static let mostKept = (count: 200, bytes: 8 << 20)
    /// The most messages that wait for a listener.
    private static let mostWaiting = 64
    /// The most listeners.
    static let mostListeners = 512
    /// How often is looked whether something has changed, while somebody listens.
    private static let interval = Duration.milliseconds(200)
    /// How often a listener hears something, so that a connection that has died is noticed.
    private static let heartbeat = 75

    package init(out: String, book: DecisionBook, stateFolder: String, settings: ReviewSettings, logger: Logger) {
        manifest = ManifestReader(out: out)
        self.book = book
        self.stateFolder = stateFolder
        self.settings = settings
        self.logger = logger
    }

    /// Everything that is to be seen now, plain and packed, and which revision that is.
    func current() async throws -> (json: ByteBuffer, packed: ByteBuffer, revision: String) {
        try await refresh()
        if let whole { return (whole.plain, whole.packed, name(number)) }
        let json = try stand.json(revision: name(number), settings: settings)
        let packed = ByteBuffer(bytes: try Gzip.compress(Array(json.readableBytesView)))
        whole = (json, packed)
        return (json, packed, name(number))
    }

    /// A sticker as it is to be seen now.
    func card(_ key: String) async throws -> ReviewCard? {
        try await refresh()
        return stand.cards[key]
    }

    /// Changes from a revision on, as server-sent events; nil when there are too many listeners.
    ///
    /// - Parameter known: the revision that the listener knows.
    func changes(after known: String) async -> AsyncStream<ByteBuffer>? {
        // Who comes first is told of what comes now, and not of all that was there.
        try? await refresh()
        guard listeners.count < ReviewFeed.mostListeners else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(
            of: ByteBuffer.self, bufferingPolicy: .bufferingOldest(ReviewFeed.mostKept.count + ReviewFeed.mostWaiting))
        nextListener += 1
        let listener = nextListener
        listeners[listener] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(listener) }
        }
        for message in missed(since: known) { continuation.yield(message) }
        if watching == nil { watching = Task { [weak self] in await self?.watch() } }
        return stream
    }

    private func forget(_ listener: Int) {
        listeners[listener] = nil
        guard listeners.isEmpty else { return }
        watching?.cancel()
        watching = nil
    }

    private func missed(since known: String) -> [ByteBuffer] {
        let parts = known.split(separator: "-")
        guard parts.count == 2, parts[0] == epoch, let last = Int(parts[1]), last <= number,
            last == number || kept.first.map({ $0.number <= last + 1 }) == true
        else { return [ByteBuffer(string: "event: reset\ndata: {}\n\n")] }
        return kept.filter { $0.number > last }.map(\.message)
    }

    private func watch() async {
        var rounds = 0
        while !Task.isCancelled {
            try? await Task.sleep(for: ReviewFeed.interval)
            do {
                try await refresh()
            } catch {
                logger.debug("The review page could not be renewed: \(error)")
            }
            rounds += 1
            if rounds % ReviewFeed.heartbeat == 0 { tell(ByteBuffer(string: ":\n\n")) }
        }
    }

    /// Looks whether the manifest or the decisions have changed, and tells the listeners what is different.
    func refresh() async throws {
        // One after the other, so that no older stand takes the place of a newer one.
        let last = turn
        let own = Task {
            _ = await last?.result
            try await renew()
        }
        turn = own
        try await own.value
    }

    private func renew() async throws {
        let revision = DecisionBook.revision(folder: stateFolder)
        let other = try await manifest.read(unless: shown?.identity)
        guard other != nil || revision != decided else { return }
        let catalog = (other ?? shown)?.catalog ?? Catalog(generator: "", packs: [], rejected: [])
        let renewed = try ReviewStand(catalog, decisions: try await book.all(), after: stand)
        if let other { shown = other }
        decided = revision
        guard let changes = try renewed.changes(from: stand, revision: name(number + 1)) else {
            stand = renewed
            return
        }
        stand = renewed
        number += 1
        whole = nil
        var message = ByteBuffer(string: "id: \(name(number))\nevent: change\ndata: ")
        message.writeImmutableBuffer(changes)
        message.writeStaticString("\n\n")
        keep(message)
        tell(message)
    }

    private func keep(_ message: ByteBuffer) {
        kept.append((number, message))
        var bytes = kept.reduce(0) { $0 + $1.message.readableBytes }
        while kept.count > ReviewFeed.mostKept.count || bytes > ReviewFeed.mostKept.bytes, !kept.isEmpty {
            bytes -= kept.removeFirst().message.readableBytes
        }
    }

    private func tell(_ message: ByteBuffer) {
        for (listener, continuation) in listeners {
            if case .dropped = continuation.yield(message) {
                continuation.finish()
                listeners[listener] = nil
            }
        }
    }

    private func name(_ number: Int) -> String { "\(epoch)-\(number)" }
}
