import JobModel
import Service

/// The line that shows how far a run is: a bar, the count, the rate, the time left and the name.
///
/// The time left follows what a slot has done lately and the slots that there are now: agents of other machines come and
/// go, and a run begins with its longest jobs.
struct ProgressLine {
    private struct Sample {
        var seconds: Double
        var done: Int
        /// Seconds of all slots together.
        var slotSeconds: Double
    }

    private let start = ContinuousClock.now
    private var samples = [Sample(seconds: 0, done: 0, slotSeconds: 0)]
    private var slots = 1

    /// Samples are this far apart, in seconds.
    private static let interval = 1.0
    /// A long run keeps no more, each second one of the older ones.
    private static let mostSamples = 600

    /// How far a run is.
    struct Progress: Sendable {
        var done: Int
        var total: Int
        /// How many jobs can be done at a time now.
        var slots: Int
        /// Per second, lately.
        var rate: Double
        /// Until the end; nil before there is something to reckon with.
        var secondsLeft: Double?
    }

    /// Notes that one more is done.
    ///
    /// - Parameter slots: how many can be done at a time now.
    mutating func note(done: Int, of total: Int, slots: Int) -> Progress {
        note(done: done, of: total, slots: slots, seconds: (ContinuousClock.now - start).inSeconds)
    }

    /// - Parameter seconds: since the start.
    mutating func note(done: Int, of total: Int, slots: Int, seconds: Double) -> Progress {
        let last = samples[samples.count - 1]
        let now = Sample(
            seconds: seconds, done: done, slotSeconds: last.slotSeconds + (seconds - last.seconds) * Double(self.slots))
        let slotsBefore = self.slots
        self.slots = max(1, slots)
        // The later half of the run.
        let earlier = samples.last { $0.seconds <= seconds / 2 } ?? samples[0]
        let (count, slotSeconds) = (Double(now.done - earlier.done), now.slotSeconds - earlier.slotSeconds)
        if seconds >= last.seconds + ProgressLine.interval || slotsBefore != self.slots { samples.append(now) }
        if samples.count > ProgressLine.mostSamples {
            samples = samples.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        }
        let rate = slotSeconds > 0 ? count / slotSeconds * Double(self.slots) : 0
        return Progress(
            done: done, total: total, slots: self.slots, rate: rate,
            secondsLeft: rate > 0 ? Double(total - done) / rate : nil)
    }

    /// - Parameter width: columns of the terminal.
    static func text(_ progress: Progress, name: String, width: Int) -> String {
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
