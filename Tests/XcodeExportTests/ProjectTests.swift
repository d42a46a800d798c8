import Foundation
import TestSupport
import Testing
import XcodeExport

@Suite("A project of sticker packs")
struct ProjectTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let file = "Cat Stickers.xcodeproj/project.pbxproj"

    private func export(_ packs: [SamplePack], to folder: TemporaryFolder) throws -> ExportOutcome {
        try XcodeExport(
            folder: folder.path,
            project: ProjectSettings(name: "Cat Stickers", bundlePrefix: "com.example.stickers", team: "ABCDE12345")
        ).run(packs.map(\.input))
    }

    private func packs() throws -> [SamplePack] {
        var cats = try SamplePack()
        cats.stickers[0].labels = ["de": "Katze", "zh-Hans": "猫"]
        cats.titles = ["de": "Katzen"]
        return [cats, try SamplePack(["x"], id: "süße-hunde")]
    }

    private func objects(_ folder: TemporaryFolder) throws -> [String: [String: Any]] {
        let data = Data(try #require(folder.bytes(Self.file)))
        let file = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        return try #require(file?["objects"] as? [String: [String: Any]])
    }

    @Test("gives the same bytes for the same packs, and nothing is written twice")
    func deterministic() throws {
        let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
        let packs = try packs()
        _ = try export(packs, to: one)
        _ = try export(packs, to: two)
        #expect(one.bytes(Self.file) == two.bytes(Self.file))
        #expect(try export(packs, to: one).written == [])
    }

    @Test("names only objects that it has, and every object is named")
    func references() throws {
        _ = try export(try packs(), to: folder)
        let objects = try objects(folder)
        var named: Set<String> = []
        func visit(_ value: Any) {
            if let text = value as? String, text.count == 24, text.allSatisfy(\.isHexDigit) { named.insert(text) }
            for item in value as? [Any] ?? [] { visit(item) }
            for item in (value as? [String: Any])?.values.map({ $0 }) ?? [] { visit(item) }
        }
        for object in objects.values { visit(object) }
        #expect(named.subtracting(objects.keys) == [])
        let unnamed = Set(objects.keys).subtracting(named).compactMap { objects[$0]?["isa"] as? String }
        #expect(unnamed == ["PBXProject"] || unnamed == [])
    }

    @Test("has two targets a pack, without code, the extension in the app")
    func targets() throws {
        _ = try export(try packs(), to: folder)
        let objects = try objects(folder)
        let targets = objects.values.filter { $0["isa"] as? String == "PBXNativeTarget" }
        #expect(
            targets.compactMap { $0["productType"] as? String }.sorted() == [
                "com.apple.product-type.app-extension.messages-sticker-pack",
                "com.apple.product-type.app-extension.messages-sticker-pack",
                "com.apple.product-type.application.messages", "com.apple.product-type.application.messages",
            ])
        let phases = Dictionary(
            uniqueKeysWithValues: targets.map { target in
                let ids = target["buildPhases"] as? [String] ?? []
                return (target["name"] as? String ?? "", ids.compactMap { objects[$0]?["isa"] as? String })
            })
        #expect(
            phases == [
                "cats": ["PBXResourcesBuildPhase", "PBXCopyFilesBuildPhase"],
                "cats StickerPackExtension": ["PBXResourcesBuildPhase"],
                "süße-hunde": ["PBXResourcesBuildPhase", "PBXCopyFilesBuildPhase"],
                "süße-hunde StickerPackExtension": ["PBXResourcesBuildPhase"],
            ])
    }

    @Test("names existing files")
    func files() throws {
        _ = try export(try packs(), to: folder)
        let objects = try objects(folder)
        for (group, path) in [("cats", "cats"), ("süße-hunde", "süße-hunde")] {
            let group = try #require(objects.values.first { $0["path"] as? String == group })
            for child in group["children"] as? [String] ?? [] {
                let ids = objects[child]?["children"] as? [String] ?? [child]
                for id in ids {
                    let file = "\(path)/\(objects[id]?["path"] as? String ?? "?")"
                    #expect(FileManager.default.fileExists(atPath: folder.file(file)), "\(file)")
                }
            }
        }
    }

    @Test("reads the same in another parser")
    func otherReader() throws {
        _ = try export(try packs(), to: folder)
        let script = """
            import json, sys, openstep_plist
            print(json.dumps(openstep_plist.loads(open(sys.argv[1], encoding='utf-8').read(), use_numbers=False)))
            """
        let read = try Tool.run(["/usr/bin/python3", "-c", script, folder.file(Self.file)], withErrors: false)
        #expect(read.status == 0)
        let other = try #require(try JSONSerialization.jsonObject(with: read.bytes) as? NSDictionary)
        let data = Data(try #require(folder.bytes(Self.file)))
        let own = try PropertyListSerialization.propertyList(from: data, format: nil)
        #expect(other == own as? NSDictionary)
    }

    @Test("does not change the other packs' identifiers when a pack is added")
    func stable() throws {
        let packs = try packs()
        _ = try export([packs[0]], to: folder)
        let before = Set(try objects(folder).keys)
        _ = try export(packs, to: folder)
        #expect(before.isSubset(of: Set(try objects(folder).keys)))
    }

    @Test("stays when it was changed by hand, and when packs are exported without it")
    func kept() throws {
        let packs = try packs()
        _ = try export(packs, to: folder)
        _ = try XcodeExport(folder: folder.path).run(packs.map(\.input))
        let text = try #require(folder.text(Self.file))
        try folder.write(text + "// mine\n", to: Self.file)
        #expect(try export(packs, to: folder).notices.count == 1)
        #expect(folder.text(Self.file) == text + "// mine\n")
    }

    @Test("builds products with ASCII names, regardless of the names of the packs")
    func productNames() throws {
        _ = try export(try packs(), to: folder)
        let products = try objects(folder).values.filter { $0["sourceTree"] as? String == "BUILT_PRODUCTS_DIR" }
        let names = products.compactMap { $0["path"] as? String }
        #expect(names.count == 4 && Set(names).count == 4)
        #expect(names.allSatisfy { $0.allSatisfy(\.isASCII) })
        #expect(names.contains("cats.app"))
    }

    @Test("shares the stickers with every app, declares no encryption, and names the app in its development language")
    func declarations() throws {
        _ = try export(try packs(), to: folder)
        let settings = try objects(folder).values.compactMap { $0["buildSettings"] as? [String: Any] }
        let shared = settings.filter { $0["INFOPLIST_KEY_NSStickerSharingLevel"] as? String == "OS" }
        #expect(shared.count == 4 && shared.allSatisfy { $0["SKIP_INSTALL"] as? String == "YES" })
        #expect(settings.count { $0["INFOPLIST_KEY_ITSAppUsesNonExemptEncryption"] as? String == "NO" } == 4)
        #expect(folder.text("cats/de.lproj/InfoPlist.strings") == "\"CFBundleDisplayName\" = \"Katzen\";\n")
        #expect(folder.text("cats/en.lproj/InfoPlist.strings")?.contains("CFBundleDisplayName") == true)
    }

    @Test("has bundle identifiers of letters that are allowed")
    func identifiers() throws {
        _ = try export(try packs(), to: folder)
        let lines = Set(
            try #require(folder.text(Self.file)).split(separator: "\n").filter {
                $0.contains("PRODUCT_BUNDLE_IDENTIFIER")
            })
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.isASCIIOnly })
    }

    @Test(
        "refuses settings that Xcode cannot use",
        arguments: [
            ProjectSettings(name: "a/b", bundlePrefix: "com.example"),
            ProjectSettings(name: "a", bundlePrefix: "example"),
            ProjectSettings(name: "a", bundlePrefix: "com.exa mple"),
            ProjectSettings(name: "a", bundlePrefix: "com.example", team: "short"),
            ProjectSettings(name: "a", bundlePrefix: "com.example", version: "one"),
        ])
    func settings(_ settings: ProjectSettings) throws {
        #expect(throws: XcodeExportError.self) { try settings.check() }
    }
}

