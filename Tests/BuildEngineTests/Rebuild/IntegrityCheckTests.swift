import BuildEngine
import JobModel
import Publishing
import StateDatabase
import TestSupport
import Testing

/// Tests the search for damage. A rebuild repairs the damage that this search finds.
@Suite("Damage in the output folder")
struct IntegrityCheckTests {
    private let folder: TemporaryFolder
    private let out: OutputFolder
    private let asset: String
    private static let name = "packs/cats/cat@3x.png"

    /// Publishes one sticker.
    init() throws {
        folder = try TemporaryFolder()
        let publisher = Publisher(out: folder.file("out"))
        let staging = try publisher.openStaging()
        let file = try ContentFile.write(Array("cat".utf8), fileExtension: "png", folder: staging)
        let lost = try publisher.adopt([file], from: staging)
        publisher.closeStaging()
        try #require(lost.isEmpty)
        let catalog = PlanSamples.catalog([
            (PlanSamples.source("Cat.png"), PlanSamples.result(file.sha256, bytes: [3: file.bytes]))
        ])
        let text = try catalog.written()
        var publication = Publication(catalog: text.bytes, names: PublishedNames(catalog))
        publication.manifest = text
        _ = try publisher.apply(publication)
        (out, asset) = (publisher.folder, OutputNames.asset(file))
    }

    private func damages(artifacts: [String: LedgerArtifact] = [:]) -> [Damage] {
        IntegrityCheck(out: out, artifacts: artifacts).run().damages
    }

    private func replace(_ name: String, by text: String) throws {
        if folder.has("out/\(name)") { try folder.remove("out/\(name)") }
        try folder.write(text, to: "out/\(name)")
    }

    @Test("an intact folder has none")
    func intact() throws {
        #expect(folder.text("out/\(IntegrityCheckTests.name)") == "cat")
        let result = IntegrityCheck(out: out, artifacts: [:]).run()
        #expect(result.damages.isEmpty && result.catalog?.packs.map(\.id) == ["cats"])
    }

    @Test("a finished file with other content is damaged, and is called by its readable name")
    func damagedAsset() throws {
        try replace(asset, by: "dog")
        #expect(damages().map(\.path) == [asset] && damages().map(\.kind) == [.damaged])
        #expect(damages().map(\.name) == [IntegrityCheckTests.name])
    }

    @Test("a finished file that was removed is missing, although its readable name still has the content")
    func missingAsset() throws {
        try folder.remove("out/\(asset)")
        #expect(damages().map(\.path) == [asset] && damages().map(\.kind) == [.missing])
    }

    @Test("a readable name with other content is damaged, and one that was removed is missing")
    func names() throws {
        try replace(IntegrityCheckTests.name, by: "dog")
        #expect(damages().map(\.path) == [IntegrityCheckTests.name] && damages().map(\.kind) == [.damaged])
        try folder.remove("out/\(IntegrityCheckTests.name)")
        #expect(damages().map(\.path) == [IntegrityCheckTests.name] && damages().map(\.kind) == [.missing])
    }

    @Test("a copy instead of a link under a readable name is not damage")
    func copy() throws {
        try replace(IntegrityCheckTests.name, by: "cat")
        #expect(damages().isEmpty)
    }

    @Test("a file that the manifest does not name is unknown", arguments: ["assets/dog.png", "packs/cats/dog@3x.png"])
    func unknown(name: String) throws {
        try replace(name, by: "dog")
        #expect(damages().map(\.path) == [name] && damages().map(\.kind) == [.unknown])
    }

    @Test("a manifest that cannot be read is the only damage, because nothing is known about other files")
    func manifest() throws {
        try replace("catalog.json", by: "{")
        try folder.remove("out/\(asset)")
        #expect(damages().map(\.path) == ["catalog.json"] && damages().map(\.kind) == [.damaged])
        try folder.remove("out/catalog.json")
        #expect(damages().isEmpty)
    }

    @Test("a sheet is compared with the state database, and an icon is not")
    func sheets() throws {
        func artifact(_ key: String) -> (String, LedgerArtifact) {
            (key, LedgerArtifact(key: key, fingerprint: "f", sha256: Digest.sha256("sheet"), bytes: 5))
        }
        try replace("sheets/a.png", by: "sheet")
        try replace("sheets/b.png", by: "other")
        let artifacts = ["sheets/a.png", "sheets/b.png", "sheets/c.png", "icon/cats"].map(artifact)
        let damages = damages(artifacts: Dictionary(artifacts) { first, _ in first })
        #expect(damages.map(\.path) == ["sheets/b.png", "sheets/c.png"])
        #expect(damages.map(\.kind) == [.damaged, .missing])
    }
}
