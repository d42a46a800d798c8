import Foundation
import TestSupport
import Testing
import XcodeExport

@Suite("Exporting into an existing catalog")
struct MergeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let pack = "cats/Stickers.xcstickers/cats.stickerpack"

    /// Adds a sticker like a person in Xcode, after the sticker at a position in the list.
    private func addByHand(_ name: String, after place: Int, in folder: TemporaryFolder) throws {
        try folder.write("art", to: "\(Self.pack)/\(name).sticker/art.png")
        try folder.write(
            "{ \"info\": {\"author\": \"xcode\", \"version\": 1}, \"properties\": {\"filename\": \"art.png\"} }",
            to: "\(Self.pack)/\(name).sticker/Contents.json")
        guard case .object(var contents) = try contents(folder), var stickers = contents["stickers"]?.list else {
            return
        }
        stickers.insert(.object(["filename": .text("\(name).sticker")]), at: place + 1)
        contents["stickers"] = .list(stickers)
        try folder.write(ContentsValue.object(contents).json, to: "\(Self.pack)/Contents.json")
    }

    private func contents(_ folder: TemporaryFolder) throws -> ContentsValue {
        try ContentsValue(json: try #require(folder.bytes("\(Self.pack)/Contents.json")), path: "")
    }

    private func order(_ folder: TemporaryFolder) throws -> [String] {
        try contents(folder)["stickers"]?.list?.compactMap { $0["filename"]?.text } ?? []
    }

    private func stamps(_ folder: TemporaryFolder) -> [String: [Int]] {
        Dictionary(
            uniqueKeysWithValues: folder.files.map { name in
                var status = stat()
                stat(folder.file(name), &status)
                return (name, [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec])
            })
    }

    @Test(
        "a pipe under a name that is wanted is named, and not waited for",
        arguments: ["happy-cat.png", "Contents.json"])
    func pipe(name: String) throws {
        let pack = try SamplePack()
        try pack.export(to: folder)
        let path = try #require(folder.files.first { $0.hasSuffix("happy-cat.sticker/\(name)") })
        try FileManager.default.removeItem(atPath: folder.file(path))
        #expect(mkfifo(folder.file(path), 0o644) == 0)
        #expect(throws: XcodeExportError.notOurs(path: folder.file(path))) { try pack.export(to: folder) }
    }

    @Test(
        "writes into folders whose names are in the other Unicode form, without duplicates",
        arguments: ["gr\u{FC}\u{DF}e", "gru\u{308}\u{DF}e"])
    func unicodeForms(id: String) throws {
        try SamplePack([id]).export(to: folder)
        let there = "\(Self.pack)/\(id).sticker"
        let isComposed = id.unicodeScalars.elementsEqual(id.precomposedStringWithCanonicalMapping.unicodeScalars)
        let other = isComposed ? id.decomposedStringWithCanonicalMapping : id.precomposedStringWithCanonicalMapping
        try FileManager.default.moveItem(
            atPath: folder.file(there), toPath: folder.file("\(Self.pack)/\(other).sticker"))
        let before = folder.files.map { Array($0.utf8) }
        let outcome = try SamplePack([id]).export(to: folder)
        #expect(outcome.written == [] && outcome.removed == [])
        #expect(folder.files.map { Array($0.utf8) } == before)
    }

    @Test("writes no file when nothing changed")
    func unchanged() throws {
        var pack = try SamplePack()
        pack.stickers[0].labels = ["de": "Katze"]
        try pack.export(to: folder)
        let before = stamps(folder)
        let outcome = try pack.export(to: folder)
        #expect(outcome.written == [] && outcome.removed == [])
        #expect(stamps(folder) == before)
    }

    @Test("writes only changes")
    func changed() throws {
        var pack = try SamplePack()
        try pack.export(to: folder)
        try pack.redraw(1)
        pack.stickers[0].label = "Another label"
        let outcome = try pack.export(to: folder)
        #expect(
            Set(outcome.written) == [
                "\(Self.pack)/sad-cat.sticker/sad-cat.png", "\(Self.pack)/happy-cat.sticker/Contents.json",
            ])
    }

    @Test("does not change stickers that stickerd did not write")
    func others() throws {
        var pack = try SamplePack(["a", "b"])
        try pack.export(to: folder)
        try addByHand("mine", after: 0, in: folder)
        try pack.add("c")
        try pack.export(to: folder)
        #expect(try order(folder) == ["a.sticker", "mine.sticker", "b.sticker", "c.sticker"])
        #expect(folder.text("\(Self.pack)/mine.sticker/art.png") == "art")
    }

    @Test("removes its own obsolete files, and nothing else")
    func removed() throws {
        var pack = try SamplePack(["a", "b"])
        try pack.export(to: folder)
        try addByHand("mine", after: 0, in: folder)
        pack.stickers.remove(at: 0)
        let outcome = try pack.export(to: folder)
        #expect(outcome.removed == ["\(Self.pack)/a.sticker/Contents.json", "\(Self.pack)/a.sticker/a.png"])
        #expect(!FileManager.default.fileExists(atPath: folder.file("\(Self.pack)/a.sticker")))
        #expect(try order(folder) == ["mine.sticker", "b.sticker"])
    }

    @Test("removes an obsolete pack, but not foreign files in it")
    func packGone() throws {
        try SamplePack(["a"]).export(to: folder)
        try addByHand("mine", after: 0, in: folder)
        let dogs = try SamplePack(["x"], id: "dogs")
        _ = try XcodeExport(folder: folder.path).run([dogs.input])
        #expect(try order(folder) == ["mine.sticker"])
        #expect(folder.bytes("\(Self.pack)/a.sticker/a.png") == nil)
        #expect(folder.bytes("dogs/Stickers.xcstickers/dogs.stickerpack/x.sticker/x.png") != nil)
    }

    @Test("does not change the other packs when only some are exported")
    func some() throws {
        try SamplePack(["a"]).export(to: folder)
        var export = XcodeExport(folder: folder.path)
        export.removesStale = false
        let dogs = try SamplePack(["x"], id: "dogs")
        let outcome = try export.run([dogs.input])
        #expect(outcome.removed == [])
        #expect(folder.bytes("\(Self.pack)/a.sticker/a.png") != nil)
    }

    @Test("uses a pack that was made in Xcode, and keeps its icons")
    func adopted() throws {
        let catalog = "Stickers.xcstickers"
        let pack =
            "{\"info\":{\"version\":1,\"author\":\"xcode\"},\"properties\":{\"grid-size\":\"small\",\"x\":\"y\"}}"
        try folder.write(pack, to: "\(catalog)/Sticker Pack.stickerpack/Contents.json")
        try folder.write("{}", to: "\(catalog)/iMessage App Icon.stickersiconset/Contents.json")
        try folder.write("{}", to: "\(catalog)/Contents.json")
        let sample = try SamplePack(["a"])
        try sample.export(to: folder, catalog: catalog)
        let contents = try ContentsValue(
            json: try #require(folder.bytes("\(catalog)/Sticker Pack.stickerpack/Contents.json")), path: "")
        #expect(contents["properties"] == .object(["grid-size": .text("regular"), "x": .text("y")]))
        #expect(contents["stickers"] == .list([.object(["filename": .text("a.sticker")])]))
        #expect(folder.text("\(catalog)/Contents.json") == "{}")
        #expect(folder.text("\(catalog)/iMessage App Icon.stickersiconset/Contents.json") == "{}")
        #expect(try sample.export(to: folder, catalog: catalog).written == [])
    }

    @Test("does not change the layout of a file with the same content")
    func layout() throws {
        let pack = try SamplePack(["a"])
        try pack.export(to: folder)
        let path = "\(Self.pack)/a.sticker/Contents.json"
        let old = """
            {
              "properties" : {
                "filename" : "a.png",
                "accessibility-label" : "The label of a"
              },
              "info" : {
                "version" : 1,
                "author" : "xcode"
              }
            }
            """
        try folder.write(old, to: path)
        #expect(try pack.export(to: folder).written.contains(path) == false)
        #expect(folder.text(path) == old)
    }

    @Test("writes nothing if there is a sticker of the same name by another program")
    func conflict() throws {
        try SamplePack(["a"]).export(to: folder)
        try addByHand("b", after: 0, in: folder)
        let before = folder.files
        var pack = try SamplePack(["a", "b"])
        try pack.redraw(0)
        let other = folder.file("\(Self.pack)/b.sticker/Contents.json")
        #expect(throws: XcodeExportError.notOurs(path: other)) { try pack.export(to: folder) }
        #expect(folder.files == before)
        try pack.export(to: folder, replacing: true)
        #expect(folder.text("\(Self.pack)/b.sticker/b.png") == "b at @3x")
    }

    @Test("keeps a picture that was changed in Xcode, and reports it")
    func handChanged() throws {
        let pack = try SamplePack(["a"])
        try pack.export(to: folder)
        try folder.write("retouched", to: "\(Self.pack)/a.sticker/a.png")
        let outcome = try pack.export(to: folder)
        #expect(folder.text("\(Self.pack)/a.sticker/a.png") == "retouched")
        #expect(outcome.notices.count == 1)
        try pack.export(to: folder, replacing: true)
        #expect(folder.text("\(Self.pack)/a.sticker/a.png") == "a at @3x")
    }

    @Test("refuses a catalog with several packs")
    func severalPacks() throws {
        try folder.write("{}", to: "S.xcstickers/One.stickerpack/Contents.json")
        try folder.write("{}", to: "S.xcstickers/Two.stickerpack/Contents.json")
        #expect(
            throws: XcodeExportError.severalPacks(
                catalog: folder.file("S.xcstickers"), names: ["One.stickerpack", "Two.stickerpack"])
        ) { try SamplePack(["a"]).export(to: folder, catalog: "S.xcstickers") }
    }

    @Test("does not write through a symbolic link")
    func link() throws {
        let elsewhere = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("cats"), withDestinationPath: elsewhere.path)
        #expect(throws: (any Error).self) { try SamplePack(["a"]).export(to: folder) }
        #expect(elsewhere.files == [])
    }

    @Test("does not follow a record with a path outside of the folder")
    func record() throws {
        try folder.write(
            "{\"schemaVersion\":1,\"parts\":{\"cats\":{\"../other\":\"00\"}}}", to: ".stickerd-export.json")
        #expect(throws: XcodeExportError.unreadableRecord(path: folder.file(".stickerd-export.json"))) {
            try SamplePack(["a"]).export(to: folder)
        }
    }
}
