import FileAccess
import Glibc
import Intake

/// Which files have come to rest. A value for the one who takes the events of the watch and lists the drop folder.
///
/// A file that was closed after writing or renamed into place, and whose format says that it is all there, is settled
/// at once. Any other has to be unchanged for a time: a short one when it is complete, or when its format does not tell
/// and nobody is known to have it open; ten seconds when its end is missing or it is open, since whoever writes it is
/// slow or has given up. Both times double when a file goes on growing after them. There is no limit to how often a
/// file is asked about, and one that was taken too early is checked again.
package struct WriteStabilizer: Sendable {
    private let quiet: Duration
    private let wallClock: @Sendable () -> Int
    private var files: [String: FileStability] = [:]

    /// - Parameters:
    ///   - quiet: how long a file must be unchanged, where nothing more is known of it.
    ///   - wallClock: nanoseconds since 1970; only asked for the age of a file that is seen for the first time.
    package init(quiet: Duration, wallClock: @escaping @Sendable () -> Int = WriteStabilizer.systemTime) {
        self.quiet = quiet
        self.wallClock = wallClock
    }

    /// Takes account of what the watch noticed.
    package mutating func note(_ event: DropEvent, at time: ContinuousClock.Instant) {
        switch event {
        case .closedAfterWrite(let path), .movedIn(let path):
            files[path, default: FileStability(quiet: quiet)].close()
        case .changed(let path):
            files[path, default: FileStability(quiet: quiet)].write(at: time)
        case .removed(let path):
            files[path] = nil
        case .folderRemoved(let path):
            files = files.filter { !$0.key.hasPrefix(path + "/") }
        case .lookEverywhere(.overflow), .lookEverywhere(.flood), .lookEverywhere(.rootReplaced),
            .lookEverywhere(.rootBack), .lookEverywhere(.modeChanged):
            // What was noted before may have been overtaken by events that were lost.
            for path in files.keys { files[path]?.forgetHandle() }
        case .touched, .noteRemoved, .folderAppeared, .lookEverywhere, .rootGone, .rootBack, .notice:
            break
        }
    }

    /// Whether a file can be taken. It may read the file's first and last bytes, so it belongs on a thread that may
    /// wait for the disk.
    ///
    /// - Parameters:
    ///   - path: relative to the drop folder, in NFC.
    ///   - stamp: from a listing made after the events that have been noted.
    ///   - framePaths: for a folder of frames, where they are.
    package mutating func judge(
        path: String, absolutePath: String, stamp: FileStat, framePaths: [String] = [],
        at time: ContinuousClock.Instant
    ) -> FileReadiness {
        var file = files[path] ?? FileStability(quiet: quiet)
        file.see(stamp, at: time, wallClock: wallClock)
        let readiness = file.judge(path: path, at: time) {
            framePaths.isEmpty
                ? Completeness.of(fileAt: absolutePath, stamp: stamp) : Completeness.of(framesAt: framePaths)
        }
        files[path] = file
        return readiness
    }

    /// Forgets all files but those that are in the drop folder.
    package mutating func forget(except paths: Set<String>) {
        files = files.filter { paths.contains($0.key) }
    }

    /// Forgets these files.
    package mutating func forget(_ paths: Set<String>) {
        for path in paths { files[path] = nil }
    }

    /// The time of the system, in nanoseconds since 1970.
    package static let systemTime: @Sendable () -> Int = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
}
