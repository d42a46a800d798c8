import Dispatch
import Synchronization

/// Threads that wait for more work when their work has ended. Waking a waiting thread takes less time than starting
/// one.
package final class ReusedThreads: Sendable {
    package static let shared = ReusedThreads()

    /// A thread and its current work.
    private final class Worker: Sendable {
        let stackSize: Int
        let work: Mutex<(@Sendable () -> Void)?>
        /// Signalled when `work` is set for a waiting thread.
        let wakeUp = DispatchSemaphore(value: 0)

        init(stackSize: Int, _ work: @escaping @Sendable () -> Void) {
            self.stackSize = stackSize
            self.work = Mutex(work)
        }

        /// Does the work. Releases the values that it captured before this function returns, because the thread may
        /// wait for a long time afterwards.
        func run() {
            let work = work.withLock { work in
                defer { work = nil }
                return work
            }
            work?()
        }
    }

    /// The waiting threads. The last one has waited for the shortest time.
    private let waiting = Mutex<[Worker]>([])
    private let idleLimit: Duration
    private let create: @Sendable (Int, @escaping @Sendable () -> Void) -> Int32

    /// - Parameters:
    ///   - idleLimit: the time without work after which a thread ends.
    ///   - create: starts a thread with a stack size in bytes. Returns 0 or an error number.
    package init(
        idleLimit: Duration = .seconds(20),
        create: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Int32 = ThreadStarter.createThread
    ) {
        (self.idleLimit, self.create) = (idleLimit, create)
    }

    /// Does work on a waiting thread with a stack of at least this size, or on a new thread.
    ///
    /// - Parameter stackSize: in bytes.
    /// - Returns: 0, or the error number of the system if it refuses a new thread.
    package func run(stackSize: Int, _ work: @escaping @Sendable () -> Void) -> Int32 {
        let known = waiting.withLock { waiting in
            waiting.lastIndex { $0.stackSize >= stackSize }.map { waiting.remove(at: $0) }
        }
        if let known {
            known.work.withLock { $0 = work }
            known.wakeUp.signal()
            return 0
        }
        let worker = Worker(stackSize: stackSize, work)
        return create(stackSize) { [self] in
            repeat { worker.run() } while waitForWork(worker)
        }
    }

    /// Waits until the thread has work.
    ///
    /// - Returns: false if the thread must end, because it had no work for `idleLimit`.
    private func waitForWork(_ worker: Worker) -> Bool {
        waiting.withLock { $0.append(worker) }
        let seconds = idleLimit / .seconds(1)
        if worker.wakeUp.wait(timeout: .now() + seconds) == .success { return true }
        let isUnused = waiting.withLock { waiting in
            waiting.firstIndex { $0 === worker }.map { waiting.remove(at: $0) } != nil
        }
        if !isUnused { worker.wakeUp.wait() }
        return !isUnused
    }
}
