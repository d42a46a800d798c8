import FileAccess
import Synchronization
import Testing

@Suite("Calls at the same time")
struct ConcurrentCallsTests {
    private struct Refusal: Error {}

    private final class Numbers: Sendable {
        private let numbers = Mutex<[Int]>([])

        var all: [Int] { numbers.withLock(\.self) }

        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    @Test("each number is called once", arguments: [0, 1, 2, 40])
    func once(count: Int) throws {
        let numbers = Numbers()
        try ConcurrentCalls.run(count: count) { numbers.add($0) }
        #expect(numbers.all.sorted() == Array(0..<count))
    }

    @Test("an error of a call is thrown when all have ended")
    func failure() {
        let numbers = Numbers()
        #expect(throws: Refusal.self) {
            try ConcurrentCalls.run(count: 20) { number in
                guard number != 3 else { throw Refusal() }
                numbers.add(number)
            }
        }
        #expect(numbers.all.count == 19)
    }
}
