import Dispatch
import FileAccess
import Glibc
import Synchronization
import Testing

@Suite("Threads that wait for more work", .timeLimit(.minutes(1)))
struct ReusedThreadsTests {
    /// Counts the threads that are started, and signals the end of each.
    private final class Starts: Sendable {
        private let started = Mutex(0)
        let ended = DispatchSemaphore(value: 0)

        var count: Int { started.withLock(\.self) }

        func threads(idleLimit: Duration) -> ReusedThreads {
            ReusedThreads(idleLimit: idleLimit) { [self] stackSize, body in
                started.withLock { $0 += 1 }
                return ThreadStarter.createThread(stackSize) { [self] in
                    body()
                    ended.signal()
                }
            }
        }
    }

    private func call(_ threads: ReusedThreads, stackSize: Int = 64 << 10) {
        let done = DispatchSemaphore(value: 0)
        #expect(threads.run(stackSize: stackSize) { done.signal() } == 0)
        done.wait()
    }

    @Test("a thread does more work after its first")
    func reuse() {
        let starts = Starts()
        let threads = starts.threads(idleLimit: .seconds(60))
        var calls = 0
        // A call may begin before the thread of the previous call waits.
        repeat {
            call(threads)
            calls += 1
        } while starts.count == calls
    }

    @Test("a thread with a small stack does no work that needs a larger one")
    func stackSizes() {
        let starts = Starts()
        let threads = starts.threads(idleLimit: .seconds(60))
        for stackSize in [64 << 10, 128 << 10, 256 << 10] { call(threads, stackSize: stackSize) }
        #expect(starts.count == 3)
    }

    @Test("a thread without work ends")
    func idle() {
        let starts = Starts()
        call(starts.threads(idleLimit: .milliseconds(1)))
        starts.ended.wait()
    }

    @Test("many calls at the same time are all made, whether their threads end or wait")
    func many() {
        let starts = Starts()
        let threads = starts.threads(idleLimit: .zero)
        let sum = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        for number in 1...500 {
            #expect(
                threads.run(stackSize: 64 << 10) {
                    sum.withLock { $0 += number }
                    done.signal()
                } == 0)
        }
        for _ in 1...500 { done.wait() }
        #expect(sum.withLock(\.self) == 125_250)
    }

    /// Signals when it is released.
    private final class Captured: Sendable {
        let released: DispatchSemaphore

        init(_ released: DispatchSemaphore) { self.released = released }

        deinit { released.signal() }
    }

    @Test("a waiting thread does not keep the values that its work captured")
    func captures() {
        let threads = ReusedThreads(idleLimit: .seconds(60))
        for _ in 0..<2 {
            let released = DispatchSemaphore(value: 0)
            let captured = Captured(released)
            #expect(threads.run(stackSize: 64 << 10) { _ = captured.released } == 0)
            _ = consume captured
            released.wait()
        }
    }

    @Test("the system's refusal is returned, and the work is not done")
    func refused() {
        let isDone = Mutex(false)
        let threads = ReusedThreads { _, _ in EAGAIN }
        #expect(threads.run(stackSize: 64 << 10) { isDone.withLock { $0 = true } } == EAGAIN)
        let wasDone = isDone.withLock { $0 }
        #expect(!wasDone)
    }
}
