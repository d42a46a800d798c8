import ControlSocket
import DropWatcher
import EngineSupport
import Foundation
import JobModel
import Logging
import Publishing
import StateDatabase
import StickerCatalog
import StickerConfiguration

/// Watches the drop folder for as long as its task lives, and keeps the output folder in line with it.
package struct WatchRun: Sendable {
    package let configuration: Configuration
    /// How the workers are started.
    package let command: WorkerCommand
    /// The longest that the loop goes without a sign of life.
    package let pulse: Duration
    /// Yields when somebody decided about a sticker, so that the manifest follows at once and not at the next round.
    package let decisions: AsyncStream<Void>?
    package let logger: Logger
    package private(set) var observer: @Sendable (WatchEvent) -> Void

    package init(
        configuration: Configuration, command: WorkerCommand, pulse: Duration = .seconds(30),
        decisions: AsyncStream<Void>? = nil, logger: Logger = .silent,
        observer: @escaping @Sendable (WatchEvent) -> Void
    ) {
        self.configuration = configuration
        self.command = command
        self.pulse = pulse
        self.decisions = decisions
        self.logger = logger
        self.observer = observer
    }

    /// Runs until the task is cancelled, and then returns: what was finished is published or in the ledgerEntries, and what was
    /// under way is taken up at the next start.
    ///
    /// - Throws: `DaemonError` or `IntakeError` when it cannot start: another stickerd has the output, or a folder cannot
    ///   be used. Once it runs, whatever fails is tried again.
    package func run() async throws {
        let backgrounds = try configuration.resolvedBackgrounds()
        try OutputFolder(configuration.out).refuseOtherThanFolder()
        let lock = try YieldingLock(configuration)
        let status = StatusRecorder(configuration, workers: BuildRun.workers(configuration.jobs))
        var run = self
        run.observer = { [observer] event in
            status.record(event)
            observer(event)
        }
        try await ControlServer.withServer(
            folder: configuration.stateFolder,
            notice: { error in
                observer(.notice("There is no control socket, so `stickerd status` cannot ask this watch: \(error)."))
            },
            handler: { try await status.response(to: $0) }
        ) { [run] in
            try await run.watchOutput(lock, backgrounds: backgrounds, status: status)
        }
    }

    private func watchOutput(_ lock: YieldingLock, backgrounds: [Background], status: StatusRecorder) async throws {
        let (ledger, notice) = try await Ledger.open(folder: configuration.stateFolder)
        if let notice { observer(.notice(notice)) }
        do {
            try await RollbackRun(configuration: configuration, notice: { [observer] in observer(.notice($0)) })
                .completeInterrupted(ledger: ledger)
        } catch let error as DaemonError {
            // Nothing is published while the hold is there; it is completed at the next start or by the next build.
            observer(.notice("An interrupted rollback could not be completed: \(error)"))
        }
        let publisher = Publisher(out: configuration.out)
        publisher.clearLeftovers(sparing: Staging.isInUse)
        let staging = Staging(publisher: publisher)
        defer { staging.close() }
        let previous = PublishedCatalog.read(publisher) { observer(.notice($0)) }
        let jobs = BuildRun.workers(configuration.jobs)
        // One more than there are renderings at a time: for sheets and icons.
        try await StickerPool.withWorkers(
            count: jobs + 1, command: command.confined(for: configuration, staging: publisher.workFolder),
            logger: logger, onRestart: { [observer] in observer(.workerRestarted) }
        ) { pool in
            let identity = try await RendererIdentification(
                command: command, stateFolder: configuration.stateFolder, logger: logger
            ).identity(asking: pool)
            let context = WatchContext(
                configuration: configuration, backgrounds: backgrounds, identity: identity, pool: pool,
                publisher: publisher, staging: staging, ledger: ledger, lock: lock,
                results: ResultsCache(
                    KnownResults(
                        ledger: ledger, previous: previous, notice: { [observer] in observer(.notice($0)) })),
                approvals: InheritedApprovals(
                    Reviews(), catalog: previous, requiresApproval: configuration.requireApproval,
                    command: command.confined(for: configuration, staging: publisher.workFolder), logger: logger,
                    notice: { [observer] in observer(.notice($0)) }),
                pulse: pulse,
                observer: observer, status: status)
            try await watch(context, previous: previous, jobs: jobs)
        }
    }

    private func watch(_ context: WatchContext, previous: Catalog?, jobs: Int) async throws {
        let inbox = Inbox()
        let settings = configuration.watch
        let watch = try DropWatch(
            root: configuration.drop, mode: settings.mode, pollInterval: .seconds(settings.pollSeconds),
            rescanInterval: .seconds(settings.rescanSeconds), logger: logger)
        let renderer = SourceRenderer(
            pool: context.pool, staging: context.staging, timeLimit: .seconds(configuration.limits.seconds),
            approvals: context.approvals)
        let queue = RenderQueue(renderer: renderer, jobs: jobs, inbox: inbox)
        context.status.record(queue: queue)
        var loop = try await WatchEngine(
            context: context, queue: queue, inbox: inbox, watch: watch, previous: previous)
        let wakeups = WakeupFIFO(folder: configuration.stateFolder) { inbox.post { $0.hasGuest = true } }
        defer { withExtendedLifetime(wakeups) {} }
        try await watch.start()
        let ear = Task {
            for await event in watch.events { inbox.post { $0.events.append((event, .now)) } }
        }
        let bell = decisions.map { decisions in
            Task {
                for await _ in decisions { inbox.post { $0.hasDecisions = true } }
            }
        }
        defer { bell?.cancel() }
        do {
            try await loop.run()
        } catch is CancellationError {}
        await watch.stop()
        await ear.value
        await queue.stop()
        await loop.sheets.stop()
        await loop.icons.stop()
    }
}
