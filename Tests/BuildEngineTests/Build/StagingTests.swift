import BuildEngine
import EngineSupport
import FileAccess
import JobModel
import Publishing
import StateDatabase
import TestSupport
import Testing

@Suite("The staging folder of finished files")
struct StagingTests {
    @Test("is made when the first file needs it, is marked as in use, and is removed at the end")
    func lifetime() throws {
        let folder = try TemporaryFolder()
        let staging = Staging(publisher: Publisher(out: folder.file("out")))
        #expect(folder.names.isEmpty)
        let path = try staging.open()
        #expect(try staging.open() == path && path.hasPrefix(folder.file("out/")))
        #expect(Staging.isInUse(path))
        staging.close()
        #expect(folder.files.isEmpty && !Staging.isInUse(path))
    }

    @Test("an existing folder stays")
    func existing() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", to: "here/file")
        let staging = Staging(folder: folder.file("here"))
        #expect(try staging.open() == folder.file("here"))
        staging.close()
        #expect(folder.text("here/file") == "file")
    }

    @Test("finished files get their names, and then their results are recorded")
    func save() async throws {
        let library = try await PublishedLibrary(nil)
        let staging = Staging(publisher: library.publisher)
        defer { staging.close() }
        let files = FinishedFiles(publisher: library.publisher, staging: staging, ledger: library.ledger)
        let file = try ContentFile.write(Array("new".utf8), fileExtension: "png", folder: try staging.open())
        let result = PlanSamples.result(file.sha256, bytes: [3: file.bytes])
        let records = SerialWriter()
        try await files.save(["fingerprint": result], records)
        try await records.finish()
        #expect(library.folder.text("out/assets/\(file.sha256).png") == "new")
        #expect(try await library.ledger.results(for: ["fingerprint"]).keys.sorted() == ["fingerprint"])
    }

    @Test("a finished file that another program removed is an error, and nothing is recorded")
    func missing() async throws {
        let library = try await PublishedLibrary(nil)
        let staging = Staging(publisher: library.publisher)
        defer { staging.close() }
        let files = FinishedFiles(publisher: library.publisher, staging: staging, ledger: library.ledger)
        let result = PlanSamples.result(Digest.sha256("gone"), bytes: [3: 4])
        let records = SerialWriter()
        await #expect(throws: EngineError.self) { try await files.save(["fingerprint": result], records) }
        try await records.finish()
        #expect(try await library.ledger.results(for: ["fingerprint"]).isEmpty)
    }
}
