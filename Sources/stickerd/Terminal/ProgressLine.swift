import BuildEngine
import JobModel

/// The progress line of a run: a bar, the count, the rate, the remaining time and the name of the current source.
enum ProgressLine {
    /// - Parameter width: the width of the terminal in columns.
    static func text(_ progress: ProgressEstimate.Progress, name: String, width: Int) -> String {
        let filled = progress.total == 0 ? 0 : progress.done * 20 / progress.total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
        let left = progress.secondsLeft.map { "  \(time($0)) left" } ?? ""
        let counts =
            "\(bar) \(progress.done)/\(progress.total)  \(NumberFormat.number(progress.rate, digits: 1))/s"
            + left + (progress.slots > 1 ? ", \(NumberFormat.count(progress.slots, "slot"))  " : "  ")
        return counts + String(name.filter { !$0.isNewline }.prefix(max(0, width - counts.count - 1)))
    }

    static func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded(.up))
        if whole < 60 { return "\(whole) s" }
        return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
    }
}
