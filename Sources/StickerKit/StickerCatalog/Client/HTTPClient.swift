import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches small files over HTTP, and takes no more of an answer than was said beforehand.
final class HTTPClient: Sendable {
    /// An answer with its whole body.
    struct Answer: Sendable {
        let status: Int
        /// The field `ETag`.
        let tag: String?
        let body: Data
    }

    private let session: URLSession
    private let receiver = HTTPReceiver()

    /// - Parameter patience: how long nothing may come before it is given up.
    init(patience: TimeInterval) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = patience
        configuration.timeoutIntervalForResource = patience * 10
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    deinit {
        // A session keeps its delegate, and itself, until it is told to end.
        session.invalidateAndCancel()
    }

    /// - Parameters:
    ///   - tag: what the client has; an answer may then be 304.
    ///   - limit: how many bytes the body may have.
    /// - Throws: `CatalogError.unreachable`; `CancellationError`.
    func get(_ url: URL, unless tag: String? = nil, limit: Int) async throws -> Answer {
        var request = URLRequest(url: url)
        request.setValue(tag, forHTTPHeaderField: "If-None-Match")
        let task = session.dataTask(with: request)
        receiver.prepare(task, limit: limit)
        return try await withTaskCancellationHandler {
            try await receiver.answer(to: task) { task.resume() }
        } onCancel: {
            task.cancel()
        }
    }
}
