import FileAccess
import Intake

/// Decides from repeated observations of a file when it is stable and can be read.
package struct FileStability: Sendable {
    /// Whether a program has the file open for writing.
    private enum Handle: Sendable {
        case unknown
        /// The file was created. Events do not show whether a program has it open.
        case created
        case open
        case closed
    }

    private var handle = Handle.unknown
    /// Whether `close` was called after the last call of `see`.
    private var isNewlyClosed = false
    private var stamp: FileStat?
    /// The time at which the current file attributes were first seen.
    private var unchangedSince: ContinuousClock.Instant?
    /// The completeness of the file in its current state. Nil before the first check.
    private var completeness: Completeness?
    private var isGrowing = false
    private var settledAt: ContinuousClock.Instant?
    /// Whether the file was read before and is now being overwritten in place.
    private var isOverwritten = false
    /// The last time at which the kernel reported that the file is open for writing.
    private var lastOpen: ContinuousClock.Instant?
    /// The number of consecutive checks that found the file open.
    private var openAnswers = 0
    private var patience: QuietPeriod
    private let usualPatience: QuietPeriod

    /// The upper limit for the age of a file, in nanoseconds. Greater ages are not distinguished.
    private static let mostAge = 3600 * 1_000_000_000
    private static let lastPause = Duration.seconds(2)
    /// The pauses between checks of an open file. The first pauses are short, because the kernel reports the close
    /// shortly before the file is no longer open.
    private static let backoff = Backoff(first: .milliseconds(20), longest: lastPause)

    package init(_ periods: QuietPeriod) {
        usualPatience = periods
        patience = periods
    }

    /// The age at `now` of a file that was changed at `time`, in nanoseconds and at most `mostAge`. Both times are in
    /// nanoseconds since 1970.
    static func age(of time: Int, at now: Int) -> Int {
        min(now.subtractingReportingOverflow(time).partialValue, mostAge)
    }

    /// Records that a program closed the file after writing, or renamed it to its path.
    package mutating func close() {
        handle = .closed
        isNewlyClosed = true
        openAnswers = 0
    }

    /// Records that the file was created.
    package mutating func create() { handle = .created }

    /// Records that a program wrote to the file and has it open.
    package mutating func write(at time: ContinuousClock.Instant) {
        handle = .open
        if let since = unchangedSince { unchangedSince = max(since, time) }
    }

    /// Forgets what events reported about the file being open or closed.
    package mutating func forgetHandle() {
        handle = .unknown
    }

    /// Records the attributes of the file.
    ///
    /// - Parameter taken: the attributes with which the file was last read. Nil if it was never read.
    package mutating func see(
        _ stamp: FileStat, taken: FileStat?, at time: ContinuousClock.Instant, wallClock: () -> Int
    ) {
        defer { isNewlyClosed = false }
        guard let before = self.stamp else {
            self.stamp = stamp
            isOverwritten = taken.map { $0.isSameFile(as: stamp) && !$0.hasContent(of: stamp) } ?? false
            let age = handle == .open ? 0 : Self.age(of: max(stamp.changed, stamp.modified), at: wallClock())
            unchangedSince = time - .nanoseconds(max(0, age))
            return
        }
        guard before != stamp else { return }
        let isSameFile = before.isSameFile(as: stamp)
        let isSameContent = isSameFile && before.hasContent(of: stamp)
        if handle == .closed, !isNewlyClosed, !isSameContent { handle = .unknown }
        isGrowing = isSameFile && stamp.size > before.size
        if !isSameFile { (isOverwritten, lastOpen) = (false, nil) }
        if isSameFile, !isSameContent, settledAt != nil { isOverwritten = true }
        if let settledAt {
            // A file that grows shortly after it seemed stable has a slow writer. A later change is a new save.
            let isTooEarly = isGrowing && time - settledAt < patience.unfinished
            patience = isTooEarly ? patience.doubled : usualPatience
        }
        settledAt = nil
        self.stamp = stamp
        unchangedSince = time
        completeness = nil
    }

    /// Whether the file can be read. Must be called after `see`.
    ///
    /// - Parameters:
    ///   - look: checks whether the file is complete.
    ///   - writers: asks the kernel whether the file is open for writing.
    ///   - download: returns how long ago a download of the file last made progress. Nil without a download.
    package mutating func judge(
        path: String, at time: ContinuousClock.Instant, look: () -> Completeness, writers: () -> FileWriters,
        download: (Completeness) -> Duration?
    ) -> FileReadiness {
        guard let stamp, let unchangedSince, settledAt == nil else { return .settled }
        let name = path.split(separator: "/").last.map { String($0) } ?? path
        let endOfGrowth = unchangedSince + patience.quiet
        let growing = isGrowing && time < endOfGrowth ? UnfinishedWrite.growing(name, bytes: stamp.size) : nil
        // Checking completeness may read the whole file, so it is not done while the file is open for writing.
        if completeness == nil, writers() == .open { return wait(growing ?? .open(name, bytes: stamp.size), at: time) }
        let found = completeness ?? look()
        // If the file changed during the check, the check is repeated with the new attributes.
        completeness = found == .changed ? nil : found
        let writers = writers()
        if writers == .open, found != .changed { return wait(growing ?? .open(name, bytes: stamp.size), at: time) }
        let since = found.isCut ? max(unchangedSince, lastOpen ?? unchangedSince) : unchangedSince
        let due = found == .changed ? time + patience.quiet : since + wait(for: found, writers)
        guard time >= due else {
            // At the end of the growth, the reason changes.
            return .waiting(
                reason: growing ?? reason(found, name: name, bytes: stamp.size),
                lookAgain: growing == nil ? due : min(due, endOfGrowth))
        }
        if let age = download(found), age < QuietPeriod.abandonedDownload {
            return .waiting(
                reason: .downloading(name, bytes: stamp.size),
                lookAgain: time + min(Self.lastPause, QuietPeriod.abandonedDownload - age))
        }
        settledAt = time
        openAnswers = 0
        return .settled
    }

    /// The result for a file that a program has open. The pause until the next check doubles each time.
    private mutating func wait(_ reason: UnfinishedWrite, at time: ContinuousClock.Instant) -> FileReadiness {
        lastOpen = time
        openAnswers += 1
        return .waiting(reason: reason, lookAgain: time + Self.backoff.pause(after: openAnswers))
    }

    /// The time for which the file must be unchanged before it can be read.
    private func wait(for completeness: Completeness, _ writers: FileWriters) -> Duration {
        // The kernel gives no answer, and events reported that the file is open.
        if writers == .unknown, isHeldOpen { return QuietPeriod.abandonedWrite }
        switch (completeness, handle) {
        case (.complete, .closed): return .zero
        // The file is overwritten in place, so a complete end may belong to the old content. Nothing reports that the
        // program has finished.
        case (.complete, _) where writers == .unknown && isOverwritten,
            (.cannotTell, .unknown) where writers == .unknown && isOverwritten:
            return patience.unfinished
        case (.complete, _), (.cannotTell, .closed), (.cannotTell, .unknown), (.cannotTell, .created):
            return patience.quiet
        case (.cut, .unknown) where writers == .unknown: return max(patience.stall, patience.unfinished)
        case (.cut, _), (.cannotTell, .open), (.changed, _): return patience.unfinished
        }
    }

    /// Whether a program has the file open for writing, according to events.
    private var isHeldOpen: Bool { handle == .open || handle == .created && stamp?.size == 0 }

    private func reason(_ completeness: Completeness, name: String, bytes: Int) -> UnfinishedWrite {
        switch completeness {
        case .cut(let missing): return .incomplete(name, missing: missing, bytes: bytes)
        case .changed: return .changing(name)
        case .complete, .cannotTell: return handle == .open ? .open(name, bytes: bytes) : .recent(name, bytes: bytes)
        }
    }
}

