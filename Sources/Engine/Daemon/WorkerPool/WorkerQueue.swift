import Synchronization

/// Requests that wait for a worker, and workers that wait for a request. At any moment one of the two is empty.
final class WorkerQueue<Response: Decodable & Sendable>: Sendable {
    typealias Ticket = PendingRequest<Response>

    /// A slot that waits; with a running process when there is a conversation.
    private struct IdleSlot {
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
        var slots: [IdleSlot] = []
        var isClosed = false

        /// The process used last, so that the others can be forgotten by the machine; else a place for a new one.
        mutating func takeSlot() -> IdleSlot? {
            guard let index = slots.lastIndex(where: { $0.conversation != nil }) ?? slots.indices.last else {
                return nil
            }
            return slots.remove(at: index)
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

    /// Hands a ticket to a waiting slot, or puts it last.
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
            if let slot = state.takeSlot() { return .handed(slot.continuation) }
            queue(&state.tickets)
            return .queued
        }
        switch way {
        case .refused: ticket.fail(WorkerFailure.poolEnded)
        case .queued: break
        case .handed(let continuation): continuation.resume(returning: ticket)
        }
    }

    /// The next ticket for a slot; nil when there will be none, or when the slot's conversation is over.
    ///
    /// - Parameters:
    ///   - conversation: what the slot's process is spoken to through; nil when the slot has no process.
    ///   - ready: called once the slot is in line. An answer is delivered there, so that a caller who asks again at once
    ///     finds this process waiting and no other has to be started.
    func next(for conversation: WorkerConnection?, ready: () -> Void = {}) async -> Ticket? {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Ticket?? in
                if state.isClosed || conversation?.ending != nil { return .some(nil) }
                if let ticket = state.takeTicket() { return ticket }
                state.slots.append(IdleSlot(conversation: conversation, continuation: continuation))
                return nil
            }
            if let known { continuation.resume(returning: known) }
            ready()
        }
    }

    /// Sends a slot away whose process died while it waited.
    func wake(_ conversation: WorkerConnection) {
        let slot = state.withLock { state -> IdleSlot? in
            guard let index = state.slots.firstIndex(where: { $0.conversation === conversation }) else { return nil }
            return state.slots.remove(at: index)
        }
        slot?.continuation.resume(returning: nil)
    }

    /// Takes no more requests: what waits fails with `WorkerFailure.poolEnded`, idle slots go home.
    func close() {
        let (tickets, slots) = state.withLock { state -> ([Ticket], [IdleSlot]) in
            defer { state = State(isClosed: true) }
            return (state.tickets, state.slots)
        }
        for ticket in tickets { ticket.fail(WorkerFailure.poolEnded) }
        for slot in slots { slot.continuation.resume(returning: nil) }
    }
}
