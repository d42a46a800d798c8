import BuildEngine
import DropWatcher
import Testing

/// Tests the queue that collects events for the watch.
@Suite("The event queue")
struct EventQueueTests {
    private let events = EventQueue()

    @Test("a cycle takes everything together, and drop events are coalesced by path")
    func takesAll() async {
        for number in 0..<3 {
            events.enqueue { $0.drops.add(.changed("a")) }
            events.enqueue { $0.drops.add(.changed("\(number)")) }
        }
        events.enqueue { $0.drops.add(.closedAfterWrite("a")) }
        events.enqueue { $0.hasDecisions = true }
        var taken = await events.takeAll(waitingUntil: .now.advanced(by: .seconds(60)))
        #expect(taken.hasDecisions)
        #expect(
            taken.drops.takeAll().map(\.event) == [.closedAfterWrite("a"), .changed("0"), .changed("1"), .changed("2")])
        var rest = await events.takeAll(waitingUntil: .now)
        #expect(rest.drops.takeAll().isEmpty && !rest.hasDecisions)
    }

    @Test("news end the waiting")
    func wakes() async {
        let waiting = Task { [events] in await events.takeAll(waitingUntil: .now.advanced(by: .seconds(3600))) }
        events.enqueue { $0.hasDecisions = true }
        #expect(await waiting.value.hasDecisions)
    }

    @Test("the deadline ends the waiting, and so does the task's cancellation")
    func ends() async {
        #expect(await !events.takeAll(waitingUntil: .now.advanced(by: .milliseconds(1))).hasDecisions)
        let waiting = Task { [events] in await events.takeAll(waitingUntil: .now.advanced(by: .seconds(3600))) }
        waiting.cancel()
        #expect(await !waiting.value.hasDecisions)
    }
}
