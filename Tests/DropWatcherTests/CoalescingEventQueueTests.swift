import DropWatcher
import Foundation
import Logging
import StickerConfiguration
import TestSupport
import Testing

@Suite("Events on their way", .serialized)
struct CoalescingEventQueueTests {
    @Test("more paths than it holds become one request to look everywhere")
    func flood() {
        let mailbox = CoalescingEventQueue(capacity: 10)
        mailbox.put(.notice("stays"))
        for index in 0..<25 { mailbox.put(.changed("\(index)")) }
        let events = mailbox.takeAll()
        #expect(events.prefix(2) == [.notice("stays"), .lookEverywhere(.flood)])
        #expect(events.count <= 12)
        #expect(mailbox.takeAll().isEmpty)
    }

    @Test("of several events of a path the last counts")
    func lastCounts() {
        let mailbox = CoalescingEventQueue()
        for event in [DropEvent.changed("a"), .changed("b"), .closedAfterWrite("a")] { mailbox.put(event) }
        #expect(mailbox.takeAll() == [.closedAfterWrite("a"), .changed("b")])
    }

    @Test("an overflow forgets what was noted before")
    func overflow() {
        let mailbox = CoalescingEventQueue()
        for event in [DropEvent.closedAfterWrite("a"), .lookEverywhere(.overflow), .changed("b")] { mailbox.put(event) }
        #expect(mailbox.takeAll() == [.lookEverywhere(.overflow), .changed("b")])
    }

    @Test("the stream gives events in their order and ends with the watch")
    func stream() async throws {
        try await WatchedDrop.run(reading: false) { drop in
            let first = Task {
                var events: [DropEvent] = []
                for await event in drop.watch.events {
                    events.append(event)
                    if event == .closedAfterWrite("b.png") { break }
                }
                return events
            }
            try drop.write(SampleArt.png("a"), to: "a.png")
            try drop.write(SampleArt.png("b"), to: "b.png")
            let events = await first.value
            #expect(events.first == .lookEverywhere(.start))
            #expect(events.last == .closedAfterWrite("b.png"))
            let rest = Task {
                for await _ in drop.watch.events {}
                return true
            }
            await drop.watch.stop()
            #expect(await rest.value)
        }
    }

    @Test("two watches of one process both see what happens: each has a program of its own")
    func second() async throws {
        try await WatchedDrop.run { drop in
            let other = try DropWatch(
                root: drop.folder.file("drop"), mode: .inotify, pollInterval: .seconds(1),
                rescanInterval: .seconds(60), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try await other.start()
            _ = other.takePending()
            try drop.write(SampleArt.png("a"), to: "Cat.png")
            try await eventually("the first one sees it") { drop.present == ["Cat.png"] }
            try await eventually("the second one sees it") { other.takePending().contains { $0.path == "Cat.png" } }
            await other.stop()
        }
    }
}
