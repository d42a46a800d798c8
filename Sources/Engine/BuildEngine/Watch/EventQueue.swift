import ControlSocket
import DropWatcher
import Synchronization

/// The events since the last cycle of a watch. Any thread can add events, and a cycle removes all of them at once.
///
/// The size is limited: events of the drop folder are coalesced by path, the number of renderings is at most the number
/// of slots, and the queue contains at most one result for sheets and one for icons.
package final class EventQueue: Sendable {
    /// The queued events, by kind.
    package struct Events: Sendable {
        /// The changed paths from the drop folder's watcher.
        package var drops = CoalescedEvents()
        /// Finished renderings.
        package var renderOutcomes: [RenderQueue.Done] = []
        /// Failures of the environment.
        package var failures: [any Error] = []
        /// The drawn sheets or the error. `generation` identifies the state from which they were drawn.
        var sheets: (generation: Int, result: Result<SheetStep.Sheets, any Error>)?
        /// The rendered icons or the error. `generation` identifies the state from which they were rendered.
        var icons: (generation: Int, result: Result<IconStep.Icons, any Error>)?
        /// Whether a decision about a sticker was stored.
        package var hasDecisions = false
        /// Requests of commands that need the output.
        package var outputRequests: [OutputRequest] = []

        var isEmpty: Bool {
            drops.isEmpty && renderOutcomes.isEmpty && failures.isEmpty && sheets == nil && icons == nil
                && !hasDecisions && outputRequests.isEmpty
        }
    }

    private struct State {
        var events = Events()
        /// Whether `takeAll` must return although the queue may be empty.
        var isDue = false
        var waiting: CheckedContinuation<Void, Never>?

        mutating func takeWaiting() -> CheckedContinuation<Void, Never>? {
            defer { waiting = nil }
            return waiting
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds events, and wakes the watch.
    package func enqueue(_ change: (inout Events) -> Void) {
        let waiting = state.withLock { state in
            change(&state.events)
            return state.takeWaiting()
        }
        waiting?.resume()
    }

    /// Removes and returns all events. If the queue is empty, waits for an event until the deadline.
    ///
    /// - Returns: the events. Empty if the deadline has passed or the task is cancelled without an event.
    package func takeAll(
        waitingUntil deadline: ContinuousClock.Instant, clock: WatchClock = .system
    ) async -> Events {
        let timer = Task {
            try await clock.sleep(until: deadline)
            wake()
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayGoOn = state.withLock { state in
                    if !state.events.isEmpty || state.isDue { return true }
                    state.waiting = continuation
                    return false
                }
                if mayGoOn { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
        return state.withLock { state in
            defer { state.events = Events() }
            state.isDue = false
            return state.events
        }
    }

    private func wake() {
        let waiting = state.withLock { state in
            state.isDue = true
            return state.takeWaiting()
        }
        waiting?.resume()
    }
}
