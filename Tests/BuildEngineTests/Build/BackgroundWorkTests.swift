import BuildEngine
import FileAccess
import Synchronization
import Testing

@Suite("Work in the background")
struct BackgroundWorkTests {
    private struct Failure: Error {}

    @Test("rows are written one after the other, in their order")
    func order() async throws {
        let written = Mutex<[Int]>([])
        let writer = SerialWriter()
        for number in 0..<20 {
            try await writer.add {
                await Task.yield()
                written.withLock { $0.append(number) }
            }
        }
        try await writer.finish()
        #expect(written.withLock { $0 } == Array(0..<20))
        try await writer.finish()
    }

    @Test("a write that failed is reported once, and nothing is written before that")
    func failure() async throws {
        let writer = SerialWriter()
        try await writer.add { throw Failure() }
        let isWritten = Mutex(false)
        await #expect(throws: Failure.self) { try await writer.add { isWritten.withLock { $0 = true } } }
        #expect(!isWritten.withLock { $0 })
        try await writer.add { isWritten.withLock { $0 = true } }
        try await writer.finish()
        #expect(isWritten.withLock { $0 })
    }

    @Test("a thread that may block gets the value or the error of asynchronous work")
    func blocking() async throws {
        let value = try await BlockingExecutor.run {
            try Blocking.wait {
                await Task.yield()
                return 7
            }
        }
        #expect(value == 7)
        await #expect(throws: Failure.self) {
            try await BlockingExecutor.run { try Blocking.wait { throw Failure() } }
        }
    }
}
