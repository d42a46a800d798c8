import CryptoPrimitives
import EngineSupport
import ImageHeaders
import JobModel
import WorkerProtocol

/// Takes stickers from a cache instead of rendering them, and adds rendered ones to it.
extension StickerPool {
    /// Looks up a sticker in the cache.
    ///
    /// - Parameters: as `make`.
    /// - Returns: nil if it is not cached.
    func cached(
        _ job: StickerJob, fingerprint: String?, limits: (files: Int, bytes: Int),
        into folder: (@Sendable () throws -> String)?
    ) async throws -> StickerResult? {
        guard let cache, let fingerprint, let folder else { return nil }
        let key = try await cache.key(fingerprint) { [self] in try await description().identity }
        let recipe = job.recipe
        return try await cache.result(key, limits: limits) { record, bytes in
            let receiver = FilesInFolder(folder)
            try bytes.withUnsafeBytes { bytes in
                var start = 0
                for file in record.files {
                    guard let kind = FileKind(rawValue: file.kind) else {
                        throw RejectedAnswer("a file is of no known kind")
                    }
                    try receiver.begin(kind)
                    try receiver.append(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + file.bytes)]))
                    try receiver.end()
                    start += file.bytes
                }
            }
            guard receiver.files.map(\.sha256) == record.files.map(\.sha256) else {
                throw RejectedAnswer("a file has other bytes than its digest says")
            }
            try receiver.examine()
            let result = try record.answer.result(receiver.files).checked(against: recipe).get()
            try receiver.keepFinished(result.files)
            return result
        }
    }

    /// Adds a rendered sticker to the cache.
    ///
    /// - Parameters:
    ///   - made: the answer of a worker, and its files.
    ///   - folder: the folder of the files, which are named by content.
    func share(
        _ made: (answer: StickerAnswer, files: [ReceivedFile]), fingerprint: String?, from folder: String
    ) async throws {
        guard let cache, cache.isWritten, let fingerprint, made.answer.output != nil else { return }
        let finished = made.files.compactMap(\.finished)
        guard finished.count == made.files.count else { return }
        let key = try await cache.key(fingerprint) { [self] in try await description().identity }
        let record = ResultCache.Record(
            answer: made.answer,
            files: made.files.map {
                ResultCache.Record.File(sha256: $0.sha256, bytes: $0.bytes, kind: $0.kind.rawValue)
            })
        try await cache.store(record, key: key, paths: finished.map { "\(folder)/\($0.contentName)" }, folder: folder)
    }
}
