import Logging
import StickerConfiguration

/// Tells one target of its events, one after the other, so that a target which is slow or gone holds up no other.
struct HookLane: Sendable {
    let target: HookTarget
    let queue: HookQueue
    let seconds: Int
    let retries: Int
    let timing: HookTiming
    let logger: Logger
    let metrics: Metrics

    /// Serves until the queue is closed and what waits has been told; or until the task is cancelled.
    func run() async {
        for await _ in queue.arrivals {
            await queue.pause(timing.gathering)
            while !Task.isCancelled, let event = queue.take() { await tell(event) }
        }
        while !Task.isCancelled, let event = queue.take() { await tell(event) }
        while let event = queue.take() { giveUp(event, because: "the service is stopping") }
    }

    /// As many attempts as are allowed; a stop allows one.
    private func tell(_ event: HookEvent) async {
        var attempt = 1
        while true {
            do {
                try await target.deliver(event, within: seconds)
                metrics.count(.hookDeliveries, "delivered")
                return
            } catch let failure as HookFailure {
                metrics.count(.hookDeliveries, "failed")
                guard failure.isPassing, attempt <= retries, !queue.isClosed else {
                    return giveUp(event, because: failure.description)
                }
                let wait = max(timing.pause(after: attempt), failure.retryAfter ?? .zero)
                logger.notice(
                    "The hook \(target.name) was not told: \(failure). Retrying.",
                    metadata: ["attempt": "\(attempt)", "seconds": "\(wait.components.seconds)"])
                await queue.pause(wait)
                attempt += 1
            } catch {
                return giveUp(event, because: "the service is stopping")
            }
        }
    }

    private func giveUp(_ event: HookEvent, because reason: String) {
        metrics.count(.hookDeliveries, "given_up")
        logger.warning(
            "The hook \(target.name) was not told of \(event.count) \(event.event.rawValue): \(reason).")
    }
}
