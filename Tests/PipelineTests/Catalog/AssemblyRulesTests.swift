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

    @Test("same-picture: as an error it excludes the second, and the first stays")
    func samePictureAsError() {
        var configuration = Samples.configuration
        configuration.rules.levels = ["same-picture": .error]
        let twins = ["a", "b"].map { Samples.entry("cats/\($0).png", result: Samples.result("same")) }
        let catalog = Samples.catalog(twins, configuration: configuration)
        #expect(catalog.packs[0].stickers.map(\.id) == ["a"])
        #expect(catalog.rejected.map(\.id) == ["b"])
    }

    @Test("same-picture: a sticker that is excluded for another reason is not compared")
    func rejectedTwin() {
        var configuration = Samples.configuration
        configuration.rules.levels = ["same-picture": .error]
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

    @Test("label-length: characters are counted as people see them, not bytes")
    func characters() {
        let flags = Samples.entry("cats/a.png", sidecar: Sidecar(label: String(repeating: "👩‍👩‍👧‍👦", count: 150)))
        #expect(findings([flags], "label-length") == [])
    }

    @Test("label-length: labels in other languages are also checked, and the language is named")
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
        configuration.rules.limits = ["label-length": 5]
        let found = findings([Samples.entry("cats/Grumpy Cat.png")], "label-length", configuration: configuration)
        #expect(found.map(\.limit) == [5])
    }

    @Test(
        "wrong-extension: an extension that contradicts the content",
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

    @Test(
        "loose-frames: numbered stills as programs export frames have one hint, with the folder to make",
        arguments: [
            (["Walk_0001", "Walk_0002", "Walk_0003"], "Walk.frames"),
            (["run 000", "run 001", "run 002"], "run.frames"),
            (["frame-0", "frame-1", "frame-2"], "frame.frames"), (["0007", "0008", "0009"], "Animation.frames"),
            (["a099", "a100", "a101"], "a.frames"), (["b_0", "b_1", "b_2"], "b.frames"),
            (["frame_1_delay-0.04s", "frame_2_delay-0.04s", "frame_3_delay-0.1s"], "frame.frames"),
        ])
    func looseFrames(names: [String], folder: String) throws {
        let found = findings(names.map { Samples.entry("cats/\($0).png") }, "loose-frames")
        #expect(found.count == 1)
        let finding = try #require(found.first)
        #expect(finding.level == .warning)
        #expect(finding.message.hasPrefix("cats/\(names[0]).png to cats/\(names[2]).png, 3 files of the same size"))
        #expect(finding.fix.contains("a folder \(folder), "))
    }

    @Test(
        "loose-frames: numbered stickers do not have the hint",
        arguments: [
            ["Cat 1", "Cat 2", "Cat 3"], ["01", "02", "03"], ["Cat_01", "Cat_02", "Cat_03"],
            ["Walk_0001", "Walk_0002"],
            ["Walk_0001", "Walk_0002", "Walk_0009"], ["IMG_0001", "IMG_0002", "IMG_0003"], ["Cat", "Dog", "Cow"],
        ])
    func numberedStickers(names: [String]) {
        #expect(findings(names.map { Samples.entry("cats/\($0).png") }, "loose-frames") == [])
    }

    @Test("loose-frames: files of different sizes are not frames")
    func sizesDiffer() {
        let entries = (1...3).map { number in
            var result = Samples.result("\(number)")
            result.art?.width = 100 + number
            return Samples.entry("cats/Walk_000\(number).png", result: result)
        }
        #expect(findings(entries, "loose-frames") == [])
    }
}
