import Foundation
import JobModel
import StickerManifest
import TestSupport
import Testing
import Verify
import XcodeExport

/// A change that makes an export invalid.
struct Break: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The check that must report the change.
    let check: String
    let apply: @Sendable (ValidProject) throws -> Void

    init(_ name: String, _ check: String, _ apply: @escaping @Sendable (ValidProject) throws -> Void) {
        testDescription = name
        self.check = check
        self.apply = apply
    }
}

@Suite("stickerd verify")
struct VerifyTests {
    private let valid: ValidProject

    init() throws { valid = try ValidProject() }

    private static let happy = "\(ValidProject.pack)/happy.sticker"
    private static let sequence = "\(ValidProject.pack)/sleepy.stickersequence/Contents.json"
    private static let iconContents = "\(ValidProject.icons)/Contents.json"
    private static let store = "\(ValidProject.icons)/ios-marketing-1024x1024.png"

    static let stickerBreaks: [Break] = [
        Break("a picture is missing", "missing-file") { try $0.folder.remove("\(happy)/happy.png") },
        Break("an unreferenced file", "unnamed-file") { try $0.folder.write("x", to: "\(happy)/other.png") },
        Break("a sticker that the pack does not name", "unnamed-file") {
            try $0.edit("\(ValidProject.pack)/Contents.json", "happy.sticker", "sad.sticker")
        },
        Break("a sticker listed twice", "listed-twice") {
            try $0.edit("\(ValidProject.pack)/Contents.json", "happy.sticker", "sad.sticker")
        },
        Break("a missing sticker", "missing-file") { try $0.folder.remove("\(ValidProject.pack)/sad.sticker") },
        Break("a file of 500,000 bytes", "file-size") {
            let picture = try ValidProject.picture(408, 408, shade: 1)
            try $0.folder.write(
                picture + [UInt8](repeating: 0, count: 500_000 - picture.count), to: "\(happy)/happy.png")
        },
        Break("text in a picture's place", "not-a-picture") { try $0.folder.write("x", to: "\(happy)/happy.png") },
        Break("a pipe in a picture's place", "not-a-picture") {
            try $0.folder.remove("\(happy)/happy.png")
            mkfifo($0.folder.file("\(happy)/happy.png"), 0o644)
        },
        Break("a pipe in the place of a Contents.json", "unreadable-file") {
            try $0.folder.remove("\(happy)/Contents.json")
            mkfifo($0.folder.file("\(happy)/Contents.json"), 0o644)
        },
        Break("a link to a device in a picture's place", "not-a-picture") {
            try $0.folder.remove("\(happy)/happy.png")
            symlink("/dev/zero", $0.folder.file("\(happy)/happy.png"))
        },
        Break("a picture cut off", "not-a-picture") {
            try $0.folder.write(
                Array(try ValidProject.picture(408, 408, shade: 1).dropLast(9)), to: "\(happy)/happy.png")
        },
        Break("a picture whose pixels do not match their checksum", "not-a-picture") {
            var picture = try ValidProject.picture(408, 408, shade: 1)
            picture[picture.count - 13] ^= 1
            try $0.folder.write(picture, to: "\(happy)/happy.png")
        },
        Break("a PNG named .gif", "wrong-ending") {
            try $0.folder.write(try ValidProject.picture(408, 408, shade: 1), to: "\(happy)/happy.gif")
            try $0.folder.remove("\(happy)/happy.png")
            try $0.edit("\(happy)/Contents.json", "happy.png", "happy.gif")
        },
        Break("art of 72 pixels", "sticker-size") {
            try $0.folder.write(try ValidProject.picture(72, 72, shade: 1), to: "\(happy)/happy.png")
        },
        Break("a large grid around regular art", "grid-size") {
            try $0.edit("\(ValidProject.pack)/Contents.json", "regular", "large")
        },
        Break("a grid size that does not exist", "grid-size-value") {
            try $0.edit("\(ValidProject.pack)/Contents.json", "regular", "medium")
        },
        Break("the misspelling of Apple's own sample", "unknown-key") {
            try $0.edit("\(ValidProject.pack)/Contents.json", "grid-size", "grid-space")
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
            try $0.folder.remove("\(ValidProject.pack)/Contents.json")
        },
        Break("a second pack in the catalog", "several-packs") {
            try $0.folder.write("{}", to: "\(ValidProject.catalog)/More.stickerpack/Contents.json")
        },
        Break("an empty frame", "empty-frame") {
            try $0.edit(sequence, "\"frames\" : [", "\"frames\" : [ {},")
        },
        Break("frames of two sizes", "frame-sizes") {
            try $0.folder.write(
                try ValidProject.picture(300, 300, shade: 1),
                to: "\(ValidProject.pack)/sleepy.stickersequence/sleepy-0002.png")
        },
        Break("a sequence without a rhythm", "sequence-timing") { try $0.edit(sequence, "fps", "frames") },
    ]

