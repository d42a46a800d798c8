import BuildEngine
import EngineSupport
import Foundation
import Snapshots
import TestSupport
import Testing

@Suite("A rollback")
struct RollbackRunTests {
    private func run(_ library: PublishedLibrary) -> RollbackRun {
        RollbackRun(configuration: library.configuration) { _ in }
    }

    @Test("publishes the files of a snapshot again, and holds them until it is released")
    func rollback() async throws {
        let library = try await PublishedLibrary(["cats": ["Cat.png"]])
        let earlier = try #require(library.folder.bytes("out/catalog.json"))
        let snapshot = try #require(SnapshotStore(library.configuration).all().first)
        try await library.publish(["cats": ["Cat.png", "Kitten.png"]], content: "new")
        try #require(library.folder.text("out/packs/cats/cat@3x.png") == "new")
        let result = try await run(library).run(to: String(snapshot.id.prefix(6)))
        #expect(result.now.id == snapshot.id && result.before != nil && result.before?.id != snapshot.id)
        #expect(library.folder.bytes("out/catalog.json") == earlier)
        #expect(library.folder.text("out/packs/cats/cat@3x.png") == "Cat.png")
        #expect(!library.folder.has("out/packs/cats/kitten@3x.png"))
        let hold = try #require(PublishHold.read(library.configuration))
        #expect(hold.id == snapshot.id && !hold.isPending)
        #expect(try run(library).release()?.id == snapshot.id)
        #expect(try run(library).release() == nil)
    }

    @Test("to a snapshot that does not exist, or is damaged, changes nothing")
    func impossible() async throws {
        let library = try await PublishedLibrary(["cats": ["Cat.png"]])
        let snapshot = try #require(SnapshotStore(library.configuration).all().first)
        try await library.publish(["cats": ["Kitten.png"]])
        let published = library.folder.bytes("out/catalog.json")
        await #expect(throws: EngineError.self) { try await run(library).run(to: "ffffffffffff") }
        let files = library.folder.files.filter { $0.hasPrefix("state/snapshots/files/") && !$0.hasSuffix(".json") }
        for name in files where library.folder.text(name) == "Cat.png" {
            try library.folder.remove(name)
            try library.folder.write("damaged", to: name)
        }
        await #expect(throws: EngineError.self) { try await run(library).run(to: snapshot.id) }
        #expect(library.folder.bytes("out/catalog.json") == published)
        #expect(PublishHold.read(library.configuration) == nil)
    }
}
