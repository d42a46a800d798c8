import Foundation
import Inotify
import InotifyProtocol
import Testing

@Suite("A session of libinotifytools", .serialized)
struct InotifySessionTests {
    private let folder = NSTemporaryDirectory() + "stickerd-inotify-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func events(_ session: InotifySession) -> [InotifyEvent] {
        var events: [InotifyEvent] = []
        while let event = session.nextEvent() { events.append(event) }
        return events
    }

    private func makeFile(_ name: String) throws {
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }

    @Test("a second session is refused until the first is closed")
    func one() throws {
        defer { remove() }
        let first = try InotifySession()
        #expect(throws: InotifyError.inUse) { try InotifySession() }
        first.close()
        try InotifySession().close()
    }

    @Test("the next event never waits")
    func noWaiting() throws {
        defer { remove() }
        let session = try InotifySession()
        defer { session.close() }
        _ = try session.watch(folder)
        #expect(session.nextEvent() == nil)
        try makeFile("a")
        let seen = events(session)
        #expect(seen.first?.what.contains(.created) == true)
        #expect(seen.last?.what == .closedAfterWrite)
        #expect(seen.allSatisfy { $0.name == Array("a".utf8) })
    }

    @Test("a folder that is created again has a new watch, each time")
    func madeAgain() throws {
        defer { remove() }
        let session = try InotifySession()
        defer { session.close() }
        var watches: Set<Int32> = []
        for _ in 0..<5 {
            watches.insert(try session.watch(folder))
            try FileManager.default.removeItem(atPath: folder)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        #expect(watches.count == 5)
        #expect(events(session).contains { $0.what.contains(.ignored) })
    }

    @Test("a renamed folder keeps its watch")
    func renamed() throws {
        defer { remove() }
        let session = try InotifySession()
        defer { session.close() }
        try FileManager.default.createDirectory(atPath: folder + "/a", withIntermediateDirectories: true)
        let watch = try session.watch(folder + "/a")
        #expect(rename(folder + "/a", folder + "/b") == 0)
        #expect(try session.watch(folder + "/b") == watch)
    }

    @Test("events of one session never turn up in the next")
    func leftOvers() throws {
        defer { remove() }
        let first = try InotifySession()
        _ = try first.watch(folder)
        for index in 0..<500 { try makeFile("\(index)") }
        #expect(first.nextEvent() != nil)
        first.close()
        let second = try InotifySession()
        defer { second.close() }
        _ = try second.watch(folder)
        #expect(second.nextEvent() == nil)
    }

    @Test("an ended watch reports nothing more")
    func unwatch() throws {
        defer { remove() }
        let session = try InotifySession()
        defer { session.close() }
        let watch = try session.watch(folder)
        session.unwatch(watch)
        try makeFile("a")
        #expect(events(session).map(\.what) == [.ignored])
    }

    @Test("a missing folder, and a file, are missing")
    func missing() throws {
        defer { remove() }
        let session = try InotifySession()
        defer { session.close() }
        try makeFile("file")
        for name in ["nothing", "file"] {
            #expect(throws: InotifyError.missing(folder + "/" + name)) { try session.watch(folder + "/" + name) }
        }
    }
}