    static let iconBreaks: [Break] = [
        Break("no icon set", "icon-set-missing") { try $0.folder.remove(ValidProject.icons) },
        Break("an icon set that is empty", "icon-set-empty") {
            try $0.folder.write(
                "{\"images\":[],\"info\":{\"author\":\"xcode\",\"version\":1}}", to: iconContents)
        },
        Break("an empty slot", "icon-slot-missing") {
            try $0.edit(iconContents, "      \"filename\" : \"universal-27x20@2x.png\",\n", "")
        },
        Break("an icon of one pixel more", "icon-pixels") {
            try $0.folder.write(
                try ValidProject.picture(121, 90, shade: 1), to: "\(ValidProject.icons)/iphone-60x45@2x.png")
        },
        Break("a transparent pixel in the store's icon", "icon-transparent") {
            try $0.folder.write(try ValidProject.picture(1024, 1024, shade: 1, corner: 0), to: store)
        },
        Break("an icon without a slot", "icon-unassigned") {
            try $0.folder.write(try ValidProject.picture(9, 9, shade: 1), to: "\(ValidProject.icons)/more.png")
        },
        Break("a slot that does not exist", "icon-unknown-slot") { try $0.edit(iconContents, "67x50", "68x50") },
    ]

    static let projectBreaks: [Break] = [
        Break("a project file cut off", "unreadable-file") { try $0.folder.write("{", to: ValidProject.project) },
        Break("a project file of brackets", "unreadable-file") {
            try $0.folder.write(String(repeating: "(", count: 500_000), to: ValidProject.project)
        },
        Break("a reference to nothing", "dangling-reference") {
            let text = $0.folder.text(ValidProject.project) ?? ""
            let line = try #require(text.split(separator: "\n").first { $0.contains("isa = PBXFileReference") })
            try $0.edit(ValidProject.project, line + "\n", "")
        },
        Break("an extension of another app", "bundle-identifier-prefix") {
            try $0.edit(ValidProject.project, "cats.StickerPackExtension", "dogs.StickerPackExtension")
        },
        Break("a bundle identifier with a space", "bundle-identifier") {
            try $0.edit(
                ValidProject.project, "com.example.stickers.cats.StickerPackExtension",
                "\"com.example.stickers.cats.Sticker Pack\"")
        },
        Break("two build numbers", "versions-differ") {
            try $0.edit(
                ValidProject.project, "SKIP_INSTALL = YES;", "SKIP_INSTALL = YES;\n\t\t\t\tCURRENT_PROJECT_VERSION = 2;"
            )
        },
        Break("copied to another place than PlugIns", "not-embedded") {
            try $0.edit(ValidProject.project, "dstSubfolderSpec = 13", "dstSubfolderSpec = 10")
        },
        Break("another icon's name", "icon-name") {
            try $0.edit(ValidProject.project, "\"iMessage App Icon\"", "AppIcon")
        },
        Break("another extension point", "extension-point") {
            try $0.edit("cats/Info.plist", "message-payload-provider", "widgetkit-extension")
        },
        Break("no Info.plist", "missing-file") { try $0.folder.remove("cats/Info.plist") },
        Break("no word on encryption", "export-compliance") {
            try $0.edit(ValidProject.project, "INFOPLIST_KEY_ITSAppUsesNonExemptEncryption = NO;", "")
        },
        Break("an app's name in other languages alone", "development-language") {
            try $0.edit(
                ValidProject.project, "name = en; path = en.lproj/InfoPlist.strings",
                "name = fr; path = fr.lproj/InfoPlist.strings")
        },
        Break("no team", "no-team") { try $0.edit(ValidProject.project, "DEVELOPMENT_TEAM = ABCDE12345;", "") },
        Break("an extension that is installed without an app", "skip-install") {
            try $0.edit(ValidProject.project, "SKIP_INSTALL = YES;", "")
        },
        Break("code in a sticker pack", "phase-not-allowed") {
            try $0.edit(
                ValidProject.project, "/* End PBXResourcesBuildPhase section */",
                """
                /* End PBXResourcesBuildPhase section */
                		ABCDEFABCDEFABCDEFABCDEF = {isa = PBXSourcesBuildPhase; files = (); };
                """)
            try $0.edit(
                ValidProject.project, "buildPhases = (\n", "buildPhases = (\n\t\t\t\tABCDEFABCDEFABCDEFABCDEF,\n")
        },
        Break("a catalog that is not built", "catalog-not-built") {
            try $0.edit(ValidProject.project, "path = Stickers.xcstickers", "path = Stickers.txt")
        },
    ]

    @Test("reports nothing for stickerd's own exports")
    func good() throws {
        let verification = try Verifier.run(valid.folder.path)
        #expect(verification.subjects == ["Stickers.xcodeproj", ValidProject.catalog])
        #expect(verification.violations == [])
    }

    @Test("names the problems", arguments: stickerBreaks + iconBreaks + projectBreaks)
    func broken(_ broken: Break) throws {
        let project = try ValidProject()
        try broken.apply(project)
        #expect(try project.found().contains(broken.check))
    }

    @Test("checks a catalog or a project that is named itself")
    func subjects() throws {
        #expect(try Verifier.run(valid.folder.file(ValidProject.catalog)).subjects == ["Stickers.xcstickers"])
        #expect(try Verifier.run(valid.folder.file("Stickers.xcodeproj")).violations == [])
    }

