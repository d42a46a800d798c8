import EngineSupport
import FileAccess
import Logging
import StickerConfiguration
import Synchronization

/// Watches the drop folder on a separate thread, by inotify or by polling. Passes events to its observer.
///
/// Events are only hints. The receiver must examine the folder.
package final class DropWatch: Sendable {
    private let loop: WatchThread
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - root: the path of the drop folder. It may not exist yet.
    ///   - pollInterval: the interval between two examinations while polling. It is increased if an examination takes
    ///     long.
    ///   - rescanInterval: the interval after which the whole folder is examined even without events.
    ///   - inotifyProgram: the path of the inotify program. If nil, the folder is polled.
    ///   - restarts: the limit for restarts of the inotify program.
    ///   - patience: the time limits for replies of the inotify program.
    ///   - mountTypes: returns the types of the mounts below a folder, by path relative to it.
    ///   - observer: called with events in order, on the watching thread or on threads that poll mounts. It must not
    ///     block.
    /// - Throws: `EngineError` if no file descriptor is available.
    package init(
        root: String, mode: WatchSettings.Mode, pollInterval: Duration, rescanInterval: Duration,
        inotifyProgram: String? = InstalledProgram.path(of: InstalledProgram.inotify),
        restarts: InotifyRestarts = InotifyRestarts(), patience: InotifyPatience = InotifyPatience(),
        mountTypes: @escaping @Sendable (String) -> [String: String] = {
            MountTable.current?.types(below: $0) ?? [:]
        }, logger: Logger,
        observer: @escaping @Sendable (DropEvent) -> Void
    ) throws {
        loop = try WatchThread(
            root: root, mode: mode, pollInterval: pollInterval, rescanInterval: rescanInterval,
            inotifyProgram: inotifyProgram, restarts: restarts, patience: patience, mountTypes: mountTypes,
            logger: logger, observer: observer)
    }

    /// Starts watching. Can be called only once. After this method returns, no change is missed. The first event
    /// requests a complete scan, or reports that the folder is missing.
    package func start() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let began = StartSignal(continuation)
            task.withLock { task in
                task = Task {
                    do {
                        try await BlockingExecutor.run { [self] in loop.run(began: began) }
                    } catch {
                        began.give(.failure(error))
                    }
                }
            }
        }
    }

    /// The current method of watching the folder.
    package var currentStatus: WatchStatus { loop.status.withLock { $0 } }

    /// A sentence which reports that the watching thread makes no progress. Nil while it works normally.
    package var stall: String? { loop.pulse.stall }

    /// Stops watching, and waits until the thread has ended.
    package func stop() async {
        loop.wakeUp.ring()
        await task.withLock { $0 }?.value
    }
}
