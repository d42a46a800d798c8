import BuildEngine
import JobModel
import Publishing
import StickerManifest
import TestSupport
import Testing

@Suite("A publication")
struct PublishSessionTests {
    @Test("of renderings whose files were removed names them, and changes nothing")
    func missingFiles() async throws {
        let library = try await PublishedLibrary()
        let before = library.folder.bytes("out/catalog.json")
        let next = PlanSamples.catalog([(PlanSamples.source("New.png"), PlanSamples.result("gone"))])
        let staging = Staging(publisher: library.publisher)
        defer { staging.close() }
        var session = PublishSession(
            configuration: library.configuration, publisher: library.publisher, ledger: library.ledger,
            content: .publication(Publication(catalog: try next.written().bytes, names: PublishedNames(next))))
        session.adoption = .finished(["new": PlanSamples.result("gone")], staging)
        let adopting = session
        let error = await #expect(throws: PublishSession.MissingFiles.self) { try await adopting.run() }
        #expect(error?.fingerprints == ["new"])
        #expect(library.folder.bytes("out/catalog.json") == before)
    }
}
