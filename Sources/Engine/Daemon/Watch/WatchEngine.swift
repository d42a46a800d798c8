import DropWatcher
import EngineSupport
import FileAccess
import Foundation
import Intake
import JobModel
import Logging
import Publishing
import StateDatabase
import StickerCatalog
import StickerConfiguration

/// The daemon's own loop: looks at the drop folder when something happened there, has rendered what is new, and
/// publishes.
///
/// It is driven by levels and not by edges: an event only says where to look, and every round starts from what is in the
/// drop folder now. So an event that is lost, or comes twice, costs time and nothing else. One task owns it.
struct WatchEngine {
    let context: WatchContext
    let queue: RenderQueue
    let inbox: Inbox
    let watch: DropWatch
    let clock = ContinuousClock()

    var settling: WriteStabilizer
    var absences: MissingSourceTracker
    let gate: DeletionGuard
    var backoff = Backoff()
    /// Whether workers could not write, and none has been able to since.
    var isRecoveryUnconfirmed = false
    var feedback: FeedbackFiles

    // What is known of the drop folder.
    var listing: DropListing?
    var needsListing = true
    /// What every file that was read is known to be, by path.
    var digests: [String: KnownDigest]
    /// Sources that are not taken up now, by path.
    var deferredSources: [String: Deferral] = [:]
    /// The plan of the last cycle.
    var plan = LibraryPlan()
    /// When a path was first seen complete; until its sticker is published.
    var arrivals: [String: ContinuousClock.Instant] = [:]

    // What is published.
    var catalog: Catalog? {
        didSet { published = PublishedSources(catalog) }
    }
    /// What the manifest says of the sources.
    var published: PublishedSources
    /// The manifest that the report compares with: from before the present burst of changes.
    var baseline: Catalog?
    var publication: Publication?
    /// What people decided about the stickers.
    var reviews: ReviewState
    var reported: ReportedOutcomes
    var assets: Set<String>
    var artifacts: [String: LedgerArtifact]
    var ledgerEntries: [String: LedgerSource]
    var icons = IconState()

    /// Finished renderings that are not published yet, by fingerprint.
    var finished: [String: StickerResult] = [:]
    /// Fingerprints of what the queue has delivered since it was asked last.
    var heard: Set<String> = []
    var isReady = false
    /// Fingerprints of what is being made. The queue may be empty while a result is still on its way here.
    var awaited: Set<String> = []
    /// Why nothing is retired until a person says so; nil while all is well.
    var freeze: RemovalHold?
    /// Why nothing is published until a person says so; nil while all is well.
    var hold: PublishHold?
    /// Stickers that nobody has approved, as last reported.
    var unapproved = UnapprovedStickers()
    /// The manifest that was kept last, for those who want to go back.
    var kept: [UInt8]?
    /// Whether the drop folder is the one it was has been asked.
    var hasAskedGate = false
    /// What was told last.
    var progress: WatchProgress?
    var hasNews = true
    /// Whether the news is of the drop folder, and not only of what was finished.
    var hasNewDrops = false
    var timing = Timing()
    var sheets = SheetState()

    /// Since when files have been waiting, by path.
    var waitingSince: [String: ContinuousClock.Instant] = [:]
    /// What the feedback beside the art say; nil before any were looked at.
    var noted: Noted?
    /// What is wrong with the settings of packs, by their ids.
    var packProblems: [String: String] = [:]
    /// Files that are not used; nil before anything was published.
    var unused: [UnusedFile]?
    /// Names of feedback that somebody else's files have.
    var occupied: Set<String> = []
    /// Whether memory that is no longer needed has been given back since the last work.
    var hasGivenBack = false
    /// Folders that take no feedback.
    var unwritable: Set<String> = []

    /// When to look without being asked; the earliest counts.
    var deadlines: [Deadline: ContinuousClock.Instant] = [:]

    struct Noted: Equatable {
        var rejected: [RejectedSource]
        var waiting: Set<String>
        var unused: [UnusedFile]?
    }

    enum Deadline: Hashable {
        case settle, absence, publish, sheets, retry, refused, note, keep
    }

