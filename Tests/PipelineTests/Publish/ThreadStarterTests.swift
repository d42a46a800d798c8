import FileAccess
import Glibc
import Synchronization
import Testing

@Suite("Threads that the system refuses")
struct ThreadStarterTests {
    /// Refuses to start the first threads.
    private final class Refusals: Sendable {
        private let left: Mutex<Int>

        init(_ count: Int) { left = Mutex(count) }

        var starter: ThreadStarter {
            ThreadStarter(pauses: [.milliseconds(1), .milliseconds(1)]) { [self] stackSize, body in
                let isRefused = left.withLock { left in
                    left -= 1
                    return left >= 0
                }
                return isRefused ? EAGAIN : ThreadStarter.createThread(stackSize, body)
            }
        }
    }

    @Test("a call waits for a thread that is refused twice")
    func retried() async throws {
        #expect(try await BlockingExecutor.run(on: Refusals(2).starter) { 7 } == 7)
    }

    @Test("a call whose thread is always refused ends with an error that names the limit")
    func refused() async {
        let failure = await #expect(throws: ThreadRefusal.self) {
            try await BlockingExecutor.run(on: Refusals(.max).starter) { 7 }
        }
        #expect(failure?.description.contains("TasksMax=") == true)
    }

    @Test("a refused thread is retried in a cancelled task too")
    func cancelled() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await BlockingExecutor.run(on: Refusals(2).starter) { 7 }
        }
        #expect(try await task.value == 7)
    }

    @Test("a refused call is repeated once per pause", arguments: [[11, 11, 0], [11, 1, 12]])
    func repeated(codes: [Int32]) {
        var left = codes[...]
        #expect(ThreadStarter.retrying([.zero, .zero]) { left.removeFirst() } == codes.last)
        #expect(left.isEmpty)
    }

    @Test("the system's refusal is reported", arguments: [1 << 50])
    func system(stackSize: Int) {
        #expect(throws: ThreadRefusal.self) { try ThreadStarter.system.start(stackSize: stackSize) {} }
    }

    @Test("calls at the same time are made by the threads that started", arguments: [3, Int.max])
    func concurrent(refusals: Int) throws {
        let sum = Mutex(0)
        try ConcurrentCalls.run(count: 40, on: Refusals(refusals).starter) { number in sum.withLock { $0 += number } }
        #expect(sum.withLock(\.self) == 780)
    }
}
