import Foundation

/// The statistics of a rebuild, which are stored in the state database for the trend chart.
package struct RebuildStatistics: Codable, Sendable, Equatable {
    /// The start time, to the second.
    package var time: Date
    /// The compression effort: `fast`, `balanced` or `max`.
    package var effort: String
    /// Whether every source was rendered. False if the time limit ended the rebuild earlier.
    package var isComplete: Bool
    package var stickers: Int
    /// The total size of all @3x files in bytes.
    package var bytes: Int
    /// The number of bytes by which the files of stickers with unchanged sources have become smaller. Negative if
    /// they have become larger.
    package var saved: Int
    package var added: Int
    package var changed: Int
    package var removed: Int
    package var rejected: Int
    /// The number of problems that need attention.
    package var needsPerson: Int
    package var rendered: Int
    package var seconds: Double

    package init(
        time: Date, effort: String, isComplete: Bool, stickers: Int, bytes: Int, saved: Int, added: Int, changed: Int,
        removed: Int, rejected: Int, needsPerson: Int, rendered: Int, seconds: Double
    ) {
        self.time = time
        self.effort = effort
        self.isComplete = isComplete
        self.stickers = stickers
        self.bytes = bytes
        self.saved = saved
        self.added = added
        self.changed = changed
        self.removed = removed
        self.rejected = rejected
        self.needsPerson = needsPerson
        self.rendered = rendered
        self.seconds = seconds
    }
}
