import Synchronization

/// Keeps a log from growing without bound: of the same text only a few lines a minute are written, and of the same place
/// in the program a few hundred, whatever the text. What was withheld is counted, and said when the minute is over.
final class LogThrottle: Sendable {
    /// What is to be written.
    enum Verdict: Equatable {
        case write
        /// Written after a note of how many like it were not.
        case writeAfter(withheld: Int)
        case withhold
    }

    struct Limits: Sendable {
        var window = Duration.seconds(60)
        var sameText = 5
        var samePlace = 300
        /// The most texts and places that are remembered.
        var memory = 1000
    }

    private struct Count {
        var start: SuspendingClock.Instant
        var written = 0
        var withheld = 0
    }

    private let limits: Limits
    private let now: @Sendable () -> SuspendingClock.Instant
    private let counts = Mutex<[String: Count]>([:])

    init(
        limits: Limits = Limits(), now: @escaping @Sendable () -> SuspendingClock.Instant = { SuspendingClock.now }
    ) {
        self.limits = limits
        self.now = now
    }

    /// - Parameters:
    ///   - text: what is to be said.
    ///   - place: where in the program.
    func verdict(on text: String, from place: String) -> Verdict {
        let now = now()
        return counts.withLock { counts in
            if counts.count > limits.memory {
                counts = counts.filter { now - $0.value.start < limits.window }
                if counts.count > limits.memory { counts = [:] }
            }
            // The place first: what it withholds must not use up the text's share.
            let verdicts = [(place, limits.samePlace), ("\(place) \(text)", limits.sameText)]
            var withheld = 0
            for (key, most) in verdicts {
                var count = counts[key] ?? Count(start: now)
                if now - count.start >= limits.window {
                    withheld += count.withheld
                    count = Count(start: now)
                }
                let isOver = count.written >= most
                if isOver { count.withheld += 1 } else { count.written += 1 }
                counts[key] = count
                if isOver { return .withhold }
            }
            return withheld == 0 ? .write : .writeAfter(withheld: withheld)
        }
    }
}
