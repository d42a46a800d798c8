import Foundation
import TestSupport
import Testing

/// Tests files whose content does not match their name, and files that require too many resources.
@Suite struct HostileContentTests {
    /// The files in the drop folder, and the rule that rejects each of them. The rule is nil for published files.
    private static let files: [(name: String, bytes: [UInt8], rule: String?)] = [
        ("zero.png", [], "empty-file"),
        ("text.png", Array("I am a text.\n".utf8), "unknown-format"),
        ("cut.png", Array(Art.png().dropLast(40)), "damaged-file"),
        ("header only.png", RawChunk.signature, "damaged-file"),
        ("noise.png", RawChunk.signature + noise(4000), "damaged-file"),
        ("noise after the header.png", Array(Art.png().prefix(33)) + noise(4000), "damaged-file"),
        ("boast.png", Art.boast(20_000), "too-many-pixels"),
        ("boundless.png", Art.boast(2_000_000_000), nil),
        ("noise of a GIF.gif", Array("GIF89a".utf8) + noise(500), "damaged-file"),
        ("noise of a JPEG.jpg", [0xFF, 0xD8, 0xFF, 0xE0] + noise(500), "damaged-file"),
        ("noise of a WebP.webp", Array("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8 ".utf8) + noise(500), "damaged-file"),
        ("noise of a TIFF.tif", [0x49, 0x49, 0x2A, 0x00] + noise(500), "damaged-file"),
        (
            "unclosed.svg", Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><g>".utf8),
            "damaged-file"
        ),
        ("deep.svg", Array(Art.svg(String(repeating: "<g>", count: 50_000)).utf8), "damaged-file"),
        ("laughs.svg", Array(laughs.utf8), "damaged-file"),
        (
            "huge size.svg",
            Array("<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1e9'><circle r='4e8'/></svg>".utf8), nil
        ),
        ("empty.svg", Array(Art.svg("").utf8), "empty-art"),
        ("endless.svg", Array(Art.endless.utf8), "could-not-render"),
        ("wrong name.png", Array(Art.disc(1).utf8), nil),
        ("good.svg", Array(Art.disc(2).utf8), nil),
    ]

    /// Nested XML entities, which would expand to a billion words.
    private static let laughs: String = {
        let entities = zip("abcdefghi", "bcdefghij").map { inner, outer in
            "<!ENTITY \(outer) '\(String(repeating: "&\(inner);", count: 10))'>"
        }
        return Art.svg(
            "<text y='30'>&j;</text>", before: "<!DOCTYPE svg [<!ENTITY a 'ha'>\(entities.joined())]>")
    }()

