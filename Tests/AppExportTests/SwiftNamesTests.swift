import AppExport
import Foundation
import PublishedSamples
import StickerManifest
import TestSupport
import Testing

@Suite("Swift names of stickers")
struct SwiftNamesTests {
    private func names(_ ids: [(pack: String, id: String)]) -> String {
        SwiftNames(SampleTree.catalog(ids.map { SampleTree.Art($0.id, pack: $0.pack) })).text
    }

    @Test(
        "are ids in Swift's spelling",
        arguments: [
            ("happy-cat", "happyCat"), ("cat", "cat"), ("2-cats", "_2Cats"), ("cat_two", "catTwo"), ("ねこ", "ねこ"),
            ("default", "`default`"), ("self", "self_"), ("init", "init_"), ("all", "all_2"), ("🐱", "unnamed"),
            ("élan-vital", "élanVital"),
        ])
    func values(id: String, name: String) {
        #expect(names([("cats", id)]).contains("static let \(name) = StickerName("))
    }

    @Test("have messages in a separate enumeration, with their pack's title")
    func messages() {
        let text = SwiftNames(
            SampleTree.catalog([.init("cat")], messages: [.init("your-move"), .init("start", pack: "stones")])
        ).text
        #expect(text.contains("enum MessageNames {\n    /// Cats\n    enum Cats {\n        /// Label of your-move\n"))
        #expect(text.contains("/// stones\n    enum Stones {"))
        #expect(!names([("cats", "cat")]).contains("Message"))
    }

    @Test("differ where ids would make the same")
    func collisions() {
        let text = names([("cats", "a-b"), ("cats", "a_b"), ("cats", "aB")])
        for name in ["aB", "aB_2", "aB_3"] { #expect(text.contains("static let \(name) = ")) }
    }

    @Test("have labels in their comments, with any content")
    func comments() throws {
        var catalog = SampleTree.catalog([.init("cat")])
        catalog.packs[0].stickers[0].label = "A cat\n}\r\nfatalError() /* \u{2028} x"
        let text = SwiftNames(catalog).text
        #expect(text.split(separator: "\n").contains { $0.contains("/// A cat } fatalError() /*") })
    }

    @Test("turn no source text around: direction marks and escapes of labels are left out")
    func directionMarks() throws {
        var catalog = SampleTree.catalog([.init("cat")])
        catalog.packs[0].title = "Ca\u{2066}ts"
        catalog.packs[0].stickers[0].label = "A\u{202E} c\u{1B}at"
        let text = SwiftNames(catalog).text
        #expect(text.contains("/// Cats\n") && text.contains("/// A cat\n"))
        #expect(!text.unicodeScalars.contains { [0x1B, 0x202E, 0x2066].contains($0.value) })
    }

    @Test("compile for any ids")
    func compile() throws {
        let folder = try TemporaryFolder()
        let strange = [
            "happy-cat", "2", "sticker-name", "self", "init", "default", "class", "type", "protocol", "all", "ねこ", "🐱",
            "🐶", "a\"b",
            "a\\b",
            "кот", "قطة", "बिल्ली", "e\u{301}lan", "½", "x²", "_", "any", "await", "true", "nil", "ǆ",
        ]
        let all = strange.flatMap { pack in ["cat", "self", pack].map { (pack, $0) } } + strange.map { ("cats", $0) }
        let art = all.map { SampleTree.Art($0.1, pack: $0.0, size: 1) }
        let names = SwiftNames(SampleTree.catalog(art, messages: art, pieces: art)).text
        try folder.write(names, to: "StickerNames.swift")
        let client = """
            public struct StickerName { public init(pack: String, sticker: String) {} }
            public struct MessageName { public init(pack: String, message: String) {} }
            public struct PieceName { public init(pack: String, piece: String) {} }
            """
        try folder.write(client, to: "StickerCatalog.swift")
        let commands = [
            ["-emit-module", "-parse-as-library", "-module-name", "StickerCatalog", "StickerCatalog.swift"],
            ["-typecheck", "-parse-as-library", "-I", ".", "StickerNames.swift"],
        ]
        for command in commands {
            let ending = try Tool.run(["swiftc", "-swift-version", "5"] + command, in: folder.path)
            #expect(ending.status == 0, "\(ending.output)")
        }
    }
}
