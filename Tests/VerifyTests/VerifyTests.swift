import Foundation
import StickerCatalog
import TestSupport
import Testing
import Verify
import XcodeExport

/// One way to break an export.
struct Break: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The check that must find it.
    let check: String
    let apply: @Sendable (GoodProject) throws -> Void

    init(_ name: String, _ check: String, _ apply: @escaping @Sendable (GoodProject) throws -> Void) {
        testDescription = name
        self.check = check
        self.apply = apply
    }
}

@Suite("stickerd verify")
struct VerifyTests {
    private static let happy = "\(GoodProject.pack)/happy.sticker"
    private static let sequence = "\(GoodProject.pack)/sleepy.stickersequence/Contents.json"
    private static let iconContents = "\(GoodProject.icons)/Contents.json"
    private static let store = "\(GoodProject.icons)/ios-marketing-1024x1024.png"

    static let stickerBreaks: [Break] = [
        Break("a picture is missing", "missing-file") { try $0.folder.remove("\(happy)/happy.png") },
        Break("a file that nobody names", "unnamed-file") { try $0.folder.write("x", to: "\(happy)/other.png") },
        Break("a sticker that the pack does not name", "unnamed-file") {
            try $0.edit("\(GoodProject.pack)/Contents.json", "happy.sticker", "sad.sticker")
        },
        Break("a sticker listed twice", "listed-twice") {
            try $0.edit("\(GoodProject.pack)/Contents.json", "happy.sticker", "sad.sticker")
        },
        Break("a sticker that is gone", "missing-file") { try $0.folder.remove("\(GoodProject.pack)/sad.sticker") },
        Break("a file of 500,000 bytes", "file-size") {
            let picture = try GoodProject.picture(408, 408, shade: 1)
            try $0.folder.write(
                picture + [UInt8](repeating: 0, count: 500_000 - picture.count), to: "\(happy)/happy.png")
        },
        Break("text in a picture's place", "not-a-picture") { try $0.folder.write("x", to: "\(happy)/happy.png") },
        Break("a picture cut off", "not-a-picture") {
            try $0.folder.write(
                Array(try GoodProject.picture(408, 408, shade: 1).dropLast(9)), to: "\(happy)/happy.png")
        },
        Break("a PNG named .gif", "wrong-ending") {
            try $0.folder.write(try GoodProject.picture(408, 408, shade: 1), to: "\(happy)/happy.gif")
            try $0.folder.remove("\(happy)/happy.png")
            try $0.edit("\(happy)/Contents.json", "happy.png", "happy.gif")
        },
        Break("art of 72 pixels", "sticker-size") {
            try $0.folder.write(try GoodProject.picture(72, 72, shade: 1), to: "\(happy)/happy.png")
        },
        Break("a large grid around regular art", "grid-size") {
            try $0.edit("\(GoodProject.pack)/Contents.json", "regular", "large")
        },
        Break("a grid size that does not exist", "grid-size-value") {
            try $0.edit("\(GoodProject.pack)/Contents.json", "regular", "medium")
        },
        Break("the misspelling of Apple's own sample", "unknown-key") {
            try $0.edit("\(GoodProject.pack)/Contents.json", "grid-size", "grid-space")
        },
        Break("no label", "label-missing") { try $0.edit("\(happy)/Contents.json", "A happy cat", "") },
        Break("two stickers with one label", "label-repeated") {
            try $0.edit("\(happy)/Contents.json", "A happy cat", "A sad cat")
        },
        Break("a label of 151 characters", "label-length") {
            try $0.edit("\(happy)/Contents.json", "A happy cat", String(repeating: "x", count: 151))
        },
        Break("JSON cut off", "unreadable-file") { try $0.folder.write("{", to: "\(happy)/Contents.json") },
        Break("no Contents.json in the pack", "pack-without-contents") {
            try $0.folder.remove("\(GoodProject.pack)/Contents.json")
        },
        Break("a second pack in the catalog", "several-packs") {
            try $0.folder.write("{}", to: "\(GoodProject.catalog)/More.stickerpack/Contents.json")
        },
        Break("an empty frame", "empty-frame") {
            try $0.edit(sequence, "\"frames\" : [", "\"frames\" : [ {},")
        },
        Break("frames of two sizes", "frame-sizes") {
            try $0.folder.write(
                try GoodProject.picture(300, 300, shade: 1),
                to: "\(GoodProject.pack)/sleepy.stickersequence/sleepy-0002.png")
        },
        Break("a sequence without a rhythm", "sequence-timing") { try $0.edit(sequence, "fps", "frames") },
    ]