    /// - Throws: `DaemonError` when the ledger cannot be used.
    init(context: WatchContext, queue: RenderQueue, inbox: Inbox, watch: DropWatch, previous: Catalog?) async throws {
        let settings = context.configuration.watch
        self.context = context
        self.queue = queue
        self.inbox = inbox
        self.watch = watch
        settling = WriteStabilizer(quiet: .milliseconds(settings.quietMilliseconds))
        absences = MissingSourceTracker(grace: .seconds(settings.retireAfterSeconds))
        gate = DeletionGuard(
            drop: context.configuration.drop, state: context.configuration.stateFolder,
            massChange: MassRemovalCheck(share: settings.massChangeShare))
        let (publisher, drop) = (context.publisher, context.configuration.drop)
        (assets, feedback) = try await BlockingExecutor.run {
            (publisher.assets, FeedbackFiles(drop: drop, isOn: settings.notes))
        }
        digests = try await context.ledger.digests()
        ledgerEntries = Dictionary(try await context.ledger.sources().map { ($0.path, $0) }) { first, _ in first }
        reported = ReportedOutcomes(ledgerEntries, catalog: previous)
        let known = try await context.ledger.artifacts()
        artifacts = known
        sheets.artifacts = known.filter { $0.key.hasPrefix(OutputNames.sheets + "/") }
        reviews = ReviewState(folder: context.configuration.stateFolder) { [context] in context.notify(.notice($0)) }
        catalog = previous
        published = PublishedSources(previous)
        baseline = previous
    }

    /// Runs until the task is cancelled.
    ///
    /// - Throws: `CancellationError`, and nothing else: whatever the environment refuses is tried again.
    mutating func run() async throws {
        while true {
            try Task.checkCancellation()
            let pulse = clock.now.advanced(by: context.pulse)
            let mail = await inbox.take(until: deadlines.values.min().map { min($0, pulse) } ?? pulse)
            try Task.checkCancellation()
            context.notify(.turned)
            take(mail)
            handleExpiredDeadlines()
            if let retry = backoff.next, retry > clock.now {
                deadlines[.retry] = retry
                continue
            }
            do {
                try await runCycle()
                if isRecoveryUnconfirmed, await queue.depth == 0 { isRecoveryUnconfirmed = false }
                if backoff.isFailing, !isRecoveryUnconfirmed { recover() }
            } catch let error as CancellationError {
                throw error
            } catch {
                fail(error)
                try await yieldOutputLockWhileFailing()
            }
            if !backoff.isFailing || isRecoveryUnconfirmed { await queue.release() }
        }
    }

    /// Notes what is due.
    private mutating func handleExpiredDeadlines() {
        let now = clock.now
        for (wake, time) in deadlines where time <= now {
            deadlines[wake] = nil
            switch wake {
            case .absence, .publish: hasNews = true
            case .settle, .refused: needsListing = true
            case .sheets, .retry, .note, .keep: break
            }
        }
    }

    private mutating func take(_ mail: Inbox.Mail) {
        for (event, at) in mail.events { note(event, at: at) }
        for done in mail.renderOutcomes { take(done) }
        if let failure = mail.failures.first {
            isRecoveryUnconfirmed = true
            fail(failure)
        }
        if let drawn = mail.sheets { sheets.drawn = drawn }
        if let made = mail.icons { take(icons: made) }
    }

    private mutating func note(_ event: DropEvent, at: ContinuousClock.Instant) {
        settling.note(event, at: at)
        switch event {
        case .notice(let text): context.notify(.notice(text))
        case .closedAfterWrite(let path), .movedIn(let path): arrivals[path] = at
        default: break
        }
        needsListing = true
        // What is published is looked at as well, now and then.
        if case .lookEverywhere = event { publication = nil }
    }

    private mutating func take(_ done: RenderQueue.Done) {
        context.notify(.rendered(path: done.path, took: done.took))
        heard.insert(done.fingerprint)
        awaited.remove(done.fingerprint)
        isRecoveryUnconfirmed = false
        switch done.outcome {
        case .result(let result): finished[done.fingerprint] = result
        case .wait(let deferral):
            // It is read again as soon as it is another, and at the latest in a while: permissions leave no trace.
            deferredSources[done.path] = deferral
            deadlines[.refused] = clock.now.advanced(by: .seconds(5))
            digests[done.path] = nil
            needsListing = true
        }
        hasNews = true
    }

    mutating func fail(_ error: any Error) {
        if !backoff.isFailing { context.notify(.problem(WatchEngine.words(for: error))) }
        backoff.failed(at: clock.now)
        if let next = backoff.next { deadlines[.retry] = next }
        context.status.recordFailure(
            WatchEngine.words(for: error), retryIn: backoff.next.map { clock.now.duration(to: $0) })
        // What is there is looked at anew, and fixed.
        publication = nil
        needsListing = true
        hasNews = true
    }

    private mutating func recover() {
        backoff.succeeded()
        context.notify(.recovered)
    }

    private static func words(for error: any Error) -> String {
        (error as? PublishError).map { "\(DaemonError($0))" } ?? "\(error)"
    }
}
