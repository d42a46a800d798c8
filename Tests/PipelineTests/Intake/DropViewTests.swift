import FileAccess
import Foundation
import Glibc
import Intake
import Synchronization
import TestSupport
import Testing

@Suite("A source in a listing of the drop folder")
struct DropViewTests {
    private enum Answer: Equatable { case present, absent, unknown(Unknown) }

    private func answer(_ view: DropView, _ path: String) -> Answer {
        switch view.source(at: path) {
        case .present: .present
        case .absent(let witness): witness.path == path ? .absent : .present
        case .unknown(let reason): .unknown(reason)
        }
    }

    private func fixture() throws -> DropFixture {
        let drop = try DropFixture()
        for path in ["cats/Cat.svg", "cats/messages/Hi.svg", "dogs/Dog.svg", "Walk.frames/1.png", "Root.svg"] {
            try drop.add(path, text: "<svg/>")
        }
        return drop
    }

    private func index(_ drop: DropFixture, atRest: [String: String] = [:], calls: TimedCalls = .system) throws
        -> DropIndex
    {
        var index = DropIndex()
        index.idsAtRest = atRest
        _ = try index.update(drop.path, changed: nil, published: .none, calls: calls)
        return index
    }

    private static let there = ["cats/Cat.svg", "cats/messages/Hi.svg", "dogs/Dog.svg", "Walk.frames", "Root.svg"]
    private static let missing = [
        "cats/Gone.svg", "cats/messages/Gone.svg", "gone/Gone.svg", "Gone.frames", "Gone.svg",
    ]

    @Test("a source is absent where its folder, or the drop folder, was listed to its end without it")
    func listed() throws {
        let drop = try fixture()
        for view in [DropView(ofEverything: try DropScanner.list(drop.path)), DropView(of: try index(drop))] {
            for path in Self.there { #expect(answer(view, path) == .present, "\(path)") }
            for path in Self.missing { #expect(answer(view, path) == .absent, "\(path)") }
        }
    }

    @Test("in a folder that does not answer nothing counts as absent, and the rest of the drop folder is examined")
    func hung() throws {
        let drop = try fixture()
        let (calls, isUp) = (TimedCalls(limit: .seconds(1)), Flag())
        defer { isUp.set() }
        let result: Void? = calls.run("\(drop.path)/dogs") { isUp.wait() }
        #expect(result == nil)
        let listing = try DropScanner.list(drop.path, calls: calls)
        for view in [DropView(ofEverything: listing), DropView(of: try index(drop, calls: calls))] {
            #expect(answer(view, "dogs/Dog.svg") == .unknown(.unreadable))
            #expect(answer(view, "dogs/Gone.svg") == .unknown(.unreadable))
            #expect(answer(view, "cats/Gone.svg") == .absent)
        }
    }

    @Test("of folders that were not listed nothing is absent")
    func notListed() throws {
        let drop = try fixture()
        let part = DropView(
            of: try DropScanner.list(drop.path, only: ["cats"], published: .none), folders: ["cats"])
        #expect(answer(part, "cats/messages/Gone.svg") == .absent)
        for path in ["dogs/Dog.svg", "dogs/Gone.svg", "Gone.svg", "Gone.frames"] {
            #expect(answer(part, path) == .unknown(.notLookedAt), "\(path)")
        }
        let resting = DropView(of: try index(drop, atRest: ["dogs": "dogs"]))
        #expect(answer(resting, "dogs/Gone.svg") == .unknown(.notLookedAt))
        #expect(answer(resting, "cats/Gone.svg") == .absent)
        for path in Self.missing { #expect(answer(DropView(of: DropIndex()), path) == .unknown(.notLookedAt)) }
    }

    @Test("a file that was deleted is absent after an examination of only that file")
    func deleted() throws {
        let drop = try fixture()
        var index = try index(drop)
        try drop.add("cats/Other.svg", text: "<svg/>")
        unlink(drop.path + "/cats/Cat.svg")
        let changes = DropIndex.changes(ofEventAt: "cats/Cat.svg")
        _ = try index.update(drop.path, changed: changes, published: .none)
        #expect(answer(DropView(of: index), "cats/Cat.svg") == .absent)
    }

    /// A flag for which a call waits.
    private final class Flag: Sendable {
        private let isSet = Mutex(false)

        func set() { isSet.withLock { $0 = true } }

        func wait() { while !isSet.withLock({ $0 }) { usleep(1000) } }
    }
}
