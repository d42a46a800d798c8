import FileAccess
import Intake

/// What is known of one file on its way to rest.
struct FileStability: Sendable {
    /// Whether a program has the file open for writing.
    enum Handle: Sendable {
        case unknown, open, closed
    }

    private var handle = Handle.unknown
    /// `closed` has not been held against a stamp yet.
    private var isNewlyClosed = false
    private var stamp: FileStat?
    /// Since when the stamp has been what it is.
    private var unchangedSince: ContinuousClock.Instant?
    /// Of the file with the stamp; nil before somebody looked.
    private var completeness: Completeness?
    private var isGrowing = false
    private var settledAt: ContinuousClock.Instant?
    private var patience: QuietPeriod
    private let usualPatience: QuietPeriod

    /// For a file whose age at its first sight does not matter any more.
    private static let mostAge = 3600 * 1_000_000_000

    init(quiet: Duration) {
        usualPatience = QuietPeriod(quiet: quiet)
        patience = usualPatience
    }

    /// Somebody closed the file after writing, or renamed it into place.
    mutating func close() {
        handle = .closed
        isNewlyClosed = true
    }

    /// Somebody wrote to the file and still has it open.
    mutating func write(at time: ContinuousClock.Instant) {
        handle = .open
        if let since = unchangedSince { unchangedSince = max(since, time) }
    }

    /// What was noted no longer counts.
    mutating func forgetHandle() {
        handle = .unknown
    }

    /// Takes account of what the file system says of the file.
    mutating func see(_ stamp: FileStat, at time: ContinuousClock.Instant, wallClock: () -> Int) {
        defer { isNewlyClosed = false }
        guard let before = self.stamp else {
            self.stamp = stamp
            let age = handle == .open ? 0 : wallClock() - max(stamp.changed, stamp.modified)
            unchangedSince = time - .nanoseconds(min(max(0, age), Self.mostAge))
            return
        }
        guard before != stamp else { return }
        let isSameFile = before.isSameFile(as: stamp)
        let isSameContent = isSameFile && before.size == stamp.size && before.modified == stamp.modified
        if handle == .closed, !isNewlyClosed, !isSameContent { handle = .unknown }
        isGrowing = isSameFile && stamp.size > before.size
        if let settledAt {
            // What goes on growing right after it seemed done is written by somebody slow. A later save is a new one.
            let isTooEarly = isGrowing && time - settledAt < patience.unfinished
            patience = isTooEarly ? patience.doubled : usualPatience
        }
        settledAt = nil
        self.stamp = stamp
        unchangedSince = time
        completeness = nil
    }

    /// Whether the file can be taken, after `see`.
    ///
    /// - Parameter look: looks at the file's ends.
    mutating func judge(
        path: String, at time: ContinuousClock.Instant, look: () -> Completeness
    ) -> FileReadiness {
        guard let stamp, let unchangedSince, settledAt == nil else { return .settled }
        let found = completeness ?? look()
        // Asked again when the stamp is the right one.
        completeness = found == .changed ? nil : found
        let due = found == .changed ? time + patience.quiet : unchangedSince + wait(for: found)
        guard time < due else {
            settledAt = time
            return .settled
        }
        let isStillGrowing = isGrowing && time - unchangedSince < patience.quiet
        return .waiting(
            reason: reason(found, path: path, bytes: stamp.size, isGrowing: isStillGrowing), lookAgain: due)
    }

    /// How long the file must have been unchanged.
    private func wait(for completeness: Completeness) -> Duration {
        switch (completeness, handle) {
        case (.complete, .closed): .zero
        case (.complete, _), (.cannotTell, .closed), (.cannotTell, .unknown): patience.quiet
        case (.cut, _), (.cannotTell, .open), (.changed, _): patience.unfinished
        }
    }

    private func reason(_ completeness: Completeness, path: String, bytes: Int, isGrowing: Bool) -> UnfinishedWrite {
        let name = path.split(separator: "/").last.map { String($0) } ?? path
        if isGrowing { return .growing(name, bytes: bytes) }
        switch completeness {
        case .cut(let missing): return .incomplete(name, missing: missing, bytes: bytes)
        case .changed: return .changing(name)
        case .complete, .cannotTell: return handle == .open ? .open(name, bytes: bytes) : .recent(name, bytes: bytes)
        }
    }
}

/// How long a file must be unchanged before it is taken.
struct QuietPeriod: Sendable {
    var quiet: Duration
    /// For a file whose end is missing, or that is open.
    var unfinished = Duration.seconds(10)

    /// For a file that has gone on growing: twice as long, up to half a minute and two minutes.
    var doubled: QuietPeriod {
        QuietPeriod(
            quiet: max(quiet, min(quiet * 2, .seconds(30))), unfinished: min(unfinished * 2, .seconds(120)))
    }
}
