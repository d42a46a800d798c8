import JobModel
import Service

/// The line that shows how far a run is: a bar, the count, the rate, the time left and the name.
struct ProgressLine {
    private let start = ContinuousClock.now

    /// - Parameter width: columns of the terminal.
    func text(done: Int, of total: Int, name: String, width: Int) -> String {
        let seconds = max(0.001, (ContinuousClock.now - start).inSeconds)
        let rate = Double(done) / seconds
        let left = rate > 0 ? Double(total - done) / rate : 0
        let filled = total == 0 ? 0 : done * 20 / total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
        let counts =
            "\(bar) \(done)/\(total)  \(NumberFormat.number(rate, digits: 1))/s  \(ProgressLine.time(left)) left  "
        return counts + String(name.filter { !$0.isNewline }.prefix(max(0, width - counts.count - 1)))
    }

    private static func time(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
    }
}
