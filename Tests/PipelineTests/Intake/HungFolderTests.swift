import FileAccess
import Foundation
import Glibc
import Intake
import Synchronization
import TestSupport
import Testing

/// Tests a folder on a server that does not answer. A call that does not return simulates this folder.
@Suite("A folder that does not answer")
struct HungFolderTests {
    private final class Server: Sendable {
        private let isUp = Mutex(false)

        func answer() { while !isUp.withLock({ $0 }) { usleep(1000) } }

        func recover() { isUp.withLock { $0 = true } }
    }

    private let calls = TimedCalls(limit: .seconds(1))
    private let server = Server()

    private func fixture() throws -> DropFixture {
        let drop = try DropFixture()
        for path in ["cats/Cat.svg", "dogs/Dog.svg", "Walk.frames/1.png", "Root.svg"] {
            try drop.add(path, text: "<svg/>")
        }
        return drop
    }

    private func hang(_ name: String, in drop: DropFixture) {
        let result: Void? = calls.run("\(drop.path)/\(name)") { [server] in server.answer() }
        #expect(result == nil)
    }

    @Test("is unreadable, and nothing else is")
    func scan() throws {
        let drop = try fixture()
        hang("dogs", in: drop)
        defer { server.recover() }
        let listing = try DropScanner.list(drop.path, calls: calls)
        #expect(listing.art.map(\.path) == ["Root.svg", "Walk.frames", "cats/Cat.svg"])
        #expect(listing.unreadable == ["dogs"])
        #expect(listing.ignored.map(\.explanation) == ["it cannot be read (Connection timed out)"])
    }

    @Test("is unreadable in a listing of changes until it answers")
    func index() async throws {
        let drop = try fixture()
        var index = DropIndex()
        _ = try index.update(drop.path, changed: nil, published: .none, calls: calls)
        #expect(index.unreadable.isEmpty && index.artCount == 4)
        hang("dogs", in: drop)
        var changed = ChangedFolders()
        changed.insert(sources: ["dogs/Dog.svg"])
        _ = try index.update(drop.path, changed: changed, published: .none, calls: calls)
        #expect(index.unreadable == ["dogs"] && index.artCount == 3)
        #expect(UnknownPaths(index.unreadable).contains("dogs/Dog.svg"))
        server.recover()
        try await eventually("the folder is still treated as unreadable") {
            _ = try index.update(drop.path, changed: nil, published: .none, calls: calls)
            return index.unreadable.isEmpty && index.artCount == 4
        }
    }

    @Test("that contains frames is unreadable, and nothing else is")
    func frames() throws {
        let drop = try fixture()
        hang("Walk.frames", in: drop)
        defer { server.recover() }
        let listing = try DropScanner.list(drop.path, calls: calls)
        #expect(listing.art.map(\.path) == ["Root.svg", "cats/Cat.svg", "dogs/Dog.svg"])
        #expect(listing.unreadable == ["Walk.frames"])
    }

    @Test("that a link leads to is unreadable, and nothing else is")
    func link() throws {
        let drop = try fixture()
        symlink("cats/Cat.svg", drop.path + "/Link.svg")
        hang("Link.svg", in: drop)
        defer { server.recover() }
        let listing = try DropScanner.list(drop.path, calls: calls)
        #expect(listing.unreadable == ["Link.svg"])
        #expect(listing.art.count == 4)
    }

    @Test("makes an error of the drop folder when it is the drop folder")
    func root() throws {
        let drop = try fixture()
        let result: Void? = calls.run(drop.path) { [server] in server.answer() }
        defer { server.recover() }
        #expect(result == nil)
        #expect(throws: IntakeError.self) { try DropScanner.list(drop.path, calls: calls) }
    }

    @Test("is reported by a walk, and has no fingerprint")
    func walk() throws {
        let drop = try fixture()
        hang("dogs", in: drop)
        defer { server.recover() }
        let walk = try FolderWalk(drop.path, calls: calls)
        let top = try #require(walk.contents(of: walk.top))
        #expect(top.unreadable == ["dogs"])
        #expect(top.folders.map(\.path) == ["Walk.frames", "cats"])
        #expect(DirectoryFingerprint.folders(of: drop.path, calls: calls) == nil)
    }
}
