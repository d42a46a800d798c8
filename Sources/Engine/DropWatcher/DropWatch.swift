import EngineSupport
import FileAccess
import Logging
import StickerConfiguration
import Synchronization

/// Watches the drop folder on a thread of its own, by inotify or by polling, and calls its observer with what it saw.
///
/// Events are hints: whoever gets them looks at the folder and decides by what is there.
package final class DropWatch: Sendable {
    private let loop: WatchThread
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - root: the path of the drop folder; it need not be there yet.
    ///   - pollInterval: from one look to the next while polling; longer when a look takes long.
    ///   - rescanInterval: after this, everything is to be looked at, whatever was noticed.
    ///   - inotifyProgram: the path of the program that watches; nil when there is none, and the folder is polled.
    ///   - restarts: how often that program is started again.
    ///   - patience: how long that program has for its answers.
    ///   - mountTypes: the types of what is mounted below a folder, by path relative to it.
    ///   - observer: called with what was seen, in the order it happened: on the watching thread, and on the threads that
    ///     poll mounts. It must not block.
    /// - Throws: `EngineError` when the process has no descriptor left.
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

    /// Begins to watch. Once it returns, nothing that happens in the folder goes unnoticed, and the first event is that
    /// everything is to be looked at, or that the folder is gone. A watch starts once.
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

    /// How the folder is watched at the moment.
    package var currentStatus: WatchStatus { loop.status.withLock { $0 } }

    /// A sentence about a watching thread that has stopped; nil while it works.
    package var stall: String? { loop.pulse.stall }

    /// Ends the watch, and waits until the thread has ended.
    package func stop() async {
        loop.wakeUp.ring()
        await task.withLock { $0 }?.value
    }
}
