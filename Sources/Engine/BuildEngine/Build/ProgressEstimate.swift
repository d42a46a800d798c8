import Service

/// Estimates the remaining time of a run.
///
/// A slot renders one job at a time. The estimate uses the rate per slot in the later half of the run, because a run
/// starts with its longest jobs. It also uses the current number of slots, because the capacity of the farm changes.
package struct ProgressEstimate {
    private struct Sample {
        var seconds: Double
        var done: Int
        /// The sum of the times for which slots have been available since the start, in seconds. With two slots, it
        /// increases by two seconds per second.
        var slotSeconds: Double
    }

    private let start = ContinuousClock.now
    private var samples = [Sample(seconds: 0, done: 0, slotSeconds: 0)]
    /// The number of slots. Nil before the first job is finished.
    private var slots: Int?

    /// The minimum interval between samples, in seconds.
    private static let interval = 1.0
    /// The maximum number of samples. If there are more, every second sample is dropped.
    private static let mostSamples = 600

    /// The progress of a run.
    package struct Progress: Sendable, Hashable {
        package var done: Int
        package var total: Int
        /// The number of jobs that can run at the same time now.
        package var slots: Int
        /// The recent number of jobs per second.
        package var rate: Double
        /// The estimated time until the end of the run, in seconds. Nil while the rate is unknown.
        package var secondsLeft: Double?
    }

    package init() {}

    /// Records a finished job.
    ///
    /// - Parameter slots: the number of jobs that can run at the same time now.
    package mutating func note(done: Int, of total: Int, slots: Int) -> Progress {
        note(done: done, of: total, slots: slots, seconds: (ContinuousClock.now - start).inSeconds)
    }

    /// Records a finished job at a given time.
    ///
    /// - Parameter seconds: the seconds since the start.
    package mutating func note(done: Int, of total: Int, slots: Int, seconds: Double) -> Progress {
        let last = samples[samples.count - 1]
        let slots = max(1, slots)
        let slotsBefore = self.slots ?? slots
        let now = Sample(
            seconds: seconds, done: done, slotSeconds: last.slotSeconds + (seconds - last.seconds) * Double(slotsBefore)
        )
        self.slots = slots
        // The rate is measured over the later half of the run.
        let earlier = samples.last { $0.seconds <= seconds / 2 } ?? samples[0]
        let (count, slotSeconds) = (Double(now.done - earlier.done), now.slotSeconds - earlier.slotSeconds)
        if seconds >= last.seconds + ProgressEstimate.interval || slotsBefore != slots { samples.append(now) }
        if samples.count > ProgressEstimate.mostSamples {
            samples = samples.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        }
        let rate = slotSeconds > 0 ? count / slotSeconds * Double(slots) : 0
        return Progress(
            done: done, total: total, slots: slots, rate: rate,
            secondsLeft: rate > 0 ? Double(total - done) / rate : nil)
    }
}
