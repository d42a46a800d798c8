import BuildEngine
import JobModel
import TestSupport
import Testing

/// The audit compares independent records, and must report every difference between them.
@Suite("The audit of a library")
struct AuditTests {
    private func faults(_ library: PublishedLibrary) async throws -> [String] {
        try await Audit(configuration: library.configuration).run().faults
    }

    @Test("finds nothing in a library as it was published")
    func intact() async throws {
        let library = try await PublishedLibrary()
        #expect(try await faults(library).isEmpty)
        let result = try await Audit(configuration: library.configuration).run()
        #expect(result.checkedFiles > 0 && result.counts.contains { $0 == ("published", 3) })
    }

    @Test("finds damaged, missing and unused files, and names that lead to other files")
    func files() async throws {
        let library = try await PublishedLibrary()
        let stickers = try library.catalog().packs.flatMap(\.stickers)
        let assets = stickers.compactMap { $0.renditions.first?.path }
        try library.folder.remove("out/" + assets[0])
        try library.folder.remove("out/" + assets[1])
        try library.folder.write("damaged", to: "out/" + assets[1])
        try library.folder.write("stray", to: "out/assets/\(String(repeating: "0", count: 64)).png")
        let found = try await faults(library)
        #expect(found.contains { $0.contains("\(assets[0]) is missing") && $0.contains("stickerd build") })
        #expect(found.contains { $0.contains("\(assets[1]) is damaged") && $0.contains("stickerd rebuild") })
        #expect(found.contains { $0.contains("0000.png is unused") })
    }

    @Test("finds a sticker that the state database or the manifest lacks")
    func manifest() async throws {
        let library = try await PublishedLibrary()
        try await library.add("cats/Cat.png", .rejected)
        #expect(try await faults(library).contains { $0.hasPrefix("The manifest contains a sticker of cats/Cat.png") })
        try library.folder.remove("out/catalog.json")
        #expect(try await faults(library).contains { $0.contains("catalog.json is missing") })
    }

    @Test("needs something published; without a state database it says how to make one")
    func nothing() async throws {
        let library = try await PublishedLibrary()
        var other = library.configuration
        other.state = library.folder.file("other")
        #expect(
            try await Audit(configuration: other).run().faults.first?.contains("the state database is missing") == true)
        try library.folder.remove("out")
        await #expect(throws: NothingPublished.self) { try await Audit(configuration: other).run() }
    }
}
