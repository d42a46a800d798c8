import FileAccess
import Foundation
import Intake
import JobModel
import Logging
import Publishing
import StickerCatalog
import StickerConfiguration

/// The daemon's own loop: looks at the drop folder when something happened there, has rendered what is new, and
/// publishes.
///
/// It is driven by levels and not by edges: an event only says where to look, and every round starts from what is in the
/// drop folder now. So an event that is lost, or comes twice, costs time and nothing else. One task owns it.
struct DaemonLoop {
    let workshop: Workshop
    let queue: RenderQueue
    let inbox: Inbox
    let watch: DropWatch
    let clock = ContinuousClock()

    var settling: Settling
    var absences: Absences
    let gate: RemovalGate
    var backoff = Backoff()
    /// Whether workers could not write, and none has been able to since.
    var awaitsProof = false
    var notes: DropNotes

    // What is known of the drop folder.
    var listing: DropListing?
    var needsListing = true
    /// What every file that was read is known to be, by path.
    var digests: [String: KnownDigest]
    /// Sources that are not taken up now, by path: why.
    var held: [String: String] = [:]
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
    var books: [String: LedgerSource]
    var icons = IconState()

    /// Finished renderings that are not published yet, by fingerprint.
    var finished: [String: StickerResult] = [:]
    /// Fingerprints of what the queue has delivered since it was asked last.
    var heard: Set<String> = []
    var isReady = false
    /// Fingerprints of what is being made. The queue may be empty while a result is still on its way here.
    var awaited: Set<String> = []
    /// Why nothing is retired until a person says so; nil while all is well.
    var freeze: RemovalFreeze?
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
    /// What the notes beside the art say; nil before any were looked at.
    var noted: Noted?
    /// What is wrong with the settings of packs, by their ids.
    var packProblems: [String: String] = [:]
    /// Files that are not used; nil before anything was published.
    var unused: [UnusedFile]?
    /// Names of notes that somebody else's files have.
    var occupied: Set<String> = []
    /// Whether memory that is no longer needed has been given back since the last work.
    var hasGivenBack = false
    /// Folders that take no notes.
    var unwritable: Set<String> = []

    /// When to look without being asked; the earliest counts.
    var wakes: [Wake: ContinuousClock.Instant] = [:]

    struct Noted: Equatable {
        var rejected: [RejectedSource]
        var waiting: Set<String>
        var unused: [UnusedFile]?
    }

    enum Wake: Hashable {
        case settle, absence, publish, sheets, retry, refused, note, keep
    }

    /// - Throws: `DaemonError` when the ledger cannot be used.
    init(workshop: Workshop, queue: RenderQueue, inbox: Inbox, watch: DropWatch, previous: Catalog?) async throws {
        let settings = workshop.configuration.watch
        self.workshop = workshop
        self.queue = queue
        self.inbox = inbox
        self.watch = watch
        settling = Settling(quiet: .milliseconds(settings.quietMilliseconds))
        absences = Absences(grace: .seconds(settings.retireAfterSeconds))
        gate = RemovalGate(
            drop: workshop.configuration.drop, state: workshop.configuration.stateFolder,
            massChange: MassChangeGuard(share: settings.massChangeShare))
        let (publisher, drop) = (workshop.publisher, workshop.configuration.drop)
        (assets, notes) = try await BlockingExecutor.run {
            (publisher.assets, DropNotes(drop: drop, isOn: settings.notes))
        }
        digests = try await workshop.ledger.digests()
        books = Dictionary(try await workshop.ledger.sources().map { ($0.path, $0) }) { first, _ in first }
        reported = ReportedOutcomes(books, catalog: previous)
        let known = try await workshop.ledger.artifacts()
        artifacts = known
        sheets.artifacts = known.filter { $0.key.hasPrefix(OutputNames.sheets + "/") }
        reviews = ReviewState(folder: workshop.configuration.stateFolder) { [workshop] in workshop.tell(.notice($0)) }
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
            let pulse = clock.now.advanced(by: workshop.pulse)
            let mail = await inbox.take(until: wakes.values.min().map { min($0, pulse) } ?? pulse)
            try Task.checkCancellation()
            workshop.tell(.turned)
            take(mail)
            heedWakes()
            if let retry = backoff.next, retry > clock.now {
                wakes[.retry] = retry
                continue
            }
            do {
                try await turn()
                if awaitsProof, await queue.depth == 0 { awaitsProof = false }
                if backoff.isFailing, !awaitsProof { recover() }
            } catch let error as CancellationError {
                throw error
            } catch {
                fail(error)
                try await lendWhileFailing()
            }
            if !backoff.isFailing || awaitsProof { await queue.release() }
        }
    }

    /// Notes what is due.
    private mutating func heedWakes() {
        let now = clock.now
        for (wake, time) in wakes where time <= now {
            wakes[wake] = nil
            switch wake {
            case .absence, .publish: hasNews = true
            case .settle, .refused: needsListing = true
            case .sheets, .retry, .note, .keep: break
            }
        }
    }

    private mutating func take(_ mail: Inbox.Mail) {
        for (event, at) in mail.events { note(event, at: at) }
        for done in mail.verdicts { take(done) }
        if let failure = mail.failures.first {
            awaitsProof = true
            fail(failure)
        }
        if let drawn = mail.sheets { sheets.drawn = drawn }
        if let made = mail.icons { take(icons: made) }
    }

    private mutating func note(_ event: DropEvent, at: ContinuousClock.Instant) {
        settling.note(event, at: at)
        switch event {
        case .notice(let text): workshop.tell(.notice(text))
        case .closedAfterWrite(let path), .movedIn(let path): arrivals[path] = at
        default: break
        }
        needsListing = true
        // What is published is looked at as well, now and then.
        if case .lookEverywhere = event { publication = nil }
    }

    private mutating func take(_ done: RenderQueue.Done) {
        workshop.tell(.rendered(path: done.path, took: done.took))
        heard.insert(done.fingerprint)
        awaited.remove(done.fingerprint)
        awaitsProof = false
        switch done.verdict {
        case .result(let result): finished[done.fingerprint] = result
        case .wait(let reason):
            // It is read again as soon as it is another, and at the latest in a while: permissions leave no trace.
            held[done.path] = reason
            wakes[.refused] = clock.now.advanced(by: .seconds(5))
            digests[done.path] = nil
            needsListing = true
        }
        hasNews = true
    }

    mutating func fail(_ error: any Error) {
        if !backoff.isFailing { workshop.tell(.problem(DaemonLoop.words(for: error))) }
        backoff.failed(at: clock.now)
        if let next = backoff.next { wakes[.retry] = next }
        // What is there is looked at anew, and fixed.
        publication = nil
        needsListing = true
        hasNews = true
    }

    private mutating func recover() {
        backoff.succeeded()
        workshop.tell(.recovered)
    }

    private static func words(for error: any Error) -> String {
        (error as? PublishError).map { "\(DaemonError($0))" } ?? "\(error)"
    }
}
