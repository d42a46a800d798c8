import FileAccess
import Glibc
import Intake

/// Decides which files are stable, from events and from the file system.
///
/// A file that a program has open for writing is never stable, even if it looks complete. The kernel reports open
/// files. If the kernel gives no answer, events are used. A complete file that was closed after writing, or renamed to
/// its path, is stable at once. Other files must be unchanged for some time. This time is short if the file is complete
/// or if its format has no detectable end, and longer if its end is missing. The times double if the file grows
/// afterwards. A file that was read too early is checked again.
package struct WriteStabilizer: Sendable {
    private let periods: QuietPeriod
    private let wallClock: @Sendable () -> Int
    private let writers: @Sendable (String) -> FileWriters
    private var files: [String: FileStability] = [:]

    /// - Parameters:
    ///   - quiet: the time for which a file must be unchanged if nothing else is known about it.
    ///   - unfinished: the time for which a file without its end must be unchanged.
    ///   - stall: the same time if it is unknown whether it is open.
    ///   - wallClock: returns the time in nanoseconds since 1970. Used only for the age of files.
    ///   - writers: returns whether the file at an absolute path is open for writing.
    package init(
        quiet: Duration, unfinished: Duration = QuietPeriod.unfinished, stall: Duration = .seconds(60),
        wallClock: @escaping @Sendable () -> Int = { FileStat.now },
        writers: @escaping @Sendable (String) -> FileWriters = { FileWriters.of(fileAt: $0) }
    ) {
        periods = QuietPeriod(quiet: quiet, unfinished: unfinished, stall: stall)
        self.wallClock = wallClock
        self.writers = writers
    }

    /// Records an event of the watcher.
    package mutating func note(_ event: DropEvent, at time: ContinuousClock.Instant) {
        switch event {
        case .closedAfterWrite(let path), .movedIn(let path):
            files[path, default: FileStability(periods)].close()
        case .created(let path):
            files[path, default: FileStability(periods)].create()
        case .changed(let path):
            files[path, default: FileStability(periods)].write(at: time)
        case .removed(let path):
            files[path] = nil
        case .folderRemoved(let path):
            files = files.filter { !$0.key.hasPrefix(path + "/") }
        case .lookEverywhere(.overflow), .lookEverywhere(.flood), .lookEverywhere(.rootReplaced),
            .lookEverywhere(.rootBack), .lookEverywhere(.modeChanged), .lookEverywhere(.watcherRestarted):
            // Earlier events may be outdated, because later ones were lost.
            for path in files.keys { files[path]?.forgetHandle() }
        case .touched, .noteRemoved, .folderAppeared, .lookEverywhere, .rootGone, .rootBack, .notice:
            break
        }
    }

    /// Whether a file can be read. May read the file, so it must be called on a thread that may block.
    ///
    /// - Parameters:
    ///   - path: the path relative to the drop folder, in NFC.
    ///   - stamp: the file attributes from a listing that was made after the noted events.
    ///   - framePaths: the paths of the frames if the source is a folder of frames.
    ///   - taken: the attributes with which the file was last read. Nil if it was never read.
    package mutating func judge(
        path: String, absolutePath: String, stamp: FileStat, framePaths: [String] = [], taken: FileStat? = nil,
        at time: ContinuousClock.Instant
    ) -> FileReadiness {
        var file = files[path] ?? FileStability(periods)
        file.see(stamp, taken: taken, at: time, wallClock: wallClock)
        let paths = framePaths.isEmpty ? [absolutePath] : framePaths
        let readiness = file.judge(path: path, at: time) {
            framePaths.isEmpty
                ? Completeness.of(fileAt: absolutePath, stamp: stamp) : Completeness.of(framesAt: framePaths)
        } writers: {
            FileWriters.of(filesAt: paths, asking: writers)
        } download: { found in
            framePaths.isEmpty
                ? downloadAge(beside: absolutePath, isEmpty: stamp.size == 0, isComplete: found == .complete) : nil
        }
        files[path] = file
        return readiness
    }

    /// The time since the last progress of a file's download. Nil if the file is not being downloaded.
    private func downloadAge(beside path: String, isEmpty: Bool, isComplete: Bool) -> Duration? {
        PartialDownload.progress(beside: path, isEmpty: isEmpty, isComplete: isComplete).map {
            .nanoseconds(max(0, FileStability.age(of: $0, at: wallClock())))
        }
    }

    /// A stabilizer that only knows some files. Checking these files then does not copy the states of all other files.
    ///
    /// - Parameter paths: the paths relative to the drop folder, in NFC.
    package func part(of paths: some Sequence<String>) -> WriteStabilizer {
        var part = self
        part.files = paths.reduce(into: [:]) { $0[$1] = files[$1] }
        return part
    }

    /// Takes over the states of all files that a part knows.
    package mutating func merge(_ part: WriteStabilizer) { files.merge(part.files) { $1 } }

    /// Forgets all files that are not in the drop folder any more.
    ///
    /// - Parameter paths: the paths of all files in the drop folder.
    package mutating func forget(except paths: Set<String>) {
        files = files.filter { paths.contains($0.key) }
    }

    /// Forgets the given files.
    package mutating func forget(_ paths: Set<String>) {
        for path in paths { files[path] = nil }
    }
}
