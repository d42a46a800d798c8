import Synchronization

/// One target's queued events. Adding never blocks: an event is coalesced with a queued one of its kind and pack, and
/// if the queue is full, the oldest is dropped.
final class HookQueue: Sendable {
    /// The maximum number of queued events.
    static let limit = 64

    private struct State {
        var events: [HookEvent] = []
        var isClosed = false
        var onClosing: (@Sendable () -> Void)?
    }

    /// Yields when events were added; ends when the queue is closed.
    let arrivals: AsyncStream<Void>
    private let arrivalContinuation: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (arrivals, arrivalContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// - Returns: the event that was dropped because the queue was full.
    func add(_ event: HookEvent) -> HookEvent? {
        let dropped = state.withLock { state -> HookEvent? in
            guard !state.isClosed else { return event }
            // Coalesced only with the last event of its kind, so that the order of events is kept.
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

    /// Removes the oldest event; nil if the queue is empty.
    func take() -> HookEvent? {
        state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    }

    /// Accepts no more events, and ends a pause of its reader.
    func close() {
        let onClosing = state.withLock { state in
            defer { state.onClosing = nil }
            state.isClosed = true
            return state.onClosing
        }
        arrivalContinuation.finish()
        onClosing?()
    }

    /// Waits for a time, or until the queue is closed or the task is cancelled.
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
