import Foundation
import JobModel
import StickerManifest
import TestSupport
import Testing
import XcodeExport

@Suite("A pack's catalog")
struct CatalogTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("has the folders and files of a catalog made by Xcode")
    func files() throws {
        try SamplePack().export(to: folder)
        let catalog = "cats/Stickers.xcstickers"
        let icons = StickersIconSlot.all.map { "\(catalog)/iMessage App Icon.stickersiconset/\($0.fileName)" }
        #expect(
            Set(folder.files)
                == Set(
                    icons + [
                        ".stickerd-export.json", "\(catalog)/Contents.json",
                        "\(catalog)/cats.stickerpack/Contents.json",
                        "\(catalog)/cats.stickerpack/happy-cat.sticker/Contents.json",
                        "\(catalog)/cats.stickerpack/happy-cat.sticker/happy-cat.png",
                        "\(catalog)/cats.stickerpack/sad-cat.sticker/Contents.json",
                        "\(catalog)/cats.stickerpack/sad-cat.sticker/sad-cat.png",
                        "\(catalog)/iMessage App Icon.stickersiconset/Contents.json",
                    ]))
    }

    @Test("names its stickers in their order, and the grid by the size class")
    func pack() throws {
        var pack = try SamplePack(["zebra", "ape"])
        pack.size = .large
        try pack.export(to: folder)
        #expect(
            folder.text("cats/Stickers.xcstickers/cats.stickerpack/Contents.json") == """
                {
                  "info" : {
                    "author" : "xcode",
                    "version" : 1
                  },
                  "properties" : {
                    "grid-size" : "large"
                  },
                  "stickers" : [
                    {
                      "filename" : "zebra.sticker"
                    },
                    {
                      "filename" : "ape.sticker"
                    }
                  ]
                }

                """)
    }

    @Test("has the @3x file of a sticker and its label")
    func sticker() throws {
        let pack = try SamplePack()
        try pack.export(to: folder)
        let sticker = "cats/Stickers.xcstickers/cats.stickerpack/happy-cat.sticker"
        #expect(folder.bytes("\(sticker)/happy-cat.png") == pack.out.bytes(pack.stickers[0].renditions[0].path))
        #expect(
            folder.text("\(sticker)/Contents.json") == """
                {
                  "info" : {
                    "author" : "xcode",
                    "version" : 1
                  },
                  "properties" : {
                    "accessibility-label" : "The label of happy-cat",
                    "filename" : "happy-cat.png"
                  }
                }

                """)
    }

    @Test("gives files the extension of their format: an animated PNG is a PNG")
    func endings() throws {
        var pack = try SamplePack([])
        try pack.add("still", format: "jpeg")
        try pack.add("moving", format: "apng")
        try pack.add("old", format: "gif")
        try pack.export(to: folder)
        let stickers = "cats/Stickers.xcstickers/cats.stickerpack"
        for name in ["still.sticker/still.jpg", "moving.sticker/moving.png", "old.sticker/old.gif"] {
            #expect(folder.bytes("\(stickers)/\(name)") != nil)
        }
    }

    @Test("has labels in several languages in strings files of its name, each under both keys")
    func languages() throws {
        var pack = try SamplePack()
        pack.stickers[0].labels = ["de": "Eine \"frohe\" Katze", "zh-Hans": "开心的猫"]
        pack.stickers[1].labels = ["de": "Eine traurige Katze"]
        try pack.export(to: folder)
        #expect(
            folder.text("cats/de.lproj/cats.strings") == """
                "happy-cat" = "Eine \\"frohe\\" Katze";
                "happy-cat.png.accessibilityLabel" = "Eine \\"frohe\\" Katze";
                "sad-cat" = "Eine traurige Katze";
                "sad-cat.png.accessibilityLabel" = "Eine traurige Katze";

                """)
        #expect(
            folder.text("cats/zh-Hans.lproj/cats.strings") == """
                "happy-cat" = "开心的猫";
                "happy-cat.png.accessibilityLabel" = "开心的猫";

                """)
    }

    @Test("has the labels of the development language also in a strings file, if there are others")
    func developmentLanguage() throws {
        var pack = try SamplePack()
        try pack.export(to: folder)
        #expect(!folder.files.contains { $0.hasSuffix(".strings") })
        pack.stickers[0].labels = ["de": "Katze"]
        try pack.export(to: folder)
        let text = try #require(folder.text("cats/en.lproj/cats.strings"))
        #expect(text.split(separator: "\n").count == 2 * pack.stickers.count)
        #expect(text.contains("\"happy-cat\" = \"\(pack.stickers[0].label)\";"))
    }

    @Test("lists the 13 slots of the icon set in the order of Xcode's template")
    func icons() throws {
        try SamplePack().export(to: folder)
        let path = "cats/Stickers.xcstickers/iMessage App Icon.stickersiconset/Contents.json"
        let contents = try ContentsValue(json: try #require(folder.bytes(path)), path: path)
        let slots = try #require(contents["images"]?.list).map { image in
            ["idiom", "platform", "size", "scale"].map { image[$0]?.text ?? "" }.joined(separator: " ")
        }
        #expect(
            slots == [
                "iphone  29x29 2x", "iphone  29x29 3x", "iphone  60x45 2x", "iphone  60x45 3x", "ipad  29x29 2x",
                "ipad  67x50 2x", "ipad  74x55 2x", "ios-marketing  1024x1024 1x", "universal ios 27x20 2x",
                "universal ios 27x20 3x", "universal ios 32x24 2x", "universal ios 32x24 3x",
                "ios-marketing ios 1024x768 1x",
            ])
    }

    @Test("may be an xcassets, for an extension inside a host app")
    func form() throws {
        try SamplePack().export(to: folder, form: .xcassets)
        #expect(folder.bytes("cats/Stickers.xcassets/cats.stickerpack/Contents.json") != nil)
    }

    @Test("has frames as a sequence if requested")
    func sequence() throws {
        let pack = try SamplePack()
        let frames = pack.stickers.map { pack.out.file($0.renditions[0].path) }
        var input = pack.input
        input.animations["sad-cat"] = FrameAnimation(frames: frames, frameMilliseconds: 300, repetitions: 0)
        _ = try XcodeExport(folder: folder.path).run([input])
        let sequence = "cats/Stickers.xcstickers/cats.stickerpack/sad-cat.stickersequence"
        #expect(
            folder.text("\(sequence)/Contents.json") == """
                {
                  "frames" : [
                    {
                      "filename" : "sad-cat-0001.png"
                    },
                    {
                      "filename" : "sad-cat-0002.png"
                    }
                  ],
                  "info" : {
                    "author" : "xcode",
                    "version" : 1
                  },
                  "properties" : {
                    "accessibility-label" : "The label of sad-cat",
                    "duration" : 0.59999999999999998,
                    "duration-type" : "fixed",
                    "repetitions" : 0
                  }
                }

                """)
        #expect(folder.bytes("\(sequence)/sad-cat-0002.png") != nil)
    }

    @Test("has frames per second if they are whole numbers", arguments: [(100.0, 10), (1000.0 / 15, 15), (1000.0, 1)])
    func rate(milliseconds: Double, rate: Int) throws {
        let pack = try SamplePack(["cat"])
        var input = pack.input
        input.animations["cat"] = FrameAnimation(
            frames: [pack.out.file(pack.stickers[0].renditions[0].path)], frameMilliseconds: milliseconds,
            repetitions: 3)
        _ = try XcodeExport(folder: folder.path).run([input])
        let path = "cats/Stickers.xcstickers/cats.stickerpack/cat.stickersequence/Contents.json"
        let properties = try ContentsValue(json: try #require(folder.bytes(path)), path: path)["properties"]
        #expect(properties?["duration-type"] == .text("fps"))
        #expect(properties?["duration"] == .integer(rate))
        #expect(properties?["repetitions"] == .integer(3))
    }

    @Test("writes frames of any length", arguments: [1e300, 1e-300, .infinity])
    func unlikelyRate(milliseconds: Double) throws {
        let pack = try SamplePack(["cat"])
        var input = pack.input
        input.animations["cat"] = FrameAnimation(
            frames: [pack.out.file(pack.stickers[0].renditions[0].path)], frameMilliseconds: milliseconds,
            repetitions: 3)
        _ = try XcodeExport(folder: folder.path).run([input])
        #expect(folder.text("cats/Stickers.xcstickers/cats.stickerpack/cat.stickersequence/Contents.json") != nil)
    }

    @Test("is not written when a published file is damaged")
    func damaged() throws {
        let pack = try SamplePack()
        let path = pack.stickers[1].renditions[0].path
        try pack.out.write("other bytes", to: path)
        #expect(throws: XcodeExportError.damagedAsset(path: pack.out.file(path))) { try pack.export(to: folder) }
        #expect(folder.files == [])
    }
}