    static let iconBreaks: [Break] = [
        Break("no icon set", "icon-set-missing") { try $0.folder.remove(GoodProject.icons) },
        Break("an icon set that is empty", "icon-set-empty") {
            try $0.folder.write(
                "{\"images\":[],\"info\":{\"author\":\"xcode\",\"version\":1}}", to: iconContents)
        },
        Break("an empty slot", "icon-slot-missing") {
            try $0.edit(iconContents, "      \"filename\" : \"universal-27x20@2x.png\",\n", "")
        },
        Break("an icon of one pixel more", "icon-pixels") {
            try $0.folder.write(
                try GoodProject.picture(121, 90, shade: 1), to: "\(GoodProject.icons)/iphone-60x45@2x.png")
        },
        Break("a transparent pixel in the store's icon", "icon-transparent") {
            try $0.folder.write(try GoodProject.picture(1024, 1024, shade: 1, corner: 0), to: store)
        },
        Break("an icon without a slot", "icon-unassigned") {
            try $0.folder.write(try GoodProject.picture(9, 9, shade: 1), to: "\(GoodProject.icons)/more.png")
        },
        Break("a slot that does not exist", "icon-unknown-slot") { try $0.edit(iconContents, "67x50", "68x50") },
    ]

    static let projectBreaks: [Break] = [
        Break("a project file cut off", "unreadable-file") { try $0.folder.write("{", to: GoodProject.project) },
        Break("a project file of brackets", "unreadable-file") {
            try $0.folder.write(String(repeating: "(", count: 500_000), to: GoodProject.project)
        },
        Break("a reference to nothing", "dangling-reference") {
            let text = $0.folder.text(GoodProject.project) ?? ""
            let line = try #require(text.split(separator: "\n").first { $0.contains("isa = PBXFileReference") })
            try $0.edit(GoodProject.project, line + "\n", "")
        },
        Break("an extension of another app", "bundle-identifier-prefix") {
            try $0.edit(GoodProject.project, "cats.StickerPackExtension", "dogs.StickerPackExtension")
        },
        Break("a bundle identifier with a space", "bundle-identifier") {
            try $0.edit(
                GoodProject.project, "com.example.stickers.cats.StickerPackExtension",
                "\"com.example.stickers.cats.Sticker Pack\"")
        },
        Break("two build numbers", "versions-differ") {
            try $0.edit(
                GoodProject.project, "SKIP_INSTALL = YES;", "SKIP_INSTALL = YES;\n\t\t\t\tCURRENT_PROJECT_VERSION = 2;")
        },
        Break("copied to another place than PlugIns", "not-embedded") {
            try $0.edit(GoodProject.project, "dstSubfolderSpec = 13", "dstSubfolderSpec = 10")
        },
        Break("another icon's name", "icon-name") {
            try $0.edit(GoodProject.project, "\"iMessage App Icon\"", "AppIcon")
        },
        Break("another extension point", "extension-point") {
            try $0.edit("cats/Info.plist", "message-payload-provider", "widgetkit-extension")
        },
        Break("no Info.plist", "missing-file") { try $0.folder.remove("cats/Info.plist") },
        Break("no team", "no-team") { try $0.edit(GoodProject.project, "DEVELOPMENT_TEAM = ABCDE12345;", "") },
        Break("an extension that is installed by itself", "skip-install") {
            try $0.edit(GoodProject.project, "SKIP_INSTALL = YES;", "")
        },
        Break("code in a sticker pack", "phase-not-allowed") {
            try $0.edit(
                GoodProject.project, "/* End PBXResourcesBuildPhase section */",
                """
                /* End PBXResourcesBuildPhase section */
                		ABCDEFABCDEFABCDEFABCDEF = {isa = PBXSourcesBuildPhase; files = (); };
                """)
            try $0.edit(
                GoodProject.project, "buildPhases = (\n", "buildPhases = (\n\t\t\t\tABCDEFABCDEFABCDEFABCDEF,\n")
        },
        Break("a catalog that is not built", "catalog-not-built") {
            try $0.edit(GoodProject.project, "path = Stickers.xcstickers", "path = Stickers.txt")
        },
    ]

