import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Collects what comes for each request, up to its limit.
final class HTTPReceiver: NSObject, URLSessionDataDelegate, Sendable {
    private struct Transfer: Sendable {
        let limit: Int
        let continuation: CheckedContinuation<HTTPClient.Answer, any Error>
        var body = Data()
        var isTooLarge = false
    }

    private let transfers = Locked<[Int: Transfer]>([:])

    func expect(
        _ task: URLSessionTask, limit: Int, _ continuation: CheckedContinuation<HTTPClient.Answer, any Error>
    ) {
        transfers.withLock { $0[task.taskIdentifier] = Transfer(limit: limit, continuation: continuation) }
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
        guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        transfer.continuation.resume(with: Result { try HTTPReceiver.answer(transfer, task, error) })
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