    /// Pseudorandom bytes, which are the same in every run.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt32 = 2_463_534_242
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return UInt8(truncatingIfNeeded: state)
        }
    }

    @Test("each is rejected by the correct rule, within its time, and the rest is published")
    func rejections() async throws {
        let cli = try CLIFixture(Settings(jobs: 2, seconds: 4), startsPrograms: true)
        for file in Self.files { try cli.drop(file.bytes, as: "cats/" + file.name) }
        let build = try await cli.build()
        #expect(build.status == 1)
        let catalog = try cli.catalog()
        let published = Set(catalog.packs.flatMap(\.stickers).map(\.source.path))
        let rejected = Dictionary(catalog.rejected.map { ($0.path, $0) }) { first, _ in first }
        for file in Self.files where file.name != "boundless.png" && file.name != "huge size.svg" {
            let path = "cats/" + file.name
            let rules = rejected[path]?.findings.filter { $0.level == .error }.map(\.rule) ?? []
            #expect(rules == (file.rule.map { [$0] } ?? []), "\(path)")
            #expect(published.contains(path) == (file.rule == nil), "\(path)")
        }
        #expect(rejected["cats/boundless.png"] != nil)
        #expect(published.count + rejected.count == Self.files.count, "a file is neither published nor rejected")
        for rejection in catalog.rejected {
            for finding in rejection.findings { #expect(!finding.message.isEmpty && !finding.fix.isEmpty) }
        }
        #expect(try cli.out.faults() == [])
        let audit = try await cli.run("audit")
        #expect(audit.status == 0, "\(audit.output)")
    }

    @Test("messages for designers about a broken file are not a library's own")
    func wording() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        for file in Self.files where file.name.hasPrefix("unclosed") || file.name.hasPrefix("noise") {
            try cli.drop(file.bytes, as: "cats/" + file.name)
        }
        try await cli.build()
        for rejection in try cli.catalog().rejected {
            for finding in rejection.findings {
                for jargon in ["glib:", "Error domain", "VipsForeign", "libpng", "XML_PARSE", "_buffer"] {
                    #expect(!finding.message.contains(jargon), "\(finding.message)")
                }
            }
        }
    }

    @Test("an SVG reads no file and no address: the published files are the same without them")
    func references() async throws {
        // By default, a drawing that refers to other files is rejected. In this test, it must be drawn.
        let cli = try CLIFixture(Settings(rules: ["linked-image": "\"warning\""]), startsPrograms: true)
        try cli.put(Art.png(shade: 7), at: "secret.png")
        let disc = "<circle cx='32' cy='32' r='20' fill='teal'/>"
        let images = [
            "file": "file://\(cli.file("secret.png"))", "path": cli.file("secret.png"),
            "relative": "../../secret.png", "http": "http://127.0.0.1:9/secret.png", "sibling": "Plain.svg",
        ]
        try cli.drop(Art.svg(disc), as: "cats/Plain.svg")
        for (name, address) in images {
            try cli.drop(
                Art.svg("<image xlink:href='\(address)' width='64' height='64'/>" + disc), as: "cats/\(name).svg")
        }
        try await cli.build()
        let stickers = try cli.catalog().packs.flatMap(\.stickers)
        let plain = try #require(stickers.first { $0.id == "plain" })
        for sticker in stickers { #expect(sticker.pixels == plain.pixels, "\(sticker.id)") }
        #expect(stickers.count == images.count + 1)
    }

    @Test("an external entity is not read")
    func externalEntity() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.put("SECRET", at: "secret.txt")
        let entity = "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file://\(cli.file("secret.txt"))'>]>"
        try cli.drop(
            Art.svg("<text y='30'>&x;</text>", before: entity), as: "cats/Entity.svg")
        let build = try await cli.build()
        #expect(build.states["cats/Entity.svg"] == "rejected")
        for name in try cli.out.files {
            #expect(!String(decoding: try cli.out.bytes(name), as: UTF8.self).contains("SECRET"))
        }
    }

    @Test("a bad pack.json or sidecar rejects its art, names the file, the line and the key, and nothing else")
    func badSettings() async throws {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/One.svg": 1])
        try cli.drop("{\n \"titel\": \"Cats\" }", as: "cats/pack.json")
        try cli.drop(["dogs/Rex.svg": 2, "dogs/Fido.svg": 3])
        try cli.drop("{ \"label\": 7 }", as: "dogs/Fido.json")
        let build = try await cli.build()
        #expect(build.status == 1)
        #expect(build.states == ["cats/One.svg": "rejected", "dogs/Rex.svg": "published", "dogs/Fido.svg": "rejected"])
        #expect(build.reasons["cats/One.svg"]?.contains("cats/pack.json:2: titel") == true)
        #expect(build.reasons["cats/One.svg"]?.contains("did you mean \"title\"") == true)
        #expect(build.reasons["dogs/Fido.svg"]?.contains("dogs/Fido.json:1: label") == true)
    }

    @Test("a file larger than the limit is rejected without being read, with both sizes")
    func tooLarge() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.put(#"{ "limits": { "fileBytes": 1000 } }"#, at: "pipeline.json")
        try cli.drop(Art.png(32), as: "cats/Large.png")
        let build = try await cli.build()
        #expect(build.status == 1)
        #expect(build.reasons["cats/Large.png"]?.contains("1,000") == true)
        #expect(try cli.catalog().rejected[0].findings.map(\.rule) == ["source-too-large"])
    }
}
