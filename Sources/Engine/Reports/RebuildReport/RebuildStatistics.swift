import Foundation

/// The figures of a rebuild. The state database stores them for the trend.
package struct RebuildStatistics: Codable, Sendable, Equatable {
    /// The start time, to the second.
    package var time: Date
    /// `fast`, `balanced` or `max`.
    package var effort: String
    /// Whether every source was rendered; false if the time limit ended the rebuild first.
    package var isComplete: Bool
    package var stickers: Int
    /// The bytes of the @3x files of all stickers.
    package var bytes: Int
    /// The bytes saved in the files of stickers with unchanged sources. Negative if they grew.
    package var saved: Int
    package var added: Int
    package var changed: Int
    package var removed: Int
    package var rejected: Int
    /// Items that need attention.
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
