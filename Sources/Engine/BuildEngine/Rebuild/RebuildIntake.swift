import DropWatcher
import FileAccess
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest
import Synchronization

/// What a rebuild takes from the drop folder. Files that have not settled are left to the next build, by the rules of the
/// watch; and a listing counts when the deletion guard accepts exactly that listing, since a share may go between two scans.
package struct RebuildIntake: Sendable {
    /// A listing, and what of it is not to be taken yet.
    package struct Scan: Sendable {
        package var listing: DropListing
        /// By path: why.
        package var deferred: [String: Deferral] = [:]
    }

    /// A listing that may be published.
    package struct PublishableScan: Sendable {
        package var listing: DropListing
        /// By path: why.
        package var deferred: [String: Deferral]
        /// Which stickers of missing sources go.
        package var removals: Removals
    }

    /// What there is to be published.
    package enum Answer: Sendable {
        case take(PublishableScan)
        /// Nothing: so much is missing that the drop folder is hardly what it should be.
        case held(RemovalHold)
    }

    private let list: @Sendable () throws -> DropListing
    private let deletionGuard: DeletionGuard
    private let patience: Duration
    private var settling: WriteStabilizer

    /// - Parameters:
    ///   - quiet: how long a file must be unchanged, where nothing more is known of it.
    ///   - patience: how long files are waited for that are not known yet: so long that one without its end is judged, and
    ///     what comes of a drop folder that nobody writes to does not depend on its age.
    ///   - list: lists the drop folder.
    package init(
        quiet: Duration, patience: Duration = .seconds(12), deletionGuard: DeletionGuard,
        list: @escaping @Sendable () throws -> DropListing
    ) {
        self.list = list
        self.deletionGuard = deletionGuard
        self.patience = max(patience, quiet * 2)
        settling = WriteStabilizer(quiet: quiet, stall: .seconds(10))
    }

    init(_ configuration: Configuration) {
        let (drop, published) = (configuration.drop, CurrentSources(Publisher(out: configuration.out)))
        self.init(
            quiet: .milliseconds(configuration.watch.quietMilliseconds),
            deletionGuard: DeletionGuard(configuration),
            list: { try DropScanner.list(drop, published: published.read()) })
    }

    /// The drop folder when what was being written is there, or has not come to rest in all the time there is.
    ///
    /// - Parameter known: what the ledger knows of files that were read before: they have settled.
    /// - Throws: `IntakeError`, `CancellationError`.
    package mutating func settled(known: [String: KnownDigest]) async throws -> Scan {
        let deadline = ContinuousClock.now + patience
        while true {
            let (scan, again, settling) = try await BlockingExecutor.run { [self] in
                var intake = self
                var listing = try intake.list()
                let (deferred, again) = intake.deferred(&listing, known: known)
                return (Scan(listing: listing, deferred: deferred), again, intake.settling)
            }
            self.settling = settling
            guard let again, again < deadline else { return scan }
            try await Task.sleep(until: again, clock: .continuous)
        }
    }

    /// The drop folder as it may be published now, or why it may not. It waits for the disk.
    ///
    /// - Parameters:
    ///   - published: the sources that have published stickers.
    ///   - damaged: paths of sources that count as the ledger knows them.
    /// - Throws: `IntakeError` when the drop folder is not there; `EngineError` when the state cannot be written.
    package mutating func publishable(
        known: [String: KnownDigest], published: [String: FileStat], damaged: Set<String>
    ) throws -> Answer {
        // The deletion guard's first scan may leave its mark in the drop folder, so the second listing is the one that counts.
        var state = deletionGuard.dropState
        var listing = try list()
        var removals = try deletionGuard.removals(in: listing, published: published, listedIn: state)
        if let hold = removals.hold { return .held(hold) }
        state = deletionGuard.dropState
        listing = try list()
        removals = try deletionGuard.removals(in: listing, published: published, listedIn: state)
        if let hold = removals.hold { return .held(hold) }
        for index in listing.art.indices where damaged.contains(listing.art[index].path) {
            if let known = known[listing.art[index].path] { listing.art[index].stamp = known.stamp }
        }
        let deferred = deferred(&listing, known: known).deferred
        return .take(PublishableScan(listing: listing, deferred: deferred, removals: removals))
    }

    /// What has not settled, or has settings that have not, and when the first of it may have.
    private mutating func deferred(
        _ listing: inout DropListing, known: [String: KnownDigest]
    ) -> (deferred: [String: Deferral], again: ContinuousClock.Instant?) {
        var deferred: [String: Deferral] = [:]
        var next: ContinuousClock.Instant?
        for art in listing.art where known[art.path]?.stamp != art.stamp {
            let now = ContinuousClock.now
            let readiness = settling.judge(
                path: art.path, absolutePath: art.absolutePath, stamp: art.stamp, framePaths: art.framePaths, at: now)
            guard case .waiting(let reason, let again) = readiness else { continue }
            deferred[art.path] = .unfinished(reason)
            next = min(next ?? again, again)
        }
        let unsettled = settling.unsettled(listing.settings, at: .now)
        for settings in unsettled {
            for path in listing.art(of: settings.file) where deferred[path] == nil {
                deferred[path] = .unfinished(settings.reason)
            }
            next = min(next ?? settings.lookAgain, settings.lookAgain)
        }
        listing.keepPackSettings(unsettled, from: nil)
        return (deferred, next)
    }
}

/// What the published manifest says of the sources, which is read again when there is another one.
private final class CurrentSources: Sendable {
    private let publisher: Publisher
    private let last = Mutex<(manifest: [UInt8], sources: PublishedSources)?>(nil)

    init(_ publisher: Publisher) { self.publisher = publisher }

    /// It waits for the disk.
    func read() -> PublishedSources {
        let manifest = publisher.folder.read(OutputNames.catalog)
        if let last = last.withLock({ $0 }), last.manifest == manifest { return last.sources }
        var isIntact = true
        // A manifest that cannot be read is reported by whoever publishes.
        let sources = PublishedSources(PublishedCatalog.read(publisher) { _ in isIntact = false })
        if isIntact, let manifest, publisher.folder.read(OutputNames.catalog) == manifest {
            last.withLock { $0 = (manifest, sources) }
        }
        return sources
    }
}