    @Test("finds nothing wrong with what stickerd exports")
    func good() throws {
        let good = try GoodProject()
        let verification = try Verifier.run(good.folder.path)
        #expect(verification.subjects == ["Stickers.xcodeproj", GoodProject.catalog])
        #expect(verification.violations == [])
    }

    @Test("names what was broken", arguments: stickerBreaks + iconBreaks + projectBreaks)
    func broken(_ broken: Break) throws {
        let project = try GoodProject()
        try broken.apply(project)
        #expect(try project.found().contains(broken.check))
    }

    @Test("checks a catalog or a project that is named itself")
    func subjects() throws {
        let good = try GoodProject()
        #expect(try Verifier.run(good.folder.file(GoodProject.catalog)).subjects == ["Stickers.xcstickers"])
        #expect(try Verifier.run(good.folder.file("Stickers.xcodeproj")).violations == [])
    }

    @Test("finds nothing wrong with a published tree, and a damaged file in one")
    func published() throws {
        let good = try GoodProject()
        #expect(try Verifier.run(good.out.path).violations == [])
        let file = try #require(good.out.files.first { $0.hasPrefix("assets/") })
        try good.out.write("other", to: file)
        try good.out.write("x", to: "assets/nobody.png")
        let found = Set(try Verifier.run(good.out.path).violations.map(\.check.id))
        #expect(found == ["digest-differs", "unnamed-file"])
    }

    @Test("misses in an iMessage app what only stickerd export app writes")
    func app() throws {
        let good = try GoodProject()
        let app = try TemporaryFolder()
        let icons = StickersIconSlot.all.map { slot in
            PackMaterial.IconFile(
                width: slot.width, height: slot.height, path: good.folder.file("\(GoodProject.icons)/\(slot.fileName)"))
        }
        let pack = Pack(id: "cats", title: "Cats", titles: [:], size: .regular, icon: [], stickers: [])
        _ = try XcodeExport(folder: app.path).runApp(
            ProjectSettings(name: "Cats", bundlePrefix: "com.example.cats", team: "ABCDE12345"),
            package: .local(path: "../stickerd"), icon: PackMaterial(pack: pack, assetFolder: "", icon: icons))
        let missing = try Verifier.run(app.path).violations.map { "\($0.check.id) \($0.path)" }
        #expect(
            missing == [
                "missing-file MessagesExtension/StickerAssets", "missing-file MessagesExtension/StickerNames.swift",
            ])
        try app.write("{}", to: "MessagesExtension/StickerAssets/catalog.json")
        try app.write("", to: "MessagesExtension/StickerNames.swift")
        #expect(try Verifier.run(app.path).violations == [])
    }

    @Test("says when there is nothing to check")
    func nothing() throws {
        let folder = try TemporaryFolder()
        #expect(throws: VerifyError.nothingKnown(path: folder.path)) { try Verifier.run(folder.path) }
        #expect(throws: VerifyError.nothingThere(path: folder.file("x"))) { try Verifier.run(folder.file("x")) }
    }

    @Test("writes SARIF with a rule for every finding, and paths that are addresses")
    func sarif() throws {
        let good = try GoodProject()
        try good.folder.remove(Self.happy + "/happy.png")
        let verification = try Verifier.run(good.folder.path)
        let log = try SARIFLog([(path: "ios app", verification: verification)], toolVersion: "1").json()
        let json = try ContentsValue(json: [UInt8](log), path: "sarif")
        #expect(json["version"]?.text == "2.1.0")
        let run = try #require(json["runs"]?.list?.first)
        let rules = try #require(run["tool"]?["driver"]?["rules"]?.list)
        let result = try #require(run["results"]?.list?.first)
        #expect(rules[Int(result["ruleIndex"]?.number ?? -1)]["id"] == .text("missing-file"))
        #expect(result["level"] == .text("error"))
        #expect(
            result["locations"]?.list?.first?["physicalLocation"]?["artifactLocation"]?["uri"]
                == .text("ios%20app/cats/Stickers.xcstickers/cats.stickerpack/happy.sticker/happy.png"))
    }

    @Test("has every check once, with a sentence and a way to mend it")
    func checks() {
        #expect(Set(Check.all.map(\.id)).count == Check.all.count)
        #expect(Check.all.allSatisfy { $0.summary.hasSuffix(".") && $0.mend.hasSuffix(".") })
    }
}
