import Glibc
import Service
import Testing

@Suite("Output of a service")
struct OutputQueueTests {
    private func makePipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    private func readAll(_ descriptor: Int32) -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }

    @Test("a pipe without a reader delays no other output, and lost lines are counted")
    func fullPipe() async throws {
        let (reading, writing) = try makePipe()
        let queue = try await OutputQueue(descriptor: writing, limit: 100_000) { "dropped \($0)\n" }
        let lines = 100_000
        for number in 0..<lines { queue.write(Array("line \(number)\n".utf8)) }
        queue.flush(within: .milliseconds(10))
        let text = Task.detached { readAll(reading) }
        queue.flush(within: .seconds(60))
        queue.end()
        close(writing)
        let written = await text.value.split(separator: "\n")
        close(reading)
        let dropped = written.compactMap { $0.hasPrefix("dropped ") ? Int($0.dropFirst(8)) : nil }
        #expect(dropped.count >= 1)
        #expect(written.count { $0.hasPrefix("line ") } + dropped.reduce(0, +) == lines)
    }

    @Test("a reader that reads gets every line in order")
    func liveReader() async throws {
        let (reading, writing) = try makePipe()
        let queue = try await OutputQueue(descriptor: writing) { "dropped \($0)\n" }
        let text = Task.detached { readAll(reading) }
        for number in 0..<1000 { queue.write(Array("line \(number)\n".utf8)) }
        queue.flush(within: .seconds(60))
        queue.end()
        close(writing)
        #expect(await text.value == (0..<1000).map { "line \($0)\n" }.joined())
        close(reading)
    }

    @Test("the message of a forced stop does not wait for a full pipe")
    func withoutWaiting() throws {
        let (reading, writing) = try makePipe()
        defer {
            close(reading)
            close(writing)
        }
        BlockingWrite.writeWithoutWaiting(String(repeating: "x", count: 1 << 20), to: writing)
        BlockingWrite.writeWithoutWaiting("forced\n", to: writing)
        #expect(fcntl(writing, F_GETFL) & O_NONBLOCK == 0)
    }
}
