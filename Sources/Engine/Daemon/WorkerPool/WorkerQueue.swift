import Synchronization

/// Requests that wait for a worker, and workers that wait for a request. At any moment one of the two is empty.
final class WorkerQueue<Response: Decodable & Sendable>: Sendable {
    typealias Ticket = PendingRequest<Response>

    /// A lane that waits; with a running process when there is a conversation.
    private struct IdleLane {
        var conversation: WorkerConnection?
        var continuation: CheckedContinuation<Ticket?, Never>
    }

    /// What becomes of a ticket that comes in.
    private enum Way {
        case refused
        case queued
        case handed(CheckedContinuation<Ticket?, Never>)
    }

    private struct State {
        var tickets: [Ticket] = []
        var lanes: [IdleLane] = []
        var isClosed = false

        /// The process used last, so that the others can be forgotten by the machine; else a place for a new one.
        mutating func takeLane() -> IdleLane? {
            guard let index = lanes.lastIndex(where: { $0.conversation != nil }) ?? lanes.indices.last else {
                return nil
            }
            return lanes.remove(at: index)
        }

        mutating func takeTicket() -> Ticket? {
            while !tickets.isEmpty {
                let ticket = tickets.removeFirst()
                if !ticket.isSettled { return ticket }
            }
            return nil
        }
    }

    private let state = Mutex(State())

    /// Hands a ticket to a waiting lane, or puts it last.
    func add(_ ticket: Ticket) {
        enter(ticket) { $0.append(ticket) }
    }

    /// Gives back a ticket that a worker never saw: it goes first.
    func putBack(_ ticket: Ticket) {
        ticket.putBack()
        enter(ticket) { $0.insert(ticket, at: 0) }
    }

    private func enter(_ ticket: Ticket, queue: (inout [Ticket]) -> Void) {
        let way = state.withLock { state -> Way in
            guard !state.isClosed else { return .refused }
            if let lane = state.takeLane() { return .handed(lane.continuation) }
            queue(&state.tickets)
            return .queued
        }
        switch way {
        case .refused: ticket.fail(WorkerFailure.poolEnded)
        case .queued: break
        case .handed(let continuation): continuation.resume(returning: ticket)
        }
    }

    /// The next ticket for a lane; nil when there will be none, or when the lane's conversation is over.
    ///
    /// - Parameters:
    ///   - conversation: what the lane's process is spoken to through; nil when the lane has no process.
    ///   - ready: called once the lane is in line. An answer is delivered there, so that a caller who asks again at once
    ///     finds this process waiting and no other has to be started.
    func next(for conversation: WorkerConnection?, ready: () -> Void = {}) async -> Ticket? {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Ticket?? in
                if state.isClosed || conversation?.ending != nil { return .some(nil) }
                if let ticket = state.takeTicket() { return ticket }
                state.lanes.append(IdleLane(conversation: conversation, continuation: continuation))
                return nil
            }
            if let known { continuation.resume(returning: known) }
            ready()
        }
    }

    /// Sends a lane away whose process died while it waited.
    func wake(_ conversation: WorkerConnection) {
        let lane = state.withLock { state -> IdleLane? in
            guard let index = state.lanes.firstIndex(where: { $0.conversation === conversation }) else { return nil }
            return state.lanes.remove(at: index)
        }
        lane?.continuation.resume(returning: nil)
    }

    /// Takes no more requests: what waits fails with `WorkerFailure.poolEnded`, idle lanes go home.
    func close() {
        let (tickets, lanes) = state.withLock { state -> ([Ticket], [IdleLane]) in
            defer { state = State(isClosed: true) }
            return (state.tickets, state.lanes)
        }
        for ticket in tickets { ticket.fail(WorkerFailure.poolEnded) }
        for lane in lanes { lane.continuation.resume(returning: nil) }
    }
}
