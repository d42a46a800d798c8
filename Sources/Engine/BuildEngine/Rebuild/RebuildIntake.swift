import DropWatcher
import FileAccess
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest
import Synchronization

/// Selects the sources of a rebuild. Files that the watch would not treat as completely written are deferred to the
/// next build. A network share can disappear between two scans, so the deletion guard checks the same listing that is
/// published.
package struct RebuildIntake: Sendable {
    /// A listing of the drop folder, and its deferred sources.
    package struct Scan: Sendable {
        package var listing: DropListing
        /// The reasons why sources are deferred, by path.
        package var deferred: [String: Deferral] = [:]
    }

    /// A listing that may be published.
    package struct PublishableScan: Sendable {
        package var listing: DropListing
        /// The reasons why sources are deferred, by path.
        package var deferred: [String: Deferral]
        /// Decides which stickers of missing sources are removed.
        package var removals: Removals
    }

    /// The sources to publish.
    package enum Answer: Sendable {
        case take(PublishableScan)
        /// Nothing is published, because so many sources are missing that the drop folder is probably wrong.
        case held(RemovalHold)
    }

    private let list: @Sendable () throws -> DropListing
    private let deletionGuard: DeletionGuard
    private let patience: Duration
    private var settling: WriteStabilizer

    /// - Parameters:
    ///   - quiet: the time without a change after which a file is treated as complete, if nothing else shows that it is
    ///     complete.
    ///   - patience: the maximum time to wait for new files. The default is long enough for a file without an end
    ///     marker, so the result for an unchanged drop folder does not depend on the age of its files.
    ///   - stall: the time without a change after which a file is used although it is not complete.
    ///   - list: lists the drop folder.
    package init(
        quiet: Duration, patience: Duration = .seconds(12), stall: Duration = .seconds(10),
        deletionGuard: DeletionGuard,
        list: @escaping @Sendable () throws -> DropListing
    ) {
        self.list = list
        self.deletionGuard = deletionGuard
        self.patience = max(patience, quiet * 2)
        settling = WriteStabilizer(quiet: quiet, unfinished: stall, stall: stall)
    }

    init(_ configuration: Configuration) {
        let (drop, published) = (configuration.drop, CurrentSources(Publisher(out: configuration.out)))
        self.init(
            quiet: .milliseconds(configuration.watch.quietMilliseconds),
            deletionGuard: DeletionGuard(configuration),
            list: { try DropScanner.list(drop, published: published.read()) })
    }

    /// Lists the drop folder repeatedly, until all files are stable or the time limit has passed. Returns the last
    /// listing.
    ///
    /// - Parameter known: the hashes of files that were read before, by path. An unchanged known file is stable.
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

    /// Returns the sources that may be published now, or the reason for a hold. Blocks the thread while it reads the
    /// drop folder.
    ///
    /// - Parameters:
    ///   - known: the hashes of files that were read before, by path.
    ///   - published: the sources that have published stickers, by path.
    ///   - damaged: the paths of damaged sources. Their timestamps are taken from the state database.
    /// - Throws: `IntakeError` if the drop folder does not exist; `EngineError` if the state cannot be written.
    package mutating func publishable(
        known: [String: KnownDigest], published: [String: FileStat], damaged: Set<String>
    ) throws -> Answer {
        // The first check of the deletion guard may write its marker file into the drop folder, so the folder is listed
        // and checked a second time.
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

    /// Returns the sources that are not stable or whose settings files are not stable. Also returns the earliest time
    /// at which one of them may become stable, or nil if all sources are stable.
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

/// Provides the published sources in the manifest, and reads them again after each publication.
private final class CurrentSources: Sendable {
    private let publisher: Publisher
    private let last = Mutex<(manifest: [UInt8], sources: PublishedSources)?>(nil)

    init(_ publisher: Publisher) { self.publisher = publisher }

    /// Returns the published sources. Blocks the thread while the manifest is read.
    func read() -> PublishedSources {
        let manifest = publisher.folder.read(OutputNames.catalog)
        if let last = last.withLock({ $0 }), last.manifest == manifest { return last.sources }
        var isIntact = true
        // The notice is ignored here, because the publisher reports an unreadable manifest.
        let sources = PublishedSources(PublishedCatalog.read(publisher) { _ in isIntact = false })
        if isIntact, let manifest, publisher.folder.read(OutputNames.catalog) == manifest {
            last.withLock { $0 = (manifest, sources) }
        }
        return sources
    }
}
