import BuildEngine
import Decisions
import DropWatcher
import Logging
import Service
import StickerConfiguration
import StickerManifest
import Synchronization

/// Passes the events of a watch to the console, the metrics, the hooks and the service manager.
final class WatchEventDispatcher: Sendable {
    private let drop: String
    private let report: String
    private let logger: Logger
    private let metrics: Metrics
    private let health: Health
    private let heartbeat: Heartbeat
    private let notifier: ServiceNotifier
    private let hooks: Hooks
    private let console: WatchConsole
    private let lastWatch = Mutex<WatchStatus?>(nil)

    init(
        configuration: Configuration, metrics: Metrics, health: Health, heartbeat: Heartbeat,
        notifier: ServiceNotifier, hooks: Hooks, console: WatchConsole, logger: Logger
    ) {
        drop = configuration.drop
        self.logger = logger
        report = configuration.out + "/report.html"
        self.metrics = metrics
        self.health = health
        self.heartbeat = heartbeat
        self.notifier = notifier
        self.hooks = hooks
        self.console = console
    }

    func handle(_ event: WatchEvent) {
        console.handle(event, drop: drop, logger: logger)
        switch event {
        case .turned: heartbeat.beat()
        case .ready: notifier.ready()
        case .published(let published): handle(published)
        case .rejected(let source): handle(source)
        case .sentBack(let sticker): handle(sticker)
        case .yielded(let state): metrics.count(.sources, state.rawValue)
        case .manifestReplaced: metrics.count(.publications)
        case .workerRestarted: metrics.count(.workerRestarts)
        case .retired: metrics.count(.sources, "removed")
        case .rendered(_, let took): metrics.observe(.rendering, took)
        case .problem(let text):
            metrics.count(.problems, "environment")
            health.set(text, about: "environment")
            hooks.notify(.problem(text, report: report))
            notifier.status(text)
        case .frozen(let text):
            health.set(text, about: "drop")
            hooks.notify(.problem(text, report: report))
            notifier.status(text)
        case .decisionsLost(let text):
            health.set(text, about: "decisions")
            guard let text else { break }
            metrics.count(.problems, "decisions")
            hooks.notify(.problem(text, report: report))
            notifier.status(text)
        case .watchStalled(let text):
            health.set(text, about: "watch")
            guard let text else { break }
            metrics.count(.problems, "watch")
            hooks.notify(.problem(text, report: report))
            notifier.status(text)
        case .recovered: health.set(nil, about: "environment")
        case .progress(let progress): handle(progress)
        case .thawed: health.set(nil, about: "drop")
        case .farm(let jobs): metrics.show { EngineMetrics.families(jobs.work) }
        case .waiting, .unused, .notice, .unapproved, .publication: break
        }
    }

    private func handle(_ published: WatchEvent.Published) {
        metrics.count(.sources, "published")
        if let latency = published.latency { metrics.observe(.dropToManifest, latency) }
        let sticker = published.sticker
        guard let largest = sticker.renditions.first(where: { $0.scale == 3 }) else { return }
        hooks.notify(
            .published(
                [HookEvent.Sticker(id: sticker.id, label: sticker.label, path: largest.path, bytes: largest.bytes)],
                pack: published.pack, report: report))
    }

    private func handle(_ source: RejectedSource) {
        metrics.count(.sources, "rejected")
        let errors = source.findings.filter { $0.level == .error }
        for finding in errors { metrics.count(.rejections, finding.rule) }
        guard let finding = errors.first else { return }
        hooks.notify(
            .rejected(
                [HookEvent.Rejection(path: source.path, reason: finding.message, fix: finding.fix)],
                pack: source.pack, report: report))
    }

    private func handle(_ sticker: SentBackSticker) {
        hooks.notify(
            .sentBack(
                [
                    HookEvent.SentBack(
                        id: sticker.id, path: sticker.path, reviewer: sticker.decision.reviewer,
                        comment: sticker.decision.comment, decided: sticker.decision.decided ?? "")
                ], pack: sticker.pack, report: report))
    }

    private func handle(_ progress: WatchProgress) {
        metrics.set(.queueDepth, to: Double(progress.queued))
        metrics.set(.waiting, to: Double(progress.waiting))
        metrics.set(.publishedStickers, to: Double(progress.published))
        metrics.set(.frozen, to: progress.isFrozen ? 1 : 0)
        metrics.set(.watchedFolders, to: Double(progress.watch.folders))
        let last = lastWatch.withLock { last in
            defer { last = progress.watch }
            return last
        }
        metrics.count(.overflows, by: progress.watch.overflows - (last?.overflows ?? 0))
        metrics.count(.rescans, by: progress.watch.rescans - (last?.rescans ?? 0))
        if !progress.isFrozen, health.report.isGood {
            notifier.status(
                "\(progress.published) stickers, \(progress.queued) to render, \(progress.waiting) waiting")
        }
    }
}
