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

    /// 0 when every sticker was published, 1 when art was rejected, waits or cannot be read.
    package var exitStatus: Int32 {
        count(.rejected) + count(.waiting) + unreadable.count == 0 ? 0 : 1
    }

    /// What is in the drop folder and cannot be read.
    package var unreadable: [String] {
        ignored.filter { $0.reason == .unreadable }.map(\.path)
    }
}
