import FileAccess
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("A call with a time limit")
struct TimedCallsTests {
    /// Blocks calls until it is opened, like a server that does not answer.
    private final class Gate: Sendable {
        private let state = Mutex((isOpen: false, calls: 0))

        var calls: Int { state.withLock(\.calls) }

        func pass() {
            state.withLock { $0.calls += 1 }
            while !state.withLock(\.isOpen) { usleep(1000) }
        }

        func open() { state.withLock { $0.isOpen = true } }
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)

        func add(_ number: Int) -> Int {
            value.withLock { value in
                value += number
                return value
            }
        }
    }

    private let calls = TimedCalls(limit: .seconds(1))

    @Test("that never returns is abandoned, and all others are made")
    func hangs() {
        let gate = Gate()
        defer { gate.open() }
        let keys = (0..<200).map { "hangs/\($0)" }
        let results = calls.run(keys) { index in
            if index % 50 == 7 { gate.pass() }
            return index
        }
        #expect(results == keys.indices.map { $0 % 50 == 7 ? nil : $0 })
    }

    @Test("that never returns is not made again until it has returned")
    func onlyOnce() async throws {
        let gate = Gate()
        for _ in 0..<20 { #expect(calls.run("once") { gate.pass() } == nil) }
        #expect(gate.calls == 1)
        gate.open()
        try await eventually("the call is not made again") { calls.run("once") { gate.pass() } != nil }
    }

    @Test("that takes long and makes progress is waited for")
    func slow() {
        let value = calls.run("slow") {
            for _ in 0..<20 {
                usleep(100_000)
                CallProgress.step()
            }
            return 7
        }
        #expect(value == 7)
    }

    @Test("with the key of a call elsewhere waits for that call")
    func sameKey() async throws {
        let running = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let most = try? await BlockingExecutor.run { [calls] in
                        calls.run("same") {
                            let now = running.add(1)
                            usleep(20_000)
                            _ = running.add(-1)
                            return now
                        }
                    }
                    #expect(most == 1)
                }
            }
        }
    }

    @Test("is made by the caller where the system refuses a thread")
    func refused() {
        let calls = TimedCalls(limit: .seconds(5), starter: ThreadStarter(pauses: []) { _, _ in 11 })
        #expect(calls.run(["a", "b", "c"]) { $0 } == [0, 1, 2])
    }
}
