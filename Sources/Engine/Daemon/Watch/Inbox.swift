import DropWatcher
import Synchronization

/// What has happened since the daemon's loop last looked. Whoever has news leaves it here; the loop takes all at once.
///
/// Its size is bounded: more events than the loop can follow become one request to look everywhere.
final class Inbox: Sendable {
    /// News of one kind or another.
    struct Mail: Sendable {
        /// Hints of the watcher, in the order they came, with when they came.
        var events: [(event: DropEvent, at: ContinuousClock.Instant)] = []
        /// Finished renderings.
        var renderOutcomes: [RenderQueue.Done] = []
        /// What the environment refused.
        var failures: [any Error] = []
        /// Sheets that have been drawn, or why they could not be.
        var sheets: Result<SheetStep.Sheets, any Error>?
        /// Icons that have been rendered, or why they could not be.
        var icons: Result<IconStep.Icons, any Error>?
        /// Whether somebody decided about a sticker.
        var hasDecisions = false
        /// Whether somebody rang who wants a turn at the output.
        var hasGuest = false

        var isEmpty: Bool {
            events.isEmpty && renderOutcomes.isEmpty && failures.isEmpty && sheets == nil && icons == nil
                && !hasDecisions && !hasGuest
        }
    }

    private struct State {
        var mail = Mail()
        var isNudged = false
        var waiting: CheckedContinuation<Void, Never>?

        mutating func takeWaiting() -> CheckedContinuation<Void, Never>? {
            defer { waiting = nil }
            return waiting
        }
    }

    private static let mostEvents = 10_000
    private let state = Mutex(State())

    /// Leaves news, and deadlines the loop.
    func post(_ change: (inout Mail) -> Void) {
        let waiting = state.withLock { state in
            change(&state.mail)
            if state.mail.events.count > Inbox.mostEvents {
                state.mail.events = [(.lookEverywhere(.flood), .now)]
            }
            return state.takeWaiting()
        }
        waiting?.resume()
    }

    /// Takes everything, and waits for something until the deadline if there is nothing; then, and when the task is
    /// cancelled, it is empty.
    func take(until deadline: ContinuousClock.Instant?) async -> Mail {
        let alarm = deadline.map { deadline in
            Task {
                try await Task.sleep(until: deadline)
                nudge()
            }
        }
        defer { alarm?.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayGoOn = state.withLock { state in
                    if !state.mail.isEmpty || state.isNudged { return true }
                    state.waiting = continuation
                    return false
                }
                if mayGoOn { continuation.resume() }
            }
        } onCancel: {
            nudge()
        }
        return state.withLock { state in
            defer { state.mail = Mail() }
            state.isNudged = false
            return state.mail
        }
    }

    private func nudge() {
        let waiting = state.withLock { state in
            state.isNudged = true
            return state.takeWaiting()
        }
        waiting?.resume()
    }
}
