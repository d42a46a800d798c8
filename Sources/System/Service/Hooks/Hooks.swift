import Glibc
import Logging
import StickerConfiguration
import Synchronization

/// Sends events to programs and webhooks, without blocking the caller.
///
///     try await Hooks.withHooks(configuration.hooks, logger: logger, metrics: metrics) { hooks in
///         hooks.notify(.published(stickers, pack: "cats", report: report))
///     }
package final class Hooks: Sendable {
    private struct State {
        var settings = HookSettings()
        var queues: [HookTarget: HookQueue] = [:]
    }

    private let state = Mutex(State())
    private let deliveries: AsyncStream<HookDelivery>
    private let newDeliveries: AsyncStream<HookDelivery>.Continuation
    private let timing: HookTiming
    private let logger: Logger
    private let metrics: Metrics

    private init(timing: HookTiming, logger: Logger, metrics: Metrics) {
        (deliveries, newDeliveries) = AsyncStream.makeStream()
        self.timing = timing
        self.logger = logger
        self.metrics = metrics
    }

    /// Runs `body` with hooks. After `body` has ended, by returning, by an error or by cancellation, queued events
    /// are still delivered for a limited time.
    ///
    /// From the first call on, the whole process ignores SIGPIPE, because a program that does not read its input must
    /// not end the service.
    ///
    /// - Parameter drainLimit: the maximum time for deliveries after `body` has ended.
    package static func withHooks<Value: Sendable>(
        _ settings: HookSettings, drainLimit: Duration = .seconds(5), logger: Logger, metrics: Metrics,
        isolation: isolated (any Actor)? = #isolation, _ body: (Hooks) async throws -> Value
    ) async throws -> Value {
        try await withHooks(
            settings, timing: HookTiming(), drainLimit: drainLimit, logger: logger, metrics: metrics, body)
    }

    /// Does the same as the function above, but with other delays.
    package static func withHooks<Value: Sendable>(
        _ settings: HookSettings, timing: HookTiming, drainLimit: Duration, logger: Logger, metrics: Metrics,
        isolation: isolated (any Actor)? = #isolation, _ body: (Hooks) async throws -> Value
    ) async throws -> Value {
        signal(SIGPIPE, SIG_IGN)
        let hooks = Hooks(timing: timing, logger: logger, metrics: metrics)
        hooks.use(settings)
        // This is not a child task, because it must continue after the current task is cancelled.
        let work = Task { await hooks.run() }
        do {
            let value = try await body(hooks)
            await hooks.finish(work, within: drainLimit)
            return value
        } catch {
            await hooks.finish(work, within: drainLimit)
            throw error
        }
    }

    /// Adds an event to the queues of its targets, and returns immediately.
    package func notify(_ event: HookEvent) {
        let queues = state.withLock { state in state.settings.targets(of: event.event).compactMap { state.queues[$0] } }
        for queue in queues {
            guard let dropped = queue.add(event) else { continue }
            metrics.count(.hookEventsDropped)
            logger.warning(
                "Too many events wait for a hook; the oldest was dropped", metadata: ["event": "\(dropped.event)"])
        }
    }

    /// Applies new settings. The queue of a removed target is closed, and its events are still delivered. If the time
    /// limit or the number of retries changes, all queues are replaced in this way. Otherwise, the other targets keep
    /// their queues.
    package func use(_ settings: HookSettings) {
        state.withLock { state in
            let hasOtherLimits =
                state.settings.seconds != settings.seconds || state.settings.retries != settings.retries
            let wanted = Set(HookEvent.Kind.allCases.flatMap { settings.targets(of: $0) })
            for (target, queue) in state.queues where hasOtherLimits || !wanted.contains(target) {
                queue.close()
                state.queues[target] = nil
            }
            for target in wanted where state.queues[target] == nil {
                let queue = HookQueue()
                state.queues[target] = queue
                newDeliveries.yield(
                    HookDelivery(
                        target: target, queue: queue, seconds: settings.seconds, retries: settings.retries,
                        timing: timing, logger: logger, metrics: metrics))
            }
            state.settings = settings
        }
    }

    private func run() async {
        await withDiscardingTaskGroup { group in
            for await delivery in deliveries { group.addTask { await delivery.run() } }
        }
    }

    private func finish(_ work: Task<Void, Never>, within limit: Duration) async {
        state.withLock { $0.queues.values.forEach { $0.close() } }
        newDeliveries.finish()
        let timer = Task {
            try await Task.sleep(for: limit)
            work.cancel()
        }
        await work.value
        timer.cancel()
    }
}

extension HookSettings {
    /// The targets that receive a kind of event.
    func targets(of kind: HookEvent.Kind) -> [HookTarget] {
        switch kind {
        case .published: onPublished
        case .rejected: onRejected
        case .sentBack: onSentBack
        case .problem: onProblem
        case .rebuilt: onRebuilt
        }
    }
}
