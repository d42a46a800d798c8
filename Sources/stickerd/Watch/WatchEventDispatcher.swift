import Daemon
import Logging
import Service
import StickerCatalog
import StickerConfiguration
import Synchronization

/// Passes on what happens while watching: to people, to the figures, to the hooks and to the service manager.
final class WatchTeller: Sendable {
    private let drop: String
    private let report: String
    private let logger: Logger
    private let metrics: Metrics
    private let health: Health
    private let heartbeat: Heartbeat
    private let notifier: ServiceNotifier
    private let hooks: Hooks
    private let narrator: WatchNarrator
    private let lastWatch = Mutex<WatchStatus?>(nil)

    init(
        configuration: Configuration, metrics: Metrics, health: Health, heartbeat: Heartbeat,
        notifier: ServiceNotifier, hooks: Hooks, narrator: WatchNarrator, logger: Logger
    ) {
        drop = configuration.drop
        self.logger = logger
        report = configuration.out + "/report.html"
        self.metrics = metrics
        self.health = health
        self.heartbeat = heartbeat
        self.notifier = notifier
        self.hooks = hooks
        self.narrator = narrator
    }

    func tell(_ event: WatchEvent) {
        narrator.tell(event, drop: drop, logger: logger)
        switch event {
        case .turned: heartbeat.beat()
        case .ready: notifier.ready()
        case .published(let published): tell(published)
        case .rejected(let source): tell(source)
        case .yielded(let state): metrics.count(.sources, state.rawValue)
        case .manifestReplaced: metrics.count(.publications)
        case .workerRestarted: metrics.count(.workerRestarts)
        case .retired: metrics.count(.sources, "removed")
        case .rendered(_, let took): metrics.observe(.rendering, took)
        case .problem(let text):
            metrics.count(.problems, "environment")
            health.set(text, about: "environment")
            hooks.tell(.problem(text, report: report))
            notifier.status(text)
        case .frozen(let text):
            health.set(text, about: "drop")
            hooks.tell(.problem(text, report: report))
            notifier.status(text)
        case .decisionsLost(let text):
            health.set(text, about: "decisions")
            guard let text else { break }
            metrics.count(.problems, "decisions")
            hooks.tell(.problem(text, report: report))
            notifier.status(text)
        case .recovered: health.set(nil, about: "environment")
        case .progress(let progress): tell(progress)
        case .thawed: health.set(nil, about: "drop")
        case .waiting, .unused, .notice, .unapproved: break
        }
    }

    private func tell(_ published: WatchEvent.Published) {
        metrics.count(.sources, "published")
        if let latency = published.latency { metrics.observe(.dropToManifest, latency) }
        let sticker = published.sticker
        guard let largest = sticker.renditions.first(where: { $0.scale == 3 }) else { return }
        hooks.tell(
            .published(
                [HookEvent.Sticker(id: sticker.id, label: sticker.label, path: largest.path, bytes: largest.bytes)],
                pack: published.pack, report: report))
    }

    private func tell(_ source: RejectedSource) {
        metrics.count(.sources, "rejected")
        let errors = source.findings.filter { $0.level == .error }
        for finding in errors { metrics.count(.rejections, finding.rule) }
        guard let finding = errors.first else { return }
        hooks.tell(
            .rejected(
                [HookEvent.Rejection(path: source.path, reason: finding.message, mend: finding.mend)],
                pack: source.pack, report: report))
    }

    private func tell(_ progress: WatchProgress) {
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
