import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Collects what comes for each request, up to its limit.
final class HTTPReceiver: NSObject, URLSessionDataDelegate, Sendable {
    private typealias Continuation = CheckedContinuation<HTTPClient.Answer, any Error>

    private struct Transfer: Sendable {
        let limit: Int
        var body = Data()
        var isTooLarge = false
        /// Who waits for the answer; nil as long as nobody does.
        var waiting: Continuation?
        /// The answer that came before anybody waited: a task that is cancelled at once may be quicker.
        var result: Result<HTTPClient.Answer, any Error>?
    }

    private let transfers = Locked<[Int: Transfer]>([:])

    /// Makes room for a task's answer. To be called before anything is done with it.
    func prepare(_ task: URLSessionTask, limit: Int) {
        transfers.withLock { $0[task.taskIdentifier] = Transfer(limit: limit) }
    }

    /// Waits for a task's answer.
    ///
    /// - Parameter begin: called when everything is ready for it.
    func answer(to task: URLSessionTask, begin: () -> Void) async throws -> HTTPClient.Answer {
        try await withCheckedThrowingContinuation { continuation in
            let result = transfers.withLock { transfers -> Result<HTTPClient.Answer, any Error>? in
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
            transfers -> (Continuation?, Result<HTTPClient.Answer, any Error>?) in
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
    ) throws -> HTTPClient.Answer {
        let path = task.originalRequest?.url?.path ?? ""
        if transfer.isTooLarge { throw CatalogError.damaged(path) }
        if let error {
            if (error as? URLError)?.code == .cancelled { throw CancellationError() }
            throw CatalogError.unreachable(error.localizedDescription)
        }
        guard let response = task.response as? HTTPURLResponse else { throw CatalogError.unreachable("no answer") }
        return HTTPClient.Answer(
            status: response.statusCode, tag: response.value(forHTTPHeaderField: "ETag"), body: transfer.body)
    }
}
