import Decisions
import DropWatcher
import Intake
import JobModel
import Reports
import Snapshots
import StateDatabase
import StickerManifest

/// What a build came to.
package struct BuildSummary: Sendable {
    /// What is published; nil where nothing had changed, and it was not read.
    package var catalog: Catalog?
    package var outcomes: [SourceOutcome]
    /// What is written as report.json.
    package var report: BuildReport
    /// What is no art.
    package var ignored: [IgnoredEntry]
    /// Sources rendered in this run.
    package var rendered: Int
    /// Whether anything in the output folder changed.
    package var changed: Bool
    /// Decisions that are gone; nil when all are there.
    package var decisionLoss: DecisionLoss?
    /// Why nothing was published though there may be something to publish; nil when builds publish.
    package var hold: PublishHold?
    /// Why stickers stay though their sources are gone; nil when nothing is held.
    package var removalHold: RemovalHold?
    /// What other machines did.
    package var pools: [PoolReport] = []

    init(
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

    /// A build that left everything as it was because publishing is on hold.
    ///
    /// - Parameters:
    ///   - catalog: what is published.
    ///   - digests: what the ledger knows of the drop folder's files; one that it does not know waits.
    init(hold: PublishHold, catalog: Catalog?, listing: DropListing, digests: [String: KnownDigest]) {
        let catalog = catalog ?? Catalog(generator: StickerdVersion.generator, packs: [], rejected: [])
        self.init(
            catalog: catalog,
            outcomes: SourceOutcomes.onHold(listing, catalog: catalog, digests: digests),
            report: BuildReport(catalog: catalog, previous: catalog), ignored: listing.ignored, rendered: 0,
            changed: false)
        self.hold = hold
    }

    /// Stickers that are published.
    package var stickers: Int { report.counts.published }

    /// How many sources stand so.
    package func count(_ state: SourceStatus) -> Int {
        outcomes.count { $0.state == state }
    }

    /// 0 when every sticker was published; 1 when art was rejected, waits or cannot be read, publishing is on hold, or
    /// removals are; 3 when
    /// decisions are gone.
    package var exitStatus: Int32 {
        if decisionLoss != nil { return 3 }
        return hold == nil && removalHold == nil && count(.rejected) + count(.waiting) + unreadable.count == 0 ? 0 : 1
    }

    /// What is in the drop folder and cannot be read.
    package var unreadable: [IgnoredEntry] { ignored.filter { $0.reason == .unreadable } }
}
