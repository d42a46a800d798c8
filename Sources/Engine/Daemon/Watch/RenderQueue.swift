import ControlSocket
import FileAccess
import Intake

/// Renders what the loop wants, the newest first, so that a long backlog starves nobody who waits for a drop.
actor RenderQueue {
    /// A rendering that came to an end.
    struct Done: Sendable {
        var path: String
        var fingerprint: String
        var outcome: SourceRenderer.Outcome
        /// How long it took, without the time in the queue.
        var took: Duration
    }

    private struct Waiting {
        var task: RenderTask
        /// Counts the calls of `want`; later ones are newer.
        var round: Int
    }

    private struct Running {
        var path: String
        var start: ContinuousClock.Instant
        var task: Task<Void, Never>
    }

    private let renderer: SourceRenderer
    private let jobs: Int
    private let inbox: Inbox
    private var waiting: [String: Waiting] = [:]
    private var running: [String: Running] = [:]
    /// Finished, and the loop may not have heard of it yet.
    private var delivered: Set<String> = []
    private var round = 0
    private var isHeld = false

    /// - Parameters:
    ///   - jobs: how many are rendered at once.
    ///   - inbox: where results, and failures of the environment, go.
    init(renderer: SourceRenderer, jobs: Int, inbox: Inbox) {
        self.renderer = renderer
        self.jobs = jobs
        self.inbox = inbox
    }

    /// How many wait or are being rendered.
    var depth: Int { waiting.count + running.count }

    /// How many wait, and what is being rendered, by path.
    var activity: (waiting: Int, rendering: [EngineStatus.Rendering]) {
        let now = ContinuousClock.now
        let rendering = running.values.map {
            EngineStatus.Rendering(path: $0.path, seconds: Int($0.start.duration(to: now) / .seconds(1)))
        }
        return (waiting.count, rendering.sorted { $0.path < $1.path })
    }

    /// Whether there is work for all workers for a while.
    var isBusy: Bool { waiting.count > jobs * 2 }

    /// Says everything that is wanted now, by fingerprint: what is new is queued, what is no longer wanted is dropped.
    ///
    /// - Parameter heard: what the loop has heard of since it asked last.
    func want(_ tasks: [RenderTask], heard: Set<String>) {
        round += 1
        delivered.subtract(heard)
        let wanted = Dictionary(tasks.map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
        waiting = waiting.filter { wanted[$0.key] != nil }
        for (fingerprint, running) in running where wanted[fingerprint] == nil { running.task.cancel() }
        // What was cancelled and is wanted again waits until it has ended.
        for (fingerprint, task) in wanted
        where running[fingerprint]?.task.isCancelled != false && !delivered.contains(fingerprint) {
            waiting[fingerprint] = Waiting(task: task, round: waiting[fingerprint]?.round ?? round)
        }
        startMore()
    }

    /// Goes on, after a failure of the environment has stopped it.
    func release() {
        guard isHeld else { return }
        isHeld = false
        startMore()
    }

    /// Stops everything and waits until it has stopped.
    func stop() async {
        isHeld = true
        waiting = [:]
        for running in running.values { running.task.cancel() }
        for running in running.values { await running.task.value }
    }

    private func startMore() {
        while !isHeld, running.count < jobs,
            let next = waiting.lazy.filter({ [running] in running[$0.key] == nil }).max(by: RenderQueue.isLessUrgent)
        {
            waiting[next.key] = nil
            let task = next.value.task
            running[next.key] = Running(
                path: task.path, start: .now, task: Task { await self.render(task) })
        }
    }

    /// The newest first; of those, the smallest, since it is done soonest.
    private static func isLessUrgent(_ one: (key: String, value: Waiting), _ other: (key: String, value: Waiting))
        -> Bool
    {
        (one.value.round, -one.value.task.art.stamp.size, other.key)
            < (other.value.round, -other.value.task.art.stamp.size, one.key)
    }

    private func render(_ task: RenderTask) async {
        let start = ContinuousClock.now
        let news: (inout Inbox.Mail) -> Void
        do {
            let outcome = try await renderer.outcome(of: task)
            let done = Done(
                path: task.path, fingerprint: task.fingerprint, outcome: outcome, took: start.duration(to: .now)
            )
            delivered.insert(task.fingerprint)
            waiting[task.fingerprint] = nil
            news = { $0.renderOutcomes.append(done) }
        } catch is CancellationError {
            // Nobody wants it any more.
            news = { _ in }
        } catch {
            isHeld = true
            news = { $0.failures.append(error) }
        }
        // First, so that whoever hears of it finds the queue as it is now.
        running[task.fingerprint] = nil
        startMore()
        inbox.post(news)
    }
}