    @Test("finds nothing wrong with a published tree, and a damaged file in one")
    func published() throws {
        #expect(try Verifier.run(valid.out.path).violations == [])
        let file = try #require(valid.out.files.first { $0.hasPrefix("assets/") })
        try valid.out.write("other", to: file)
        try valid.out.write("x", to: "assets/nobody.png")
        let found = Set(try Verifier.run(valid.out.path).violations.map(\.check.id))
        #expect(found == ["digest-differs", "unnamed-file"])
    }

    @Test(
        "accepts the folders of export app, and prints paths relative to the given folder",
        arguments: ["StickerAssets", "v1"])
    func exported(name: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: valid.out.path, toPath: folder.file(name))
        let verification = try Verifier.run(folder.path)
        #expect(verification.subjects == ["\(name)/catalog.json"])
        #expect(verification.violations == [])
        try folder.write("x", to: "\(name)/assets/nobody.png")
        #expect(try Verifier.run(folder.path).violations.map(\.path) == ["\(name)/assets/nobody.png"])
    }

    @Test("an app that embeds two Messages extensions is an error, but two apps are not")
    func severalExtensions() throws {
        let cats = try #require(
            try Catalog(json: Data(contentsOf: URL(filePath: valid.out.file("catalog.json")))).packs.first)
        var dogs = cats
        dogs.id = "dogs"
        let folder = try TemporaryFolder()
        _ = try XcodeExport(
            folder: folder.path,
            project: ProjectSettings(name: "Stickers", bundlePrefix: "com.example.stickers", team: "ABCDE12345")
        ).run([cats, dogs].map { PackInput(pack: $0, assetFolder: valid.out.path) })
        #expect(try Verifier.run(folder.path).violations == [])
        var text = try #require(folder.text(ValidProject.project))
        let phases = text.matches(of: /isa = PBXCopyFilesBuildPhase;[^}]*?files = \(\n([^\n]+\n)/)
        try #require(phases.count == 2)
        text.insert(contentsOf: phases[1].output.1, at: phases[0].output.1.startIndex)
        try folder.write(text, to: ValidProject.project)
        let violations = try Verifier.run(folder.path).violations
        #expect(violations.map(\.check.id).contains("several-extensions"))
        #expect(violations.contains { $0.message.contains("embeds 2 Messages extensions: ") })
    }

    @Test("reports a missing team once, with the names of the targets")
    func teamOnce() throws {
        var text = try #require(valid.folder.text(ValidProject.project))
        text.replace("DEVELOPMENT_TEAM = ABCDE12345;", with: "")
        try valid.folder.write(text, to: ValidProject.project)
        let violations = try Verifier.run(valid.folder.path).violations
        #expect(violations.map(\.check.id) == ["no-team"])
        let targets = try #require(violations.first?.message.firstMatch(of: /^(.+) have no development team\.$/)?.1)
        #expect(targets.split(separator: ", ").count > 1)
    }

    @Test("reports missing parts of `stickerd export app` in an iMessage app only")
    func app() throws {
        let app = try TemporaryFolder()
        let icons = StickersIconSlot.all.map { slot in
            PackInput.IconFile(
                width: slot.width, height: slot.height,
                path: valid.folder.file("\(ValidProject.icons)/\(slot.fileName)")
            )
        }
        let pack = Pack(id: "cats", title: "Cats", titles: [:], size: .regular, icon: [], stickers: [])
        _ = try XcodeExport(folder: app.path).runApp(
            ProjectSettings(name: "Cats", bundlePrefix: "com.example.cats", team: "ABCDE12345"),
            package: .local(path: "../stickerd"), icon: PackInput(pack: pack, assetFolder: "", icon: icons))
        let missing = try Verifier.run(app.path).violations.map { "\($0.check.id) \($0.path)" }
        #expect(
            missing == [
                "missing-file MessagesExtension/StickerAssets", "missing-file MessagesExtension/StickerNames.swift",
            ])
        try app.write("{}", to: "MessagesExtension/StickerAssets/catalog.json")
        try app.write("", to: "MessagesExtension/StickerNames.swift")
        #expect(try Verifier.run(app.path).violations == [])
    }

    @Test("reports that there is nothing to check")
    func nothing() throws {
        let folder = try TemporaryFolder()
        #expect(throws: VerifyError.nothingKnown(path: folder.path)) { try Verifier.run(folder.path) }
        #expect(throws: VerifyError.nothingThere(path: folder.file("x"))) { try Verifier.run(folder.file("x")) }
    }

    @Test("writes SARIF with a rule for every finding, and paths that are addresses")
    func sarif() throws {
        try valid.folder.remove(Self.happy + "/happy.png")
        let verification = try Verifier.run(valid.folder.path)
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

    @Test("has every check once, with a sentence and a fix")
    func checks() {
        #expect(Set(Check.all.map(\.id)).count == Check.all.count)
        #expect(Check.all.allSatisfy { $0.summary.hasSuffix(".") && $0.fix.hasSuffix(".") })
    }
}
