import DropWatcher
import EngineSupport
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerCatalog
import StickerConfiguration

/// Watches: lists the drop folder when something happened there, has what is new rendered, and publishes.
///
/// It is driven by levels and not by edges: an event only says where to look, and every cycle starts from what is in the
/// drop folder now. So an event that is lost, or comes twice, costs time and nothing else. One task owns it.
struct WatchEngine {
    let context: WatchContext
    let queue: RenderQueue
    let inbox: Inbox
    let watch: DropWatch
    let clock = ContinuousClock()

    /// What was in the drop folder last; nil before it was listed.
    var listing: DropListing?
    var stabilizer: WriteStabilizer
    var sources: SourceTable
    /// The plan of the last cycle.
    var plan = LibraryPlan()
    var renders = RenderState()
    var published: PublishedState
    var removal: RemovalState
    /// What people decided about the stickers.
    var reviews: ReviewState
    var sheets: SheetState
    var icons: IconState
    var feedback: FeedbackFiles
    var reported = ReportedStatus()
    var schedule = WatchSchedule()
    var health = EnvironmentHealth()

    /// - Throws: `DaemonError` when the state database cannot be used.
    init(context: WatchContext, queue: RenderQueue, inbox: Inbox, watch: DropWatch, previous: Catalog?) async throws {
        let settings = context.configuration.watch
        self.context = context
        self.queue = queue
        self.inbox = inbox
        self.watch = watch
        stabilizer = WriteStabilizer(quiet: .milliseconds(settings.quietMilliseconds))
        removal = RemovalState(context.configuration)
        let (publisher, drop) = (context.publisher, context.configuration.drop)
        let assets: Set<String>
        (assets, feedback) = try await BlockingExecutor.run {
            (publisher.assets, FeedbackFiles(drop: drop, isOn: settings.notes))
        }
        sources = SourceTable(
            digests: try await context.ledger.digests(), entries: try await context.ledger.sources(), catalog: previous)
        let artifacts = try await context.ledger.artifacts()
        sheets = SheetState(artifacts)
        icons = IconState(artifacts)
        reviews = ReviewState(folder: context.configuration.stateFolder) { [context] in context.notify(.notice($0)) }
        published = PublishedState(catalog: previous, assets: assets)
        context.status.record(published: previous)
    }

    /// Runs until the task is cancelled.
    ///
    /// - Throws: `CancellationError`, and nothing else: whatever the environment refuses is tried again.
    mutating func run() async throws {
        while true {
            try Task.checkCancellation()
            let pulse = clock.now.advanced(by: context.pulse)
            let mail = await inbox.take(until: min(schedule.earliest ?? pulse, pulse))
            try Task.checkCancellation()
            context.notify(.turned)
            take(mail)
            schedule.expire(at: clock.now)
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
                fail(error)
                try await yieldOutputLockWhileFailing()
            }
            if health.mayRender { await queue.release() }
        }
    }

    private mutating func take(_ mail: Inbox.Mail) {
        for (event, at) in mail.events { note(event, at: at) }
        for done in mail.renderOutcomes { take(done) }
        if let failure = mail.failures.first {
            health.workerFailed()
            fail(failure)
        }
        if let drawn = mail.sheets { sheets.drawn = drawn }
        if let made = mail.icons { take(icons: made) }
    }

    private mutating func note(_ event: DropEvent, at time: ContinuousClock.Instant) {
        stabilizer.note(event, at: time)
        switch event {
        case .notice(let text): context.notify(.notice(text))
        case .closedAfterWrite(let path), .movedIn(let path): sources.update(path) { $0.arrival = time }
        default: break
        }
        schedule.needsListing = true
        // What is published is examined as well, now and then.
        if case .lookEverywhere = event { published.publication = nil }
    }

    private mutating func take(_ done: RenderQueue.Done) {
        context.notify(.rendered(path: done.path, took: done.took))
        health.workerSucceeded()
        renders.take(done)
        if case .wait(let deferral) = done.outcome {
            // It is read again as soon as it changes, and at the latest in a while: permissions leave no trace.
            schedule[.unreadable] = clock.now.advanced(by: .seconds(5))
            let now = clock.now
            sources.setDeferral(deferral, of: done.path, at: now)
            sources.update(done.path) { $0.digest = nil }
            schedule.needsListing = true
        }
        schedule.needsPublishing = true
    }

    mutating func fail(_ error: any Error) {
        if !health.isFailing { context.notify(.problem(WatchEngine.description(of: error))) }
        health.failed(at: clock.now)
        schedule[.retry] = health.retry
        context.status.recordFailure(
            WatchEngine.description(of: error), retryIn: health.retry.map { clock.now.duration(to: $0) })
        // What is published is examined and fixed.
        published.publication = nil
        schedule.examineAll()
    }

    private static func description(of error: any Error) -> String {
        (error as? PublishError).map { "\(DaemonError($0))" } ?? "\(error)"
    }
}
