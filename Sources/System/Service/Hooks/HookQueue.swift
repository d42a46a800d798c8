import Synchronization

/// The queued events of one target. Adding an event never blocks. An event is coalesced with a queued event of the
/// same kind and pack. If the queue is full, the oldest event is dropped.
final class HookQueue: Sendable {
    /// The maximum number of queued events.
    static let limit = 64

    private struct State {
        var events: [HookEvent] = []
        var isClosed = false
        var onClosing: (@Sendable () -> Void)?
    }

    /// Yields after events were added, and ends when the queue is closed.
    let arrivals: AsyncStream<Void>
    private let arrivalContinuation: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (arrivals, arrivalContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds an event.
    ///
    /// - Returns: the event that was dropped because the queue was full. Nil if none was dropped.
    func add(_ event: HookEvent) -> HookEvent? {
        let dropped = state.withLock { state -> HookEvent? in
            guard !state.isClosed else { return event }
            // The event is coalesced only with the last event of its kind, so that the order of events is kept.
            if let index = state.events.lastIndex(where: { $0.event == event.event && $0.pack == event.pack }),
                state.events[index].merge(event)
            {
                return nil
            }
            state.events.append(event)
            return state.events.count > Self.limit ? state.events.removeFirst() : nil
        }
        arrivalContinuation.yield()
        return dropped
    }

    /// Removes the oldest event, and returns it. Nil if the queue is empty.
    func take() -> HookEvent? {
        state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    }

    /// Closes the queue: it accepts no more events, and a pause of its reader ends.
    func close() {
        let onClosing = state.withLock { state in
            defer { state.onClosing = nil }
            state.isClosed = true
            return state.onClosing
        }
        arrivalContinuation.finish()
        onClosing?()
    }

    /// Waits for a given time, or until the queue is closed or the task is cancelled.
    func pause(_ time: Duration) async {
        let sleep = Task { _ = try? await Task.sleep(for: time) }
        state.withLock { state in
            if state.isClosed { sleep.cancel() } else { state.onClosing = { sleep.cancel() } }
        }
        await withTaskCancellationHandler {
            await sleep.value
        } onCancel: {
            sleep.cancel()
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
    var count: Int { state.withLock { $0.events.count } }
}
