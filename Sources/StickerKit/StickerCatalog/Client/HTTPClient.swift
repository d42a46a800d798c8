import Foundation
import StickerManifest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches small files over HTTP, with a limit on the response's size.
final class HTTPClient: Sendable {
    /// A response with its complete body.
    struct Response: Sendable {
        let status: Int
        /// The field `ETag`.
        let tag: String?
        let body: Data
    }

    private let session: URLSession
    private let receiver = HTTPReceiver()

    /// - Parameter timeout: the number of seconds without data after which a request fails.
    init(timeout: TimeInterval) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout * 10
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    deinit {
        // A session keeps its delegate, and itself, until it is invalidated.
        session.invalidateAndCancel()
    }

    /// - Parameters:
    ///   - tag: the entity tag of the version that the client already has. The server answers 304 if it is still
    ///     current.
    ///   - limit: the largest size of the body in bytes.
    /// - Throws: `CatalogError.unreachable`; `CancellationError`.
    func get(_ url: URL, unless tag: String? = nil, limit: Int) async throws -> Response {
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

/// Collects the response of each request, up to its limit.
final class HTTPReceiver: NSObject, URLSessionDataDelegate, Sendable {
    private typealias Continuation = CheckedContinuation<HTTPClient.Response, any Error>

    private struct Transfer: Sendable {
        let limit: Int
        var body = Data()
        var isTooLarge = false
        /// The caller that waits for the answer. Nil if there is none.
        var waiting: Continuation?
        /// A result that arrived before a caller waited for it, for example of an immediately cancelled task.
        var result: Result<HTTPClient.Response, any Error>?
    }

    private let transfers = Locked<[Int: Transfer]>([:])

    /// Prepares for the answer to a task. Must be called before the task is started or cancelled.
    func prepare(_ task: URLSessionTask, limit: Int) {
        transfers.withLock { $0[task.taskIdentifier] = Transfer(limit: limit) }
    }

    /// Waits for a task's answer.
    ///
    /// - Parameter begin: called when this object is ready to receive the answer.
    func answer(to task: URLSessionTask, begin: () -> Void) async throws -> HTTPClient.Response {
        try await withCheckedThrowingContinuation { continuation in
            let result = transfers.withLock { transfers -> Result<HTTPClient.Response, any Error>? in
                if let result = transfers[task.taskIdentifier]?.result {
                    transfers[task.taskIdentifier] = nil
                    return result
                }
                transfers[task.taskIdentifier]?.waiting = continuation
                return nil
            }
            if let result { return continuation.resume(with: result) }
            begin()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = transfers.withLock { transfers in
            guard var transfer = transfers.removeValue(forKey: dataTask.taskIdentifier) else { return true }
            transfer.isTooLarge = transfer.body.count + data.count > transfer.limit
            if !transfer.isTooLarge { transfer.body.append(data) }
            transfers[dataTask.taskIdentifier] = transfer
            return transfer.isTooLarge
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (waiting, result) = transfers.withLock {
            transfers -> (Continuation?, Result<HTTPClient.Response, any Error>?) in
            guard let transfer = transfers[task.taskIdentifier] else { return (nil, nil) }
            let result = Result { try HTTPReceiver.answer(transfer, task, error) }
            transfers[task.taskIdentifier]?.result = result
            if transfer.waiting != nil { transfers[task.taskIdentifier] = nil }
            return (transfer.waiting, result)
        }
        if let result { waiting?.resume(with: result) }
    }

    private static func answer(
        _ transfer: Transfer, _ task: URLSessionTask, _ error: (any Error)?
    ) throws -> HTTPClient.Response {
        let path = task.originalRequest?.url?.path ?? ""
        if transfer.isTooLarge { throw CatalogError.damaged(path) }
        if let error {
            if (error as? URLError)?.code == .cancelled { throw CancellationError() }
            throw CatalogError.unreachable(error.localizedDescription)
        }
        guard let response = task.response as? HTTPURLResponse else { throw CatalogError.unreachable("no answer") }
        return HTTPClient.Response(
            status: response.statusCode, tag: response.value(forHTTPHeaderField: "ETag"), body: transfer.body)
    }
}