extension Substring {
    fileprivate var isASCIIOnly: Bool { allSatisfy(\.isASCII) }
}

@Suite("A project of an iMessage app")
struct AppProjectTests {
    private func export(_ package: CatalogPackage, to folder: TemporaryFolder) throws -> ExportOutcome {
        let pack = try SamplePack()
        return try XcodeExport(folder: folder.path).runApp(
            ProjectSettings(name: "Cats", bundlePrefix: "com.example.cats"), package: package, icon: pack.input)
    }

    @Test(
        "compiles its code, carries its stickers and links the package",
        arguments: [
            CatalogPackage.local(path: "../stickerd"),
            .remote(url: "https://example.com/stickerd.git", version: "0.2.0"),
        ])
    func phases(_ package: CatalogPackage) throws {
        let folder = try TemporaryFolder()
        _ = try export(package, to: folder)
        let data = Data(try #require(folder.bytes("Cats.xcodeproj/project.pbxproj")))
        let file = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        let objects = try #require(file?["objects"] as? [String: [String: Any]])
        let target = try #require(
            objects.values.first { $0["productType"] as? String == "com.apple.product-type.app-extension.messages" })
        let phases = (target["buildPhases"] as? [String] ?? []).compactMap { objects[$0] }
        let names = phases.map { phase in
            (phase["files"] as? [String] ?? []).compactMap { id -> String? in
                let file = objects[id]
                let reference = (file?["fileRef"] ?? file?["productRef"]) as? String ?? ""
                return (objects[reference]?["path"] ?? objects[reference]?["productName"]) as? String
            }
        }
        #expect(
            names == [
                ["MessagesViewController.swift", "StickerNames.swift"], ["StickerCatalog"],
                ["StickerAssets", "Assets.xcassets"],
            ])
        let project = try #require(objects[file?["rootObject"] as? String ?? ""])
        let references = try #require(project["packageReferences"] as? [String])
        #expect(references.count == 1 && references.allSatisfy { objects[$0] != nil })
    }

    @Test(
        "is offered in the configured contexts",
        arguments: [
            (PresentationContexts.messages, [String]()),
            (.media, ["MSMessagesAppPresentationContextMessages", "MSMessagesAppPresentationContextMedia"]),
        ])
    func contexts(_ contexts: PresentationContexts, names: [String]) throws {
        let folder = try TemporaryFolder()
        let pack = try SamplePack()
        _ = try XcodeExport(folder: folder.path).runApp(
            ProjectSettings(name: "Cats", bundlePrefix: "com.example.cats", contexts: contexts),
            package: .local(path: ".."), icon: pack.input)
        let data = Data(try #require(folder.bytes("MessagesExtension/Info.plist")))
        let plist = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        #expect(plist?["MSSupportedPresentationContexts"] as? [String] ?? [] == names)
        #expect(plist?["NSExtension"] != nil)
    }

    @Test("does not change code that a person has edited")
    func code() throws {
        let folder = try TemporaryFolder()
        _ = try export(.local(path: ".."), to: folder)
        try folder.write("mine", to: "MessagesExtension/MessagesViewController.swift")
        let outcome = try export(.local(path: ".."), to: folder)
        #expect(outcome.written == [] && outcome.notices == [])
        #expect(folder.text("MessagesExtension/MessagesViewController.swift") == "mine")
    }
}
