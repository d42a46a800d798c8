import Pipeline
import Review
import StickerCatalog

/// What a build came to.
package struct BuildSummary: Sendable {
    package var catalog: Catalog
    package var outcomes: [SourceOutcome]
    /// What is written as report.json.
    package var report: BuildReport
    /// What is no art.
    package var ignored: [IgnoredEntry]
    /// Sources rendered in this run.
    package var rendered: Int
    /// Whether anything in the output folder changed.
    package var changed: Bool

    /// How many sources stand so.
    package func count(_ state: SourceState) -> Int {
        outcomes.count { $0.state == state }
    }

    /// 0 when every sticker was published, 1 when art was rejected or waits.
    package var exitStatus: Int32 {
        count(.rejected) + count(.waiting) == 0 ? 0 : 1
    }
}
