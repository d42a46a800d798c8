import ControlSocket
import FileAccess
import Intake

/// Renders sources in the background, the newest first, so that a backlog does not delay a new source.
package actor RenderQueue {
    /// A finished rendering.
    package struct Done: Sendable {
        package var path: String
        package var fingerprint: String
        package var outcome: SourceRenderer.Outcome
        /// The duration of the rendering, without the time in the queue.
        package var took: Duration
    }

    private struct Waiting {
        var task: RenderTask
        /// The number of the call of `want` that added the job.
        var round: Int
    }

    private struct Running {
        var path: String
        var start: ContinuousClock.Instant
        var task: Task<Void, Never>
    }

    private let render: @Sendable (RenderTask) async throws -> SourceRenderer.Outcome
    private let jobs: Int
    private let events: EventQueue
    private var waiting: [String: Waiting] = [:]
    /// The fingerprints of the waiting jobs, the most urgent last. May include jobs that have been dropped.
    private var order: [String] = []
    private var running: [String: Running] = [:]
    /// The fingerprints of finished jobs whose results the watch may not have received yet.
    private var delivered: Set<String> = []
    private var round = 0
    private var isHeld = false

    /// - Parameters:
    ///   - jobs: the maximum number of sources that are rendered at the same time.
    ///   - events: receives results and failures of the environment.
    ///   - render: renders a source, or throws if the environment fails.
    package init(
        jobs: Int, events: EventQueue, render: @escaping @Sendable (RenderTask) async throws -> SourceRenderer.Outcome
    ) {
        self.render = render
        self.jobs = jobs
        self.events = events
    }

    /// The number of waiting and running jobs.
    package var depth: Int { waiting.count + running.count }

    /// The number of waiting jobs, and the running jobs sorted by path.
    var activity: (waiting: Int, rendering: [EngineStatus.Rendering]) {
        let now = ContinuousClock.now
        let rendering = running.values.map {
            EngineStatus.Rendering(path: $0.path, seconds: Int($0.start.duration(to: now) / .seconds(1)))
        }
        return (waiting.count, rendering.sorted { $0.path < $1.path })
    }

    /// Whether the number of waiting jobs is more than twice the number of parallel jobs.
    var isBusy: Bool { waiting.count > jobs * 2 }

    /// Sets the tasks to render. New tasks are queued. Tasks that are no longer in the list are dropped or cancelled.
    ///
    /// - Parameter taken: the fingerprints of the results that the watch has received since its last call.
    package func want(_ tasks: [RenderTask], taken: Set<String>) {
        round += 1
        delivered.subtract(taken)
        let wanted = Dictionary(tasks.map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
        waiting = waiting.filter { wanted[$0.key] != nil }
        for (fingerprint, running) in running where wanted[fingerprint] == nil { running.task.cancel() }
        // If a cancelled job is requested again, it is queued until its cancellation is complete.
        for (fingerprint, task) in wanted
        where running[fingerprint]?.task.isCancelled != false && !delivered.contains(fingerprint) {
            waiting[fingerprint] = Waiting(task: task, round: waiting[fingerprint]?.round ?? round)
        }
        order = waiting.sorted(by: RenderQueue.isLessUrgent).map(\.key)
        startMore()
    }

    /// Continues after a failure of the environment, which stops the queue.
    package func release() {
        guard isHeld else { return }
        isHeld = false
        startMore()
    }

    /// Cancels all jobs, and waits until they have ended.
    package func stop() async {
        isHeld = true
        waiting = [:]
        for running in running.values { running.task.cancel() }
        for running in running.values { await running.task.value }
    }

    private func startMore() {
        while !isHeld, running.count < jobs, let (fingerprint, task) = takeNext() {
            running[fingerprint] = Running(
                path: task.path, start: .now, task: Task { await self.run(task) })
        }
    }

    /// Removes and returns the most urgent job. Skips a job whose cancelled predecessor is still running.
    private func takeNext() -> (fingerprint: String, task: RenderTask)? {
        while let last = order.last, waiting[last] == nil { order.removeLast() }
        guard let place = order.lastIndex(where: { waiting[$0] != nil && running[$0] == nil }) else { return nil }
        let fingerprint = order.remove(at: place)
        return waiting.removeValue(forKey: fingerprint).map { (fingerprint, $0.task) }
    }

    /// Whether `one` is less urgent than `other`. A newer job is more urgent. If two jobs are equally new, the
    /// one with the smaller file is more urgent.
    private static func isLessUrgent(_ one: (key: String, value: Waiting), _ other: (key: String, value: Waiting))
        -> Bool
    {
        (one.value.round, -one.value.task.art.stamp.size, other.key)
            < (other.value.round, -other.value.task.art.stamp.size, one.key)
    }

    private func run(_ task: RenderTask) async {
        let start = ContinuousClock.now
        let news: (inout EventQueue.Events) -> Void
        do {
            let outcome = try await render(task)
            let done = Done(
                path: task.path, fingerprint: task.fingerprint, outcome: outcome, took: start.duration(to: .now)
            )
            delivered.insert(task.fingerprint)
            waiting[task.fingerprint] = nil
            news = { $0.renderOutcomes.append(done) }
        } catch is CancellationError {
            // The job is no longer wanted.
            news = { _ in }
        } catch {
            isHeld = true
            news = { $0.failures.append(error) }
        }
        // The queue is updated before the event is sent, so that the receiver sees the current state of the queue.
        running[task.fingerprint] = nil
        startMore()
        events.enqueue(news)
    }
}
