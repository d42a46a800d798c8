import ControlSocket
import DropWatcher
import EngineSupport
import Foundation
import JobModel
import Logging
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest
import WorkerPool

/// Watches the drop folder and keeps the output folder up to date, until the task is cancelled.
package struct WatchRun: Sendable {
    private let workers: ConfiguredWorkers
    /// The longest time between two cycles of the main loop.
    package let pulse: Duration
    /// The queue in which other tasks add events, such as a decision about a sticker.
    package let events: EventQueue
    /// The maximum number of loaded stickers. If more are loaded, unchanged packs come to rest to save memory.
    package let mostLoaded: Int
    package let timing: WatchTiming
    package let clock: WatchClock
    package private(set) var observer: @Sendable (WatchEvent) -> Void

    package init(
        configuration: Configuration, command: WorkerCommand, pulse: Duration = .seconds(30),
        events: EventQueue = EventQueue(), mostLoaded: Int = 5_000, timing: WatchTiming = WatchTiming(),
        clock: WatchClock = .system, logger: Logger = .silent,
        observer: @escaping @Sendable (WatchEvent) -> Void
    ) {
        workers = ConfiguredWorkers(configuration: configuration, command: command, logger: logger)
        self.pulse = pulse
        self.events = events
        self.mostLoaded = mostLoaded
        self.timing = timing
        self.clock = clock
        self.observer = observer
    }

    /// Runs until the task is cancelled. After a cancellation, finished work is published or stored in the state
    /// database. The next start repeats interrupted work. After a successful start, the watch retries after every
    /// failure.
    ///
    /// - Throws: `EngineError` or `IntakeError` if the watch cannot start, because another stickerd process uses the
    ///   output or a folder cannot be used.
    package func run() async throws {
        var replaced: OutputReplaced?
        var attempts = 0
        var hasProblem = false
        while true {
            do {
                return try await run(after: replaced, hasProblem: hasProblem)
            } catch let error as OutputReplaced {
                observer(.notice("\(error)"))
                (replaced, attempts, hasProblem) = (error, 0, false)
                // The events of the previous session are discarded.
                _ = await events.takeAll(waitingUntil: .now)
            } catch EngineError.outputInUse(let path, let holder) where replaced != nil {
                // The previous session may not have released its locks yet.
                attempts += 1
                guard attempts < WatchRun.mostAttempts else {
                    throw EngineError.outputInUse(path: path, holder: holder)
                }
            } catch let error where replaced != nil && !(error is CancellationError) {
                if !hasProblem { observer(.problem(WatchEngine.description(of: error))) }
                hasProblem = true
            }
            observer(.turned)
            do { try await clock.sleep(for: timing.restart) } catch { return }
        }
    }

    /// The maximum number of attempts to restart while the new output folder is in use.
    private static let mostAttempts = 5

    /// Runs one session, until the task is cancelled or the output is replaced.
    ///
    /// - Parameters:
    ///   - replaced: the reason why the previous session ended. Nil for the first session.
    ///   - hasProblem: whether a failed restart has already been reported.
    /// - Throws: `OutputReplaced`, and the errors of `run()`.
    private func run(after replaced: OutputReplaced?, hasProblem: Bool) async throws {
        let backgrounds = try configuration.resolvedBackgrounds()
        try OutputFolder(configuration.out).refuseOtherThanFolder()
        let lock = try await YieldingLock.take(configuration) {
            observer(.notice($0))
        } waiting: {
            observer(.turned)
        }
        let status = StatusRecorder(configuration, workers: BuildRun.renderings(configuration))
        if hasProblem { observer(.recovered) }
        var run = self
        run.observer = { [observer] event in
            status.record(event)
            observer(event)
        }
        try await ControlServer.withServer(
            folder: configuration.stateFolder,
            notice: { error in
                observer(
                    .notice(
                        "The control socket is not available, so `stickerd status` cannot ask this watch, and other "
                            + "commands wait longer for the output: \(error)."))
            },
            handler: { try await status.response(to: $0) },
            yielding: { [events] request in events.enqueue { $0.outputRequests.append(request) } }
        ) { [run] in
            try await run.watchOutput(lock, backgrounds: backgrounds, status: status, after: replaced)
        }
    }

    private func watchOutput(
        _ lock: YieldingLock, backgrounds: [Background], status: StatusRecorder, after replaced: OutputReplaced?
    ) async throws {
        let (ledger, warning) = try await Ledger.open(folder: configuration.stateFolder)
        let identity = OutputIdentity(configuration)
        if let warning { notice(warning) }
        if let manifest = replaced?.manifest {
            do {
                try await RollbackRun(configuration: configuration, notice: notice).restore(manifest, ledger: ledger)
            } catch let error where !(error is CancellationError) {
                notice("The published state could not be restored from its snapshot, so it is created again: \(error)")
            }
        }
        do {
            try await RollbackRun(configuration: configuration, notice: notice).completeInterrupted(ledger: ledger)
        } catch let error as EngineError {
            // The watch can start, because the publish hold of the rollback prevents publications. The next start or
            // build completes the rollback.
            notice("An interrupted rollback could not be completed: \(error)")
        }
        if FileSystemKind(of: configuration.stateFolder)?.remoteName == nil { try? await ledger.useWriteAheadLog() }
        let ending = await Result {
            try await watchOutput(
                lock, identity: identity, ledger: ledger, backgrounds: backgrounds, status: status)
        }
        // This work runs in a separate task, because the cancellation of the watch must not cancel it.
        await Task { try? await ledger.endWriteAheadLog() }.value
        try ending.get()
    }

    private func watchOutput(
        _ lock: YieldingLock, identity outputIdentity: OutputIdentity, ledger: Ledger, backgrounds: [Background],
        status: StatusRecorder
    ) async throws {
        let publisher = Publisher(out: configuration.out)
        publisher.clearLeftovers(sparing: Staging.isInUse)
        let staging = Staging(publisher: publisher)
        defer { staging.close() }
        let jobs = BuildRun.workers(configuration.jobs)
        // One worker is added to the number of parallel renderings, for sheets and icons.
        try await workers.publishing(
            count: jobs + 1, folders: configuration.jobFolders(backgrounds), purpose: .watch,
            notice: notice,
            onRestart: { [observer] in observer(.workerRestarted) }
        ) { pool in
            status.record(pool: pool)
            if let farm = pool.farm { observer(.farm(farm)) }
            let identity = try await workers.identification.identity(asking: pool, notice: notice)
            let context = WatchContext(
                recipes: Recipes(configuration: configuration, backgrounds: backgrounds, identity: identity),
                pool: pool, staging: staging, ledger: ledger, lock: lock, outputIdentity: outputIdentity,
                approvals: workers.approvals(Reviews(), catalog: nil, notice: notice), pulse: pulse,
                mostLoaded: mostLoaded, timing: timing, clock: clock, status: status, observer: observer)
            try await watch(context, jobs: BuildRun.renderings(configuration))
        }
    }

    private var notice: @Sendable (String) -> Void { { [observer] in observer(.notice($0)) } }

    private var configuration: Configuration { workers.configuration }

    private func watch(_ context: WatchContext, jobs: Int) async throws {
        let settings = configuration.watch
        let watch = try DropWatch(
            root: configuration.drop, mode: settings.mode, pollInterval: .seconds(settings.pollSeconds),
            rescanInterval: .seconds(settings.rescanSeconds), logger: workers.logger,
            observer: { [events] event in events.enqueue { $0.drops.add(event) } })
        let renderer = SourceRenderer(
            pool: context.pool, staging: context.staging, approvals: context.approvals)
        let queue = RenderQueue(jobs: jobs, events: events) { try await renderer.outcome(of: $0) }
        context.status.record(queue: queue)
        context.status.record(watch: watch)
        // The watch of the drop folder starts before the first listing, so that no change is missed.
        try await watch.start()
        var loop = try await WatchEngine(
            context: context, queue: queue, events: events, watch: watch, start: try await start(context))
        var replaced: OutputReplaced?
        do {
            try await loop.run()
        } catch let error as OutputReplaced {
            replaced = error
        } catch is CancellationError {}
        await watch.stop()
        await queue.stop()
        await loop.sheets.stop()
        await loop.icons.stop()
        // If the output was replaced, the final state is not saved, because it describes folders that no longer exist.
        if let replaced { throw replaced }
        // This work runs in a separate task, because the cancellation of the watch must not cancel it.
        await Task { [loop] in
            var loop = loop
            await loop.finish()
        }.value
    }

    private func start(_ context: WatchContext) async throws -> WatchStart {
        let check = UpToDateCheck(recipes: context.recipes)
        if let resting = try await WatchStart.resting(check, publisher: context.publisher, ledger: context.ledger) {
            return resting
        }
        return try await WatchStart.everything(context.publisher, ledger: context.ledger, notice: notice)
    }
}
