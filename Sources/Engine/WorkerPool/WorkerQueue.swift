import Synchronization

/// Requests that wait for a worker, and workers that wait for a request. At any moment one of the two is empty.
final class WorkerQueue: Sendable {

    /// A slot that waits; with a running process when there is a connection.
    private struct IdleSlot {
        var connection: WorkerConnection?
        var continuation: CheckedContinuation<PendingRequest?, Never>
    }

    /// What becomes of a request that comes in.
    private enum Way {
        case refused
        case queued
        case handed(CheckedContinuation<PendingRequest?, Never>)
    }

    private struct State {
        var requests: [PendingRequest] = []
        var slots: [IdleSlot] = []
        var isClosed = false

        /// The process used last, so that the others can be forgotten by the machine; else a place for a new one.
        mutating func takeSlot() -> IdleSlot? {
            guard let index = slots.lastIndex(where: { $0.connection != nil }) ?? slots.indices.last else {
                return nil
            }
            return slots.remove(at: index)
        }

        mutating func takeRequest() -> PendingRequest? {
            while !requests.isEmpty {
                let request = requests.removeFirst()
                if !request.isSettled { return request }
            }
            return nil
        }
    }

    private let state = Mutex(State())

    /// Hands a request to a waiting slot, or puts it last.
    func add(_ request: PendingRequest) {
        enter(request) { $0.append(request) }
    }

    /// Gives back a request that a worker never saw: it goes first.
    func putBack(_ request: PendingRequest) {
        request.putBack()
        enter(request) { $0.insert(request, at: 0) }
    }

    private func enter(_ request: PendingRequest, queue: (inout [PendingRequest]) -> Void) {
        let way = state.withLock { state -> Way in
            guard !state.isClosed else { return .refused }
            if let slot = state.takeSlot() { return .handed(slot.continuation) }
            queue(&state.requests)
            return .queued
        }
        switch way {
        case .refused: request.fail(WorkerFailure.poolEnded)
        case .queued: break
        case .handed(let continuation): continuation.resume(returning: request)
        }
    }

    /// The next request for a slot; nil when there will be none, or when the slot's connection is over.
    ///
    /// - Parameters:
    ///   - connection: what the slot's process is spoken to through; nil when the slot has no process.
    ///   - ready: called once the slot is in line. An answer is delivered there, so that a caller who asks again at once
    ///     finds this process waiting and no other has to be started.
    func next(for connection: WorkerConnection?, ready: () -> Void = {}) async -> PendingRequest? {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> PendingRequest?? in
                if state.isClosed || connection?.ending != nil { return .some(nil) }
                if let request = state.takeRequest() { return request }
                state.slots.append(IdleSlot(connection: connection, continuation: continuation))
                return nil
            }
            if let known { continuation.resume(returning: known) }
            ready()
        }
    }

    /// Sends a slot away whose process died while it waited.
    func wake(_ connection: WorkerConnection) {
        let slot = state.withLock { state -> IdleSlot? in
            guard let index = state.slots.firstIndex(where: { $0.connection === connection }) else { return nil }
            return state.slots.remove(at: index)
        }
        slot?.continuation.resume(returning: nil)
    }

    /// Takes no more requests: what waits fails with `WorkerFailure.poolEnded`, idle slots go home.
    func close() {
        let (requests, slots) = state.withLock { state -> ([PendingRequest], [IdleSlot]) in
            defer { state = State(isClosed: true) }
            return (state.requests, state.slots)
        }
        for request in requests { request.fail(WorkerFailure.poolEnded) }
        for slot in slots { slot.continuation.resume(returning: nil) }
    }
}
