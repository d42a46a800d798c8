import EngineSupport
import FileAccess
import Logging
import StickerConfiguration
import Synchronization

/// Watches the drop folder on a separate thread, by inotify or polling, and reports events to its observer.
///
/// Events are hints. The receiver examines the folder and decides by its content.
package final class DropWatch: Sendable {
    private let loop: WatchThread
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - root: the path of the drop folder. It may not exist yet.
    ///   - pollInterval: the interval between looks while polling. It grows if a look takes long.
    ///   - rescanInterval: the interval after which everything is examined, independent of events.
    ///   - inotifyProgram: the path of the inotify program. If nil, the folder is polled.
    ///   - restarts: the limit for restarts of that program.
    ///   - patience: the time limit for answers of that program.
    ///   - mountTypes: returns the types of mounts below a folder, by relative path.
    ///   - observer: called with events in order, on the watching thread and on the threads that poll mounts. It must not
    ///     block.
    /// - Throws: `EngineError` without a free descriptor.
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

    /// Starts to watch, once. After it returns, no change in the folder is missed. The first event requests a complete
    /// scan, or reports that the folder is missing.
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

    /// The current way of watching the folder.
    package var currentStatus: WatchStatus { loop.status.withLock { $0 } }

    /// A sentence about a watching thread that has stopped; nil while it works.
    package var stall: String? { loop.pulse.stall }

    /// Ends the watch, and waits until the thread has ended.
    package func stop() async {
        loop.wakeUp.ring()
        await task.withLock { $0 }?.value
    }
}
