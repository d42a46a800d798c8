import AppExport
import Foundation
import PublishedSamples
import Publishing
import StickerCatalogCrypto
import StickerManifest
import Testing

@Suite("stickerd export app")
struct AppExportTests {
    private let tree: SampleTree
    private let target: String
    private let cat = SampleTree.Art("happy-cat")
    private let dog = SampleTree.Art("dog", pack: "dogs")

    init() throws {
        tree = try SampleTree()
        target = FileManager.default.temporaryDirectory.path + "/export-\(UUID().uuidString)"
        try tree.publish([cat, dog])
    }

    private func files() -> [String] {
        let all = FileManager.default.enumerator(atPath: target)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.contains(".") }.sorted()
    }

    private func read(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: target).appending(path: name))
    }

    /// Exports to `target`, without the client package. `ClientPackageTests` export that package.
    private func export(_ form: AppExport.Form = .bundle, key: SigningKey? = nil) throws -> AppExport.Summary {
        try AppExport(out: tree.path, form: form, keys: key.map { [$0] } ?? [], writesClient: false).run(to: target)
    }

    @Test("writes the manifest for apps, the files it names and a name for each sticker")
    func bundle() throws {
        let summary = try export()
        #expect(summary.stickers == 2 && summary.bytes == 4000 && summary.written == 4 && summary.removed == 0)
        #expect(
            files() == ["StickerAssets/\(cat.path)", "StickerAssets/\(dog.path)"].sorted()
                + ["StickerAssets/catalog.json", "StickerNames.swift"])
        #expect(Array(try read("StickerAssets/\(cat.path)")) == cat.bytes)
        #expect(try Catalog(json: read("StickerAssets/catalog.json")).packs.map(\.id) == ["cats", "dogs"])
        let names = String(decoding: try read("StickerNames.swift"), as: UTF8.self)
        #expect(names.contains(#"static let happyCat = StickerName(pack: "cats", sticker: "happy-cat")"#))
    }

    @Test("writes files for a web server like stickerd serve answers")
    func staticTree() throws {
        _ = try export(.tree)
        let parts = try index().packs.flatMap { $0.app ?? [] }.map(\.path)
        #expect(parts.count == 2)
        let (one, two) = ([cat.path, dog.path], [cat.path, dog.path] + parts)
        #expect(
            Set(files())
                == Set((one + ["catalog.json"]).map { "v1/" + $0 } + (two + ["catalog.json"]).map { "v2/" + $0 }))
        #expect(Array(try read("v2/\(cat.path)")) == cat.bytes)
        let cats = try JSONDecoder().decode(AppPart.self, from: read("v2/\(parts[0])"))
        #expect(cats.stickers.map(\.fileName) == ["\(cat.sha256).png"])
    }

    private func index() throws -> ManifestIndex {
        try JSONDecoder().decode(ManifestIndex.self, from: read("v2/catalog.json"))
    }

    @Test(
        "files for a web server are not written again without changes, and the serial number grows with them"
    )
    func serial() throws {
        let key = try SigningKey.make(at: target + ".key")
        _ = try export(.tree, key: key)
        let (before, bytes) = (try index(), try read("v2/catalog.json"))
        #expect(try export(.tree, key: key).written == 0)
        try tree.publish([cat])
        _ = try export(.tree, key: key)
        #expect(try index().serial ?? 0 > before.serial ?? .max)
        let verifier = try CatalogVerifier.ed25519(publicKeys: [key.publicKey])
        try verifier.verify(index: bytes, before.signatures ?? [])
        #expect(throws: CatalogError.wrongSignature) {
            try verifier.verify(index: bytes + [10], before.signatures ?? [])
        }
    }

    @Test("unreferenced files stay for the given number of days")
    func keptForDays() throws {
        _ = try AppExport(out: tree.path, form: .tree, writesClient: false, keepDays: 1).run(to: target)
        try tree.publish([cat])
        let summary = try AppExport(out: tree.path, form: .tree, writesClient: false, keepDays: 1).run(to: target)
        #expect(summary.removed == 0 && files().contains("v2/\(dog.path)") && files().contains("v1/\(dog.path)"))
        #expect(try export(.tree).removed == 3)
        #expect(!files().contains("v2/\(dog.path)") && !files().contains("v1/\(dog.path)"))
    }

    @Test(
        "writes the pictures of messages too, and a name for each message", arguments: [AppExport.Form.bundle, .tree])
    func messages(form: AppExport.Form) throws {
        let move = SampleTree.Art("your-move", pack: "stones")
        try tree.publish([cat], messages: [move])
        let summary = try export(form)
        #expect(summary.stickers == 1 && summary.messages == 1 && summary.bytes == 4000)
        let folder = form == .bundle ? "StickerAssets" : "v1"
        #expect(Array(try read("\(folder)/\(move.path)")) == move.bytes)
        let delivered = try Catalog(json: read("\(folder)/catalog.json")).messages
        #expect(delivered?.map(\.id) == ["your-move"] && delivered?.first?.translations["de"] != nil)
        if form == .bundle {
            let names = String(decoding: try read("StickerNames.swift"), as: UTF8.self)
            #expect(names.contains(#"static let yourMove = MessageName(pack: "stones", message: "your-move")"#))
        }
        try tree.publish([cat])
        // A static tree loses the picture in both versions of the manifest, a part of the manifest, and a web page.
        #expect(try export(form).removed == (form == .bundle ? 1 : 4))
    }

    @Test("writes a web page for each message into a static tree, and removes those of former ones")
    func pages() throws {
        let move = SampleTree.Art("your-move")
        try tree.publish([cat], messages: [move]) {
            $0.messages?[0].text = MessageText(caption: "<b>{sender}</b> & co", label: "A board")
        }
        _ = try export(.tree)
        let page = String(decoding: try read("v2/messages/cats/your-move.html"), as: UTF8.self)
        #expect(page.contains("&lt;b&gt;…&lt;/b&gt; &amp; co") && page.contains("alt=\"A board\""))
        let picture = "v2/assets/\(move.path.split(separator: "/").last ?? "")"
        #expect(page.contains("../../assets/\(move.path.split(separator: "/").last ?? "")"))
        #expect(files().contains(picture))
        try tree.publish([cat])
        _ = try export(.tree)
        #expect(!files().contains("v2/messages/cats/your-move.html"))
    }

    @Test("writes game pieces too, and a name for each of them")
    func pieces() throws {
        let frog = SampleTree.Art("green-frog", pack: "pond")
        try tree.publish([cat], pieces: [frog])
        #expect(try export().pieces == 1)
        #expect(Array(try read("StickerAssets/\(frog.path)")) == frog.bytes)
        let names = String(decoding: try read("StickerNames.swift"), as: UTF8.self)
        #expect(names.contains(#"static let greenFrog = PieceName(pack: "pond", piece: "green-frog")"#))
    }

    @Test("does not write existing files again, and removes unreferenced ones")
    func again() throws {
        _ = try export()
        #expect(try export().written == 0)
        try Data("mine".utf8).write(to: URL(filePath: target).appending(path: "StickerAssets/assets/README.md"))
        try tree.publish([cat])
        let summary = try export()
        #expect(summary.written == 2 && summary.removed == 1)
        #expect(files().filter { $0.contains("assets/") }.count == 2)
        #expect(String(decoding: try read("StickerAssets/assets/README.md"), as: UTF8.self) == "mine")
    }

    @Test("stops at a damaged file, and leaves the previous manifest")
    func damaged() throws {
        _ = try export()
        let before = try read("StickerAssets/catalog.json")
        let owl = SampleTree.Art("owl")
        try tree.publish([owl])
        try tree.put(owl.bytes.reversed(), at: owl.path)
        #expect(throws: AppExportError.damaged(file: "\(tree.path)/\(owl.path)")) { try export() }
        #expect(try read("StickerAssets/catalog.json") == before)
    }

    @Test("does not write into the output folder")
    func wrongTarget() {
        #expect(throws: AppExportError.self) { try AppExport(out: tree.path, form: .tree).run(to: tree.path + "/app") }
    }

    @Test("reports that there is nothing to export")
    func nothing() throws {
        try tree.remove("catalog.json")
        #expect(throws: AppExportError.nothingPublished(out: tree.path)) { try export() }
    }

    @Test("signs with a key that only its owner can read, and that is never replaced")
    func key() throws {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        let file = target + "/signing.key"
        let key = try SigningKey.make(at: file)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try SigningKey(contentsOf: file).publicKey == key.publicKey)
        #expect(throws: AppExportError.self) { try SigningKey.make(at: file) }
        _ = try export(.tree, key: key)
        let first = try read("v1/catalog.json")
        #expect(try Catalog(json: first).signature?.count == 88)
        #expect(try export(.tree, key: key).written == 0)
    }

    @Test("loads a key file of any earlier version, with the same public key")
    func earlierKey() throws {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        let file = target + "/signing.key"
        // This is the key pair of RFC 8032, section 7.1, test 1.
        try Data("stickerd-ed25519-private-key nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=\n".utf8)
            .write(to: URL(filePath: file))
        #expect(try SigningKey(contentsOf: file).publicKey == "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
    }

    @Test("repairs damaged and empty files of a static tree, and replaces links", arguments: ["v1", "v2"])
    func damagedTree(version: String) throws {
        _ = try export(.tree)
        let file = "\(target)/\(version)/\(cat.path)"
        for content in ["", "other"] {
            // The file is replaced and not overwritten, so that its other hard link stays intact.
            try FileManager.default.removeItem(atPath: file)
            try Data(content.utf8).write(to: URL(filePath: file))
            #expect(try export(.tree).written > 0)
            #expect(Array(try read("\(version)/\(cat.path)")) == cat.bytes)
        }
        let elsewhere = target + "-elsewhere.png"
        try Data(cat.bytes).write(to: URL(filePath: elsewhere))
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: elsewhere)
        #expect(try export(.tree).written > 0)
        let type = try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
        #expect(type == .typeRegular)
        #expect(try export(.tree).written == 0)
    }

    @Test("writes through no link below the target", arguments: ["v1", "v2"])
    func linkedFolder(version: String) throws {
        let elsewhere = target + "-elsewhere"
        for folder in [target, elsewhere] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(target)/\(version)", withDestinationPath: elsewhere)
        #expect(throws: PublishError.self) { try export(.tree) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == [])
    }
}
