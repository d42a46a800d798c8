import Decisions
import DropWatcher
import Intake
import JobModel
import Reports
import Snapshots
import StateDatabase
import StickerManifest

/// The result of a build.
package struct BuildSummary: Sendable {
    /// The published catalog. Nil if the build did not read all of it.
    package var catalog: Catalog?
    package var outcomes: [SourceOutcome]
    /// The content of report.json.
    package var report: BuildReport
    /// Entries of the drop folder that are not sources.
    package var ignored: [IgnoredEntry]
    /// The number of sources rendered in this run.
    package var rendered: Int
    /// Whether anything in the output folder changed.
    package var changed: Bool
    /// The decisions that were lost. Nil if none were lost.
    package var decisionLoss: DecisionLoss?
    /// The hold that prevents publication. Nil if publishing is not on hold.
    package var hold: PublishHold?
    /// The reason why the stickers of missing sources are kept. Nil if removals are not on hold.
    package var removalHold: RemovalHold?
    /// The work of the Remote Execution engine. Nil if no engine is used.
    package var farm: RemoteWork?

    package init(
        catalog: Catalog?, outcomes: [SourceOutcome], report: BuildReport, ignored: [IgnoredEntry], rendered: Int,
        changed: Bool
    ) {
        self.catalog = catalog
        self.outcomes = outcomes
        self.report = report
        self.ignored = ignored
        self.rendered = rendered
        self.changed = changed
    }

    /// The summary of a build that changed nothing because publishing is on hold.
    ///
    /// - Parameters:
    ///   - catalog: the published manifest.
    ///   - digests: the known hashes of the files in the drop folder, by path. A file without a hash has the status
    ///     `waiting`.
    init(hold: PublishHold, catalog: Catalog?, listing: DropListing, digests: [String: KnownDigest]) {
        let catalog = catalog ?? Catalog(generator: StickerdVersion.generator, packs: [], rejected: [])
        self.init(
            catalog: catalog,
            outcomes: SourceOutcomes.onHold(listing, catalog: catalog, digests: digests),
            report: BuildReport(catalog: catalog, previous: catalog), ignored: listing.ignored, rendered: 0,
            changed: false)
        self.hold = hold
    }

    /// The number of published stickers.
    package var stickers: Int { report.counts.published }

    /// The number of sources with a status.
    package func count(_ state: SourceStatus) -> Int {
        outcomes.count { $0.state == state }
    }

    /// The exit status of the command: 0 if every sticker was published; 1 if sources are rejected, deferred or
    /// unreadable, or if publishing or removals are on hold; 3 if decisions are missing.
    package var exitStatus: Int32 {
        if decisionLoss != nil { return 3 }
        return hold == nil && removalHold == nil && count(.rejected) + count(.waiting) + unreadable.count == 0 ? 0 : 1
    }

    /// Unreadable entries of the drop folder.
    package var unreadable: [IgnoredEntry] { ignored.filter { $0.reason == .unreadable } }
}
