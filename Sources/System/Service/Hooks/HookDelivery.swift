import FileAccess
import Foundation
import Logging
import StickerConfiguration

/// Delivers the events of one target in order. A slow or unreachable target does not delay the others.
struct HookDelivery: Sendable {
    let target: HookTarget
    let queue: HookQueue
    let seconds: Int
    let retries: Int
    let timing: HookTiming
    let logger: Logger
    let metrics: Metrics

    /// Delivers events until the queue is closed and empty, or until the task is cancelled.
    func run() async {
        for await _ in queue.arrivals {
            await queue.pause(timing.coalescingDelay)
            while !Task.isCancelled, let event = queue.take() { await deliver(event) }
        }
        while !Task.isCancelled, let event = queue.take() { await deliver(event) }
        while let event = queue.take() { giveUp(event, because: "the service is stopping") }
    }

    /// Delivers an event. Failed attempts are repeated with increasing pauses, up to a limit, unless the queue is
    /// closed.
    private func deliver(_ event: HookEvent) async {
        var attempt = 1
        while true {
            do {
                try await target.deliver(event, within: seconds)
                metrics.count(.hookDeliveries, "delivered")
                return
            } catch let failure as HookFailure {
                metrics.count(.hookDeliveries, "failed")
                guard failure.isTransient, attempt <= retries, !queue.isClosed else {
                    return giveUp(event, because: failure.description)
                }
                let wait = max(timing.pause(after: attempt), failure.retryAfter ?? .zero)
                logger.notice(
                    "The hook \(target.name) was not notified: \(failure). stickerd retries.",
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
            "The hook \(target.name) was not notified of \(event.count) \(event.event.rawValue): \(reason).")
    }
}

/// The delays before an attempt and between attempts.
package struct HookTiming: Sendable {
    /// The time for which an event is held back, so that it can be coalesced with others.
    package var coalescingDelay = Duration.seconds(1)
    /// The pauses between attempts.
    package var backoff = Backoff(first: .seconds(1), longest: .seconds(300))

    package init() {}

    /// The pause with a random deviation, so that services that lost the connection to the same server do not all
    /// retry at the same time.
    ///
    /// - Parameter attempt: the number of the failed attempt, from 1.
    func pause(after attempt: Int) -> Duration {
        backoff.pause(after: attempt) * Double.random(in: 0.75...1.25)
    }
}

/// The reason why an event could not be delivered.
enum HookFailure: Error, Equatable, CustomStringConvertible {
    case couldNotStart(String)
    case tookTooLong(seconds: Int)
    /// A program ended with a status other than 0. Contains the end of its output.
    case exited(status: Int32, outputTail: String)
    /// A server could not be reached. Contains curl's message.
    case unreachable(String)
    /// A server responded with a status other than 200 to 299. Contains the time in `Retry-After`, if there was one.
    case refused(status: Int, retryAfter: Duration?)

    /// Whether a retry may succeed.
    var isTransient: Bool {
        guard case .refused(let status, _) = self else { return true }
        return !(400..<500).contains(status) || [408, 425, 429].contains(status)
    }

    /// The time in the server's `Retry-After`. Nil if there is none.
    var retryAfter: Duration? {
        if case .refused(_, let time) = self { time } else { nil }
    }

    var description: String {
        switch self {
        case .couldNotStart(let reason): "it cannot be started (\(reason)); check its path and permissions"
        case .tookTooLong(let seconds): "it took longer than \(seconds) s and was terminated"
        case .exited(let status, let outputTail):
            "it ended with status \(status)" + (outputTail.isEmpty ? "" : ": \(outputTail.suffix(300))")
        case .unreachable(let reason): "it cannot be reached: \(reason)"
        case .refused(let status, _): "it answered with status \(status)"
        }
    }
}

extension HookTarget {
    /// The name of the target for the log. It does not include the path of a webhook, which is a secret.
    var name: String {
        switch self {
        case .command(let words): words.first ?? ""
        case .post(let url, _):
            URLComponents(string: url).map { parts in
                "\(parts.scheme ?? "")://\(parts.host ?? "")\(parts.port.map { ":\($0)" } ?? "")/…"
            } ?? "a webhook"
        }
    }

    /// Makes one attempt to deliver an event.
    ///
    /// - Throws: `HookFailure`, or `CancellationError`.
    func deliver(_ event: HookEvent, within seconds: Int) async throws {
        switch self {
        case .command(let words):
            let environment = ["STICKERD_EVENT": event.event.rawValue].merging(Self.environment) { own, _ in own }
            let process = ShortProcess(command: words, environment: environment, limit: .seconds(seconds))
            let ending = try await Self.run(process, reading: event.json, seconds: seconds)
            guard ending.status == 0 else {
                throw HookFailure.exited(status: ending.status, outputTail: ending.complaint)
            }
        case .post(let url, let format):
            try await WebhookRequest(url: url, body: event.body(format)).send(within: seconds)
        }
    }

    /// The environment of the programs that receive events.
    static let environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"]

    static func run(
        _ process: ShortProcess, reading input: [UInt8], seconds: Int
    ) async throws -> ShortProcess.Ending {
        do {
            return try await process.run(reading: input)
        } catch ShortProcess.Failure.couldNotStart(let reason) {
            throw HookFailure.couldNotStart(reason)
        } catch ShortProcess.Failure.tookTooLong {
            throw HookFailure.tookTooLong(seconds: seconds)
        }
    }
}
