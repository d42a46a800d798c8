import ControlSocket
import DropWatcher
import EngineSupport
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// The main loop of a watch. It lists the drop folder after changes, renders new sources, and publishes the results.
///
/// The engine is level-triggered, not edge-triggered: an event only determines which folders are listed, and every
/// cycle uses their current content. A repeated event therefore only takes time, and a lost event only delays a source.
/// One task owns the engine.
package struct WatchEngine {
    let context: WatchContext
    let queue: RenderQueue
    let events: EventQueue
    let watch: DropWatch

    /// The packs at rest. Nil if all packs are loaded.
    var resting: RestingPacks?
    /// The large packs, which are loaded while the watch is idle.
    var largePacks: LargePacks
    /// The content of the drop folder, and the plans of its packs.
    var library = LibraryState()
    var stabilizer: WriteStabilizer
    var sources: SourceTable
    var renders = RenderState()
    var published: PublishedState
    package var removal: RemovalState
    /// The decisions of reviewers.
    var reviews: ReviewState
    var sheets: SheetState
    var icons: IconState
    var feedback: FeedbackFiles
    var report: ReportState
    /// The record of the last complete state, from which the next start finds packs at rest.
    var completion = CompletionState()
    /// The amount of work since the last publication.
    var work = PublishWork()
    var reported = ReportedStatus()
    var schedule: WatchSchedule
    var health: EnvironmentHealth
    package var output: OutputState
    /// A number that increases whenever the state is read again. Results of earlier generations are discarded.
    var generation = 0

    package init(context: WatchContext, queue: RenderQueue, events: EventQueue, watch: DropWatch, start: WatchStart)
        async throws
    {
        let settings = context.configuration.watch
        self.context = context
        self.queue = queue
        self.events = events
        self.watch = watch
        output = OutputState(identity: context.outputIdentity, nextComparison: context.clock.now)
        health = EnvironmentHealth(context.timing)
        stabilizer = WriteStabilizer(
            quiet: .milliseconds(settings.quietMilliseconds), unfinished: context.timing.unfinished)
        removal = RemovalState(context.configuration)
        resting = start.resting
        largePacks = LargePacks(start.resting)
        feedback = try await WatchEngine.feedback(context, start)
        sources = SourceTable(digests: start.digests, entries: start.entries, catalog: start.catalog)
        sheets = SheetState(start, timing: context.timing)
        icons = IconState(start)
        reviews = ReviewState(folder: context.configuration.stateFolder) { [context] in context.notify(.notice($0)) }
        published = PublishedState(start)
        report = ReportState(start)
        schedule = WatchSchedule(listing: start.folders)
        recordStatus()
    }

    var clock: WatchClock { context.clock }
    var timing: WatchTiming { context.timing }

    private static func feedback(_ context: WatchContext, _ start: WatchStart) async throws -> FeedbackFiles {
        let settings = context.configuration
        let others = Set(start.resting?.ids.keys.map(\.self) ?? [])
        return try await BlockingExecutor.run {
            FeedbackFiles(
                drop: settings.drop, isOn: settings.watch.notes, besides: others, settings.texts)
        }
    }

    /// Resets the engine to an initial state.
    ///
    /// - Throws: `CancellationError`.
    mutating func begin(_ start: WatchStart) async throws {
        feedback = try await WatchEngine.feedback(context, start)
        resting = start.resting
        largePacks = LargePacks(start.resting)
        library = LibraryState()
        sources = SourceTable(digests: start.digests, entries: start.entries, catalog: start.catalog)
        sheets = SheetState(start, timing: context.timing)
        icons = IconState(start)
        published.begin(start)
        report = ReportState(start)
        reported.forgetFiles()
        schedule.begin(listing: start.folders)
        // Pending results belong to the previous generation.
        generation += 1
    }

    /// Runs cycles until the task is cancelled or the output is replaced. After a failure of the environment, the cycle
    /// is retried.
    ///
    /// - Throws: `CancellationError`, `OutputReplaced`.
    package mutating func run() async throws {
        var pulse = clock.now.advanced(by: context.pulse)
        while true {
            try Task.checkCancellation()
            let news = await events.takeAll(
                waitingUntil: min(schedule.earliest ?? pulse, pulse, output.nextComparison), clock: clock)
            try Task.checkCancellation()
            context.notify(.turned)
            var hasDecisions = false
            if clock.now >= output.nextComparison {
                try await compareOutput()
                // Another process may have stored decisions.
                hasDecisions = await reviews.isOutdated()
            }
            let due = schedule.expire(at: clock.now)
            if news.isEmpty, due.isEmpty, !hasDecisions, clock.now < pulse { continue }
            pulse = clock.now.advanced(by: context.pulse)
            reportStall()
            take(news)
            take(due: due)
            if let retry = health.retry, retry > clock.now {
                schedule[.retry] = retry
                continue
            }
            do {
                try await runCycle()
                let isIdle = await queue.depth == 0 && icons.task == nil
                if health.cycleSucceeded(isIdle: isIdle) { context.notify(.recovered) }
            } catch let error as CancellationError {
                throw error
            } catch {
                // `compareOutput` throws if the output was replaced, which is a likely cause of the failure.
                try await compareOutput()
                fail([error])
                try await yieldOutputLockWhileFailing()
            }
            if health.mayRender { await queue.release() }
        }
    }

    /// Checks the identity of the output and state folders.
    ///
    /// - Throws: `OutputReplaced` if a folder was removed or replaced.
    mutating func compareOutput() async throws {
        output.nextComparison = clock.now.advanced(by: timing.outputCheck)
        let configuration = context.configuration
        // If no thread is available, the next comparison checks the folders again.
        guard let now = try? await BlockingExecutor.run({ OutputIdentity(configuration) }),
            let path = output.identity.change(to: now)
        else { return }
        throw OutputReplaced(path: path, manifest: published.publication.map { Digest.sha256($0.catalog) })
    }

    /// Reports that changes of the drop folder are no longer detected, or are detected again.
    private mutating func reportStall() {
        let stall = watch.stall
        guard (stall == nil) != (reported.stall == nil) else { return }
        reported.stall = stall
        context.notify(.watchStalled(stall))
    }

    private mutating func take(_ news: EventQueue.Events) {
        var news = news
        for drop in news.drops.takeAll() { note(drop.event, at: drop.time) }
        for done in news.renderOutcomes { take(done) }
        library.plan(waitingFor: Set(news.renderOutcomes.map(\.fingerprint)))
        if !news.failures.isEmpty {
            health.workerFailed()
            fail(news.failures)
        }
        if let drawn = news.sheets, drawn.generation == generation { sheets.drawn = drawn.result }
        if let made = news.icons, made.generation == generation { take(icons: made.result) }
        output.requests += news.outputRequests
    }

    private mutating func take(due: Set<WatchSchedule.Deadline>) {
        if due.contains(.settle) || due.contains(.unreadable) { schedule.list(waiting) }
        if due.contains(.unreadable) {
            for path in library.index?.unreadable ?? [] { schedule.list(DropIndex.changes(ofEventAt: path)) }
        }
        if due.contains(.notes) { reported.mayLackNotes = true }
        if due.contains(.unsettled) {
            let folders = library.foldersWithUnsettledIDs
            if !folders.isEmpty { schedule.list(folders) }
            library.planUnsettled()
        }
    }

    private mutating func note(_ event: DropEvent, at time: ContinuousClock.Instant) {
        // The start has already compared all folders, after the watch of the drop folder began.
        if case .lookEverywhere(.start) = event, resting != nil { return }
        stabilizer.note(event, at: time)
        switch event {
        case .noteRemoved:
            schedule[.notes] = clock.now.advanced(by: timing.notes)
            return
        case .lookEverywhere: schedule.set(.notes, atLatest: clock.now)
        case .notice(let text): context.notify(.notice(text))
        case .closedAfterWrite(let path), .movedIn(let path): sources.update(path) { $0.arrival = time }
        default: break
        }
        if let path = event.path {
            schedule.list(DropIndex.changes(ofEventAt: path))
        } else {
            schedule.listEverything()
        }
        // This event also occurs at regular intervals. The output is then examined as well.
        if case .lookEverywhere = event { published.needsExamination = true }
    }

    private mutating func take(_ done: RenderQueue.Done) {
        context.notify(.rendered(path: done.path, took: done.took))
        health.workerSucceeded()
        renders.take(done)
        if case .wait(let deferral) = done.outcome {
            // The folder is listed again when it changes, and at the latest after this interval.
            schedule[.unreadable] = clock.now.advanced(by: timing.unreadable)
            let now = clock.now
            sources.setDeferral(deferral, of: done.path, at: now)
            sources.update(done.path) { $0.digest = nil }
            schedule.list([DropIndex.folder(ofFileAt: done.path)])
        }
        schedule.needsPublishing = true
    }

    /// Schedules a retry after failures of the environment. If several failures occur in a row, only the first
    /// ones are reported.
    mutating func fail(_ errors: [any Error]) {
        let reasons = errors.map(WatchEngine.description).reduce(into: [String]()) { reasons, reason in
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        if !health.isFailing { for reason in reasons { context.notify(.problem(reason)) } }
        health.failed(at: clock.now)
        schedule[.retry] = health.retry
        context.status.recordFailure(
            reasons.joined(separator: " "), retryIn: health.retry.map { clock.now.duration(to: $0) })
        // The next cycle examines and repairs the output. If packs are at rest, all packs are loaded for this.
        if resting != nil { output.isOutdated = true }
        published.publication = nil
        schedule.examineAll()
    }

    static func description(of error: any Error) -> String {
        (error as? PublishError).map { "\(EngineError($0))" } ?? "\(error)"
    }
}
