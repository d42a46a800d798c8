import BuildEngine
import JobModel
import Publishing
import StickerManifest
import TestSupport
import Testing

/// The state database contains a hash of each published pack. If a changed pack kept its hash, the change would be
/// missed. If the hash changed with another pack, too many packs would be read.
@Suite("The digests of published packs")
struct PublishedDigestsTests {
    private let folder: TemporaryFolder
    private let publisher: Publisher

    init() throws {
        folder = try TemporaryFolder()
        publisher = Publisher(out: folder.file("out"))
        try publish(dog: "dog")
    }

    /// Publishes a pack of cats with a fixed content, and a pack of dogs with the given content.
    private func publish(dog: String) throws {
        let staging = try publisher.openStaging()
        let files = try ["cat", dog].map {
            try ContentFile.write(Array($0.utf8), fileExtension: "png", folder: staging)
        }
        let lost = try publisher.adopt(files, from: staging)
        publisher.closeStaging()
        try #require(lost.isEmpty)
        var pack = PlanSamples.pack
        (pack.id, pack.folder) = ("dogs", "dogs")
        let sources = [
            PlanSamples.source("Cat.png"),
            PlanSamples.source("Dog.png") { ($0.pack, $0.path) = ("dogs", "dogs/Dog.png") },
        ]
        let results = files.map { PlanSamples.result($0.sha256, bytes: [3: $0.bytes]) }
        let catalog = PlanSamples.catalog(Array(zip(sources, results)), packs: [PlanSamples.pack, pack])
        let text = try catalog.written()
        var publication = Publication(
            catalog: text.bytes, names: PublishedNames(catalog),
            kept: publisher.folder.listing(OutputNames.sheets).files)
        publication.manifest = text
        _ = try publisher.apply(publication)
    }

    private func digests() throws -> PublishedDigests {
        let stamps = try #require(publisher.folder.stamps())
        return try #require(PublishedDigests(publisher.folder, stamps))
    }

    /// The ids of the packs whose hash changes when `change` is called.
    private func changed(by change: () throws -> Void) throws -> Set<String> {
        let before = try digests()
        try change()
        let after = try digests()
        return before.ids.union(after.ids).filter { before.digest(ofPack: $0) != after.digest(ofPack: $0) }
    }

    @Test("stay without a change, also when the same is published again")
    func unchanged() throws {
        #expect(try digests().ids == ["cats", "dogs"])
        #expect(try changed {}.isEmpty)
        #expect(try changed { try publish(dog: "dog") }.isEmpty)
    }

    @Test("a publication of one pack changes its digest alone")
    func publication() throws {
        let before = try digests().manifest
        #expect(try changed { try publish(dog: "another dog") } == ["dogs"])
        #expect(try digests().manifest != before)
    }

    @Test("a readable name that was replaced or removed changes the digest of its pack")
    func names() throws {
        let name = "out/packs/cats/cat@3x.png"
        try #require(folder.text(name) == "cat")
        #expect(
            try changed {
                try folder.remove(name)
                try folder.write("cat", to: name)
            } == ["cats"])
        #expect(try changed { try folder.remove(name) } == ["cats"])
    }

    @Test("a sheet, and a folder that stickerd did not publish, change the digest of the pack of that name")
    func others() throws {
        #expect(try changed { try folder.write("sheet", to: "out/sheets/dogs.png") } == ["dogs"])
        #expect(try changed { try folder.write("bird", to: "out/packs/birds/tit.png") } == ["birds"])
    }

    @Test("are unknown without a readable index")
    func noIndex() throws {
        let stamps = try #require(publisher.folder.stamps())
        try folder.write("{", to: "out/catalog.json")
        #expect(PublishedDigests(publisher.folder, stamps) == nil)
        try folder.remove("out/catalog.json")
        #expect(PublishedDigests(publisher.folder, stamps) == nil)
    }
}