/// The times for which a file must be unchanged before it is read.
package struct QuietPeriod: Sendable {
    /// The time for a file that looks complete and is not open.
    package var quiet: Duration
    /// The time for a file whose end is missing, or that is open.
    package var unfinished: Duration
    /// The time for a file whose end is missing, if it is unknown whether a program has it open.
    var stall: Duration

    package init(quiet: Duration, unfinished: Duration = QuietPeriod.unfinished, stall: Duration) {
        self.quiet = quiet
        self.unfinished = unfinished
        self.stall = stall
    }

    /// The default of `unfinished`.
    package static let unfinished = Duration.seconds(10)
    /// The time without progress after which a download counts as abandoned.
    package static let abandonedDownload = Duration.seconds(600)
    /// The time without writes after which a program is assumed to have ended, if only events show that a file is open.
    package static let abandonedWrite = Duration.seconds(600)

    /// The times for a file that has continued to grow. `quiet` is doubled up to 30 seconds, and `unfinished` up to 2
    /// minutes.
    package var doubled: QuietPeriod {
        QuietPeriod(
            quiet: max(quiet, min(quiet * 2, .seconds(30))),
            unfinished: max(unfinished, min(unfinished * 2, .seconds(120))), stall: stall)
    }
}

extension Completeness {
    fileprivate var isCut: Bool { if case .cut = self { true } else { false } }
}

extension FileStat {
    fileprivate func hasContent(of other: FileStat) -> Bool { size == other.size && modified == other.modified }
}
