import JobModel
import Publishing
import StickerConfiguration
import StickerManifest
import Testing

@Suite("Rules about a sticker among others")
struct AssemblyRulesTests {
    private typealias Samples = CatalogSamples

    private func findings(
        _ entries: [StickerEntry], _ rule: String, configuration: Configuration = Samples.configuration
    )
        -> [Finding]
    {
        let catalog = Samples.catalog(entries, configuration: configuration)
        return (catalog.packs.flatMap(\.stickers).flatMap(\.findings) + catalog.rejected.flatMap(\.findings))
            .filter { $0.rule == rule }
    }

    @Test("same-picture: the second of two stickers with the same pixels, and it names the first")
    func samePicture() {
        let twins = ["a", "b"].map { Samples.entry("cats/\($0).png", result: Samples.result("same")) }
        let catalog = Samples.catalog(twins)
        let found = catalog.packs[0].stickers.map { $0.findings.map(\.rule) }
        #expect(found == [[], ["same-picture"]])
        let finding = catalog.packs[0].stickers[1].findings[0]
        #expect(finding.message.contains("cats/a.png") && finding.message.contains("cats/b.png"))
        #expect(!finding.fix.isEmpty)
        #expect(findings([Samples.entry("cats/a.png"), Samples.entry("cats/b.png")], "same-picture") == [])
    }

    @Test("same-picture: as an error it keeps out the second, and the first stays")
    func samePictureAsError() {
        var configuration = Samples.configuration
        configuration.ruleLevels = ["same-picture": .error]
        let twins = ["a", "b"].map { Samples.entry("cats/\($0).png", result: Samples.result("same")) }
        let catalog = Samples.catalog(twins, configuration: configuration)
        #expect(catalog.packs[0].stickers.map(\.id) == ["a"])
        #expect(catalog.rejected.map(\.id) == ["b"])
    }

    @Test("same-picture: a sticker that is kept out for another reason is nobody's twin")
    func rejectedTwin() {
        var configuration = Samples.configuration
        configuration.ruleLevels = ["same-picture": .error]
        let long = Sidecar(label: String(repeating: "x", count: 200))
        let twins = [
            Samples.entry("cats/a.png", sidecar: long, result: Samples.result("same")),
            Samples.entry("cats/b.png", result: Samples.result("same")),
        ]
        let catalog = Samples.catalog(twins, configuration: configuration)
        #expect(catalog.packs.first?.stickers.map(\.id) == ["b"])
    }

    @Test("same-picture: packs are not compared with each other")
    func otherPack() {
        let assembler = CatalogAssembler(configuration: Samples.configuration, previous: nil, assets: [])
        let catalog = assembler.assemble(
            packs: [Samples.pack("cats"), Samples.pack("dogs")],
            entries: [
                Samples.entry("cats/a.png", result: Samples.result("same")),
                Samples.entry("dogs/a.png", pack: "dogs", result: Samples.result("same")),
            ])
        #expect(catalog.packs.flatMap(\.stickers).flatMap(\.findings) == [])
    }

    @Test("label-length: a label of more than 150 characters, with the number")
    func labelLength() throws {
        let fits = Samples.entry("cats/a.png", sidecar: Sidecar(label: String(repeating: "x", count: 150)))
        #expect(findings([fits], "label-length") == [])
        let long = Samples.entry("cats/a.png", sidecar: Sidecar(label: String(repeating: "x", count: 151)))
        let finding = try #require(findings([long], "label-length").first)
        #expect(finding.level == .error)
        #expect(finding.measured == 151)
        #expect(finding.limit == 150)
        #expect(finding.unit == "characters")
        #expect(finding.message.contains("151") && finding.message.contains("150"))
    }

    @Test("label-length: characters are what people see, not bytes")
    func characters() {
        let flags = Samples.entry("cats/a.png", sidecar: Sidecar(label: String(repeating: "👩‍👩‍👧‍👦", count: 150)))
        #expect(findings([flags], "label-length") == [])
    }

    @Test("label-length: labels in other languages count too, and each says which it is")
    func languages() {
        let long = String(repeating: "x", count: 151)
        let entry = Samples.entry("cats/a.png", sidecar: Sidecar(labels: ["de": long, "en": "short", "fr": long]))
        let found = findings([entry], "label-length")
        #expect(found.count == 2)
        #expect(found.first?.message.contains("The de label") == true)
        #expect(found.last?.message.contains("The fr label") == true)
    }

    @Test("label-length: the limit can be changed")
    func labelLimit() {
        var configuration = Samples.configuration
        configuration.ruleLimits = ["label-length": 5]
        let found = findings([Samples.entry("cats/Grumpy Cat.png")], "label-length", configuration: configuration)
        #expect(found.map(\.limit) == [5])
    }

    @Test(
        "wrong-extension: an ending that says something else than the content",
        arguments: [
            ("cats/a.png", "png", false), ("cats/a.PNG", "png", false), ("cats/a.png", "apng", false),
            ("cats/a.apng", "apng", false), ("cats/a.jpeg", "jpeg", false), ("cats/a.b.tif", "tiff", false),
            ("cats/a.jpg", "png", true), ("cats/a.png", "svg", true), ("cats/a", "png", false),
        ])
    func wrongExtension(path: String, format: String, expected: Bool) {
        var result = Samples.result("x")
        result.art?.format = format
        let found = findings([Samples.entry(path, result: result)], "wrong-extension")
        #expect(found.count == (expected ? 1 : 0))
        #expect(found.allSatisfy { $0.level == .warning && $0.message.contains(path) })
    }
}
