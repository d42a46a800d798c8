import EngineSupport
import FileAccess
import Logging
import StickerConfiguration
import Synchronization

/// Watches the drop folder on a separate thread, by inotify or by polling. Passes events to its observer.
///
/// Events are only hints. The receiver must examine the folder.
package final class DropWatch: Sendable {
    package let wakeUp: SelfPipe
    package let status = Mutex(WatchStatus())
    package let pulse = ThreadPulse()

    let root: String
    let mode: WatchSettings.Mode
    let pollInterval: Duration
    let rescanInterval: Duration
    let inotifyProgram: String?
    let restarts: InotifyRestarts
    let patience: InotifyPatience
    let mountTypes: @Sendable (String) -> [String: String]
    let logger: Logger
    let observer: @Sendable (DropEvent) -> Void
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
        (self.root, self.mode, self.pollInterval, self.rescanInterval) = (root, mode, pollInterval, rescanInterval)
        (self.inotifyProgram, self.restarts, self.patience) = (inotifyProgram, restarts, patience)
        (self.mountTypes, self.logger, self.observer) = (mountTypes, logger, observer)
        wakeUp = try SelfPipe()
    }

    /// Starts watching. Can be called only once. After this method returns, no change is missed. The first event
    /// requests a complete scan, or reports that the folder is missing.
    package func start() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let began = StartSignal(continuation)
            task.withLock { task in
                task = Task {
                    do {
                        try await BlockingExecutor.run { [self] in run(began: began) }
                    } catch {
                        began.give(.failure(error))
                    }
                }
            }
        }
    }

    /// The current method of watching the folder.
    package var currentStatus: WatchStatus { status.withLock { $0 } }

    /// A sentence which reports that the watching thread makes no progress. Nil while it works normally.
    package var stall: String? { pulse.stall }

    /// Stops watching, and waits until the thread has ended.
    package func stop() async {
        wakeUp.ring()
        await task.withLock { $0 }?.value
    }
}
