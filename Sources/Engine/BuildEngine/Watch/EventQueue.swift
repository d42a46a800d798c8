import ControlSocket
import DropWatcher
import Synchronization

/// The news since the watch's last cycle. Any thread can enqueue news, and a cycle takes all of it at once.
///
/// The size is bounded: drop events are coalesced by path, renderings by the number of slots, and there is at most one
/// result of sheets and of icons.
package final class EventQueue: Sendable {
    /// News of one kind or another.
    package struct Events: Sendable {
        /// The events of the drop folder's watcher: hints about changed paths.
        package var drops = CoalescedEvents()
        /// Finished renderings.
        package var renderOutcomes: [RenderQueue.Done] = []
        /// Failures of the environment.
        package var failures: [any Error] = []
        /// Sheets that have been drawn, or why they could not be; with the generation of the state that they were drawn from.
        var sheets: (generation: Int, result: Result<SheetStep.Sheets, any Error>)?
        /// Icons that have been rendered, or why they could not be; as for sheets.
        var icons: (generation: Int, result: Result<IconStep.Icons, any Error>)?
        /// Whether a decision about a sticker was stored.
        package var hasDecisions = false
        /// Commands that need the output.
        package var outputRequests: [OutputRequest] = []

        var isEmpty: Bool {
            drops.isEmpty && renderOutcomes.isEmpty && failures.isEmpty && sheets == nil && icons == nil
                && !hasDecisions && outputRequests.isEmpty
        }
    }

    private struct State {
        var events = Events()
        /// Whether the cycle is to begin though nothing happened.
        var isDue = false
        var waiting: CheckedContinuation<Void, Never>?

        mutating func takeWaiting() -> CheckedContinuation<Void, Never>? {
            defer { waiting = nil }
            return waiting
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds news, and ends the waiting of the watch.
    package func enqueue(_ change: (inout Events) -> Void) {
        let waiting = state.withLock { state in
            change(&state.events)
            return state.takeWaiting()
        }
        waiting?.resume()
    }

    /// Takes everything. If there is nothing, it waits for something until the deadline; then, and when the task is
    /// cancelled, what it returns is empty.
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
