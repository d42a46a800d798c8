import Decisions
import Pipeline
import Review
import StickerCatalog

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

    /// A build that left everything as it was.
    init(held catalog: Catalog?) {
        let catalog = catalog ?? Catalog(generator: StickerdVersion.generator, packs: [], rejected: [])
        self.init(
            catalog: catalog, outcomes: [], report: BuildReport(catalog: catalog, previous: catalog), ignored: [],
            rendered: 0, changed: false)
    }

    /// How many sources stand so.
    package func count(_ state: SourceState) -> Int {
        outcomes.count { $0.state == state }
    }

    /// 0 when every sticker was published, 1 when art was rejected, waits or cannot be read, 3 when decisions are gone.
    package var exitStatus: Int32 {
        if decisionLoss != nil { return 3 }
        return count(.rejected) + count(.waiting) + unreadable.count == 0 ? 0 : 1
    }

    /// What is in the drop folder and cannot be read.
    package var unreadable: [String] {
        ignored.filter { $0.reason == .unreadable }.map(\.path)
    }
}
