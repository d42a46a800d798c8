import DropWatcher
import Foundation
import Logging
import StickerConfiguration
import Synchronization
import TestSupport
import Testing

@Suite("Events on their way", .serialized)
struct CoalescedEventsTests {
    private func coalesced(_ events: [DropEvent], capacity: Int = 4096) -> [DropEvent] {
        var coalesced = CoalescedEvents(capacity: capacity)
        for event in events { coalesced.add(event) }
        let taken = coalesced.takeAll().map(\.event)
        #expect(coalesced.isEmpty)
        return taken
    }

    @Test("more paths than it can contain become one request to rescan everything")
    func flood() {
        let events = coalesced([.notice("stays")] + (0..<25).map { .changed("\($0)") }, capacity: 10)
        #expect(events.prefix(2) == [.notice("stays"), .lookEverywhere(.flood)])
        #expect(events.count <= 12)
    }

    @Test("of several events of a path the last counts")
    func lastCounts() {
        #expect(
            coalesced([.changed("a"), .changed("b"), .closedAfterWrite("a")]) == [
                .closedAfterWrite("a"), .changed("b"),
            ])
    }

    @Test("changed times or permissions of a file remove its entry")
    func touched() {
        #expect(
            coalesced([.closedAfterWrite("a"), .touched("a"), .touched("b")]) == [
                .closedAfterWrite("a"), .touched("b"),
            ])
    }

    @Test("an event has the time of the last one of its path")
    func time() {
        let start = ContinuousClock.now
        var coalesced = CoalescedEvents()
        coalesced.add(.changed("a"), at: start)
        coalesced.add(.closedAfterWrite("a"), at: start.advanced(by: .seconds(1)))
        #expect(coalesced.takeAll().map(\.time) == [start.advanced(by: .seconds(1))])
    }

    @Test("an overflow removes the previous entries")
    func overflow() {
        let events: [DropEvent] = [.closedAfterWrite("a"), .lookEverywhere(.overflow), .changed("b")]
        #expect(coalesced(events) == [.lookEverywhere(.overflow), .changed("b")])
    }

    @Test("a watch reports events in their order")
    func order() async throws {
        try await WatchedDrop.run(reading: false) { drop in
            try drop.write(SampleArt.png("a"), to: "a.png")
            try drop.write(SampleArt.png("b"), to: "b.png")
            var events: [DropEvent] = []
            try await eventually("there is no event for b.png") {
                events += drop.takePending()
                return events.contains(.closedAfterWrite("b.png"))
            }
            #expect(events.first == .lookEverywhere(.start))
            let (a, b) = (events.firstIndex { $0.path == "a.png" }, events.firstIndex { $0.path == "b.png" })
            #expect(try #require(a) < #require(b))
        }
    }

    @Test("two watches of one process both get events: each has a separate program")
    func second() async throws {
        try await WatchedDrop.run { drop in
            let seen = Mutex<[DropEvent]>([])
            let other = try DropWatch(
                root: drop.folder.file("drop"), mode: .inotify, pollInterval: .seconds(1),
                rescanInterval: .seconds(60), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                observer: { event in seen.withLock { $0.append(event) } })
            try await other.start()
            try drop.write(SampleArt.png("a"), to: "Cat.png")
            try await eventually("the first watch does not report the file") { drop.present == ["Cat.png"] }
            try await eventually("the second watch does not report the file") {
                seen.withLock { $0.contains { $0.path == "Cat.png" } }
            }
            await other.stop()
        }
    }
}
