import Synchronization

/// The events that one target has not been told of yet. Adding never waits: an event that fits to one that waits is
/// taken in by it, and when too many wait, the oldest is dropped.
final class HookQueue: Sendable {
    /// The most events that wait.
    static let limit = 64

    private struct State {
        var events: [HookEvent] = []
        var isClosed = false
        var onClosing: (@Sendable () -> Void)?
    }

    /// Something has come; ends when nothing more will.
    let arrivals: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (arrivals, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// - Returns: the event that was dropped for it.
    func add(_ event: HookEvent) -> HookEvent? {
        let dropped = state.withLock { state -> HookEvent? in
            guard !state.isClosed else { return event }
            // Only with the last of its kind: the order in which things happened stays as it was.
            if let index = state.events.lastIndex(where: { $0.event == event.event && $0.pack == event.pack }),
                state.events[index].merge(event)
            {
                return nil
            }
            state.events.append(event)
            return state.events.count > Self.limit ? state.events.removeFirst() : nil
        }
        bell.yield()
        return dropped
    }

    /// The oldest event, or nil when none waits.
    func take() -> HookEvent? {
        state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    }

    /// Takes no more events from now on, and ends the pause that its reader may be in.
    func close() {
        let onClosing = state.withLock { state in
            defer { state.onClosing = nil }
            state.isClosed = true
            return state.onClosing
        }
        bell.finish()
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
