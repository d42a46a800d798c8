import Logging
import Synchronization

/// Limits the rate of log lines. Per minute, it allows a few lines with the same text, and a few hundred from the
/// same place in the program. Other lines are suppressed, and their number is logged at the end of the minute.
///
/// Lines about single files are the usual cause of floods. Therefore the limit for a place applies only below the
/// level `notice`. A warning or an error is suppressed only if the same text has already been logged several times in
/// the minute. A notice is never suppressed.
package final class LogThrottle: Sendable {
    /// The decision on whether a line is written.
    enum Decision: Equatable {
        case write
        case withhold
        /// The line is suppressed, as the first of its kind in the current minute. After the given time, the caller
        /// logs the number of suppressed lines with this key.
        case withholdFirst(key: String, after: Duration)
    }

    package struct Limits: Sendable {
        var window: Duration
        var sameText: Int
        var samePlace: Int
        /// The number of texts and places that are counted. If there are more, old counts are removed.
        var memory = 1000

        package init(window: Duration = .seconds(60), sameText: Int = 5, samePlace: Int = 300) {
            self.window = window
            self.sameText = sameText
            self.samePlace = samePlace
        }
    }

    private struct Count {
        var start: SuspendingClock.Instant
        var written = 0
        var withheld = 0
    }

    private let limits: Limits
    private let now: @Sendable () -> SuspendingClock.Instant
    private let counts = Mutex<[String: Count]>([:])

    package init(
        limits: Limits = Limits(), now: @escaping @Sendable () -> SuspendingClock.Instant = { SuspendingClock.now }
    ) {
        self.limits = limits
        self.now = now
    }

    /// The decision about a line.
    ///
    /// - Parameters:
    ///   - text: the text of the line.
    ///   - place: the place in the program that logs the line.
    func decision(on text: String, level: Logger.Level, from place: String) -> Decision {
        guard level != .notice else { return .write }
        let now = now()
        // The limit of the place is checked first, because lines that it suppresses must not be counted for the text.
        let sameText = ("\(place) \(text)", limits.sameText)
        let rules = level < .notice ? [(place, limits.samePlace), sameText] : [sameText]
        return counts.withLock { counts in
            forgetOld(&counts, now: now)
            for (key, most) in rules {
                var count = counts[key] ?? Count(start: now)
                if now - count.start >= limits.window { count = Count(start: now, withheld: count.withheld) }
                defer { counts[key] = count }
                guard count.written >= most else {
                    count.written += 1
                    continue
                }
                count.withheld += 1
                return count.withheld == 1
                    ? .withholdFirst(key: key, after: limits.window - (now - count.start)) : .withhold
            }
            return .write
        }
    }

    /// The number of lines with a key that have been suppressed since the last call.
    func takeWithheld(_ key: String) -> Int {
        counts.withLock { counts in
            guard var count = counts[key] else { return 0 }
            defer { counts[key] = count }
            let withheld = count.withheld
            count.withheld = 0
            return withheld
        }
    }

    private func forgetOld(_ counts: inout [String: Count], now: SuspendingClock.Instant) {
        guard counts.count > limits.memory else { return }
        counts = counts.filter { now - $0.value.start < limits.window || $0.value.withheld > 0 }
        if counts.count > limits.memory * 2 { counts = [:] }
    }
}
