import Synchronization

/// Events on their way from the watching thread to the one who takes them. It holds the last event of each path, and
/// so many paths at most; beyond that all of them become one `lookEverywhere`.
package final class CoalescingEventQueue: Sendable {
    private struct State {
        var queue: [DropEvent] = []
        /// Where in `queue` a path's event is.
        var places: [String: Int] = [:]
        /// Taken from `queue` and not given out yet, the next one last.
        var batch: [DropEvent] = []
        var waiter: CheckedContinuation<DropEvent?, Never>?
        var isClosed = false
    }

    /// The most paths that are held.
    let capacity: Int
    private let state = Mutex(State())

    package init(capacity: Int = 4096) {
        self.capacity = capacity
    }

    package func put(_ event: DropEvent) {
        let waiter = state.withLock { state -> CheckedContinuation<DropEvent?, Never>? in
            guard !state.isClosed else { return nil }
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            add(event, to: &state)
            return nil
        }
        waiter?.resume(returning: event)
    }

    /// Waits for an event; nil when there will be no more, or the task was cancelled.
    package func next() async -> DropEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isDue, event) = state.withLock { state -> (Bool, DropEvent?) in
                    if let event = Self.takeOne(&state) { return (true, event) }
                    if state.isClosed || Task.isCancelled { return (true, nil) }
                    state.waiter = continuation
                    return (false, nil)
                }
                if isDue { continuation.resume(returning: event) }
            }
        } onCancel: {
            takeWaiter()?.resume(returning: nil)
        }
    }

    /// All that is there, without waiting.
    package func takeAll() -> [DropEvent] {
        state.withLock { state in
            let events = state.batch.reversed() + state.queue
            state.batch = []
            Self.empty(&state)
            return events
        }
    }

    /// Ends the waiting, now and for ever; what is there can still be taken.
    package func close() {
        state.withLock { $0.isClosed = true }
        takeWaiter()?.resume(returning: nil)
    }

    private func add(_ event: DropEvent, to state: inout State) {
        guard let path = event.path else {
            // What was noted of single files before events were lost may no longer hold.
            if event == .lookEverywhere(.overflow) { Self.forgetPaths(&state) }
            if state.queue.last != event { state.queue.append(event) }
            return
        }
        if let place = state.places[path] {
            state.queue[place] = event
        } else if state.places.count < capacity {
            state.places[path] = state.queue.count
            state.queue.append(event)
        } else {
            Self.forgetPaths(&state)
            if !state.queue.contains(.lookEverywhere(.flood)) { state.queue.append(.lookEverywhere(.flood)) }
        }
    }

    private static func forgetPaths(_ state: inout State) {
        state.queue.removeAll { $0.path != nil }
        state.places = [:]
    }

    private static func takeOne(_ state: inout State) -> DropEvent? {
        if state.batch.isEmpty {
            state.batch = state.queue.reversed()
            empty(&state)
        }
        return state.batch.popLast()
    }

    private static func empty(_ state: inout State) {
        state.queue = []
        state.places = [:]
    }

    private func takeWaiter() -> CheckedContinuation<DropEvent?, Never>? {
        state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
    }
}
