import Foundation
import TestSupport
import Testing
import Verify

@Suite("Extensions that stickerd verify checks")
struct ExtensionTests {
    private func found(_ app: ValidApp) throws -> [Violation] { try Verifier.run(app.folder.path).violations }

    @Test("with a product type that is not one of Messages are an error: their icons are not built")
    func productType() throws {
        let project = try ValidProject()
        try project.edit(ValidProject.project, "app-extension.messages-sticker-pack", "app-extension")
        let violation = try #require(
            try Verifier.run(project.folder.path).violations.first { $0.check.id == "product-type" })
        #expect(violation.level == .error)
        #expect(violation.message.contains("cats StickerPackExtension"))
        #expect(violation.check.summary.contains("ITMS-90649"))
    }

    @Test("of another kind may have that product type")
    func otherExtension() throws {
        let project = try ValidProject()
        try project.edit(ValidProject.project, "app-extension.messages-sticker-pack", "app-extension")
        try project.edit("cats/Info.plist", "message-payload-provider", "widgetkit-extension")
        #expect(try !project.found().contains("product-type"))
    }

    @Test("without code that link libraries are a warning: Xcode ignores them")
    func linking() throws {
        let project = try ValidProject()
        try project.folder.edit(
            ValidProject.project, "/* Begin PBXFileReference section */\n",
            """
            /* Begin PBXFileReference section */
            AAAAAAAAAAAAAAAAAAAAAAAA = {isa = PBXFileReference; path = libPods.a; sourceTree = BUILT_PRODUCTS_DIR; };
            BBBBBBBBBBBBBBBBBBBBBBBB = {isa = PBXBuildFile; fileRef = AAAAAAAAAAAAAAAAAAAAAAAA; };
            CCCCCCCCCCCCCCCCCCCCCCCC = {isa = PBXFrameworksBuildPhase; files = (BBBBBBBBBBBBBBBBBBBBBBBB); };

            """)
        try project.edit(ValidProject.project, "buildPhases = (\n", "buildPhases = (CCCCCCCCCCCCCCCCCCCCCCCC,\n")
        let violation = try #require(try Verifier.run(project.folder.path).violations.first)
        #expect(violation.check.id == "phase-not-allowed")
        #expect(violation.level == .warning)
    }

    @Test("with code are also checked for the name of their icon set")
    func iconName() throws {
        let app = try ValidApp()
        #expect(try found(app) == [])
        try app.edit(ValidApp.project, "\"iMessage App Icon\"", "AppIcon")
        #expect(Set(try found(app).map(\.check.id)) == ["icon-name"])
    }

    @Test("with code that needs a privacy manifest but has none cause a warning with the line")
    func privacyManifest() throws {
        let app = try ValidApp()
        try app.folder.write("import Foundation\nlet last = UserDefaults.standard\n", to: ValidApp.code)
        let violation = try #require(try found(app).first)
        #expect(violation.check.id == "privacy-manifest-missing")
        #expect(violation.level == .warning)
        #expect(violation.path == ValidApp.code)
        #expect(violation.message.hasPrefix("Line 2 uses UserDefaults"))
        try app.addResource("PrivacyInfo.xcprivacy")
        try app.folder.write("", to: "MessagesExtension/PrivacyInfo.xcprivacy")
        #expect(try found(app) == [])
    }

    @Test("need no privacy manifest for functions that are only in comments")
    func privacyComment() throws {
        let app = try ValidApp()
        try app.folder.write("// Not UserDefaults: it would need a privacy manifest.\n", to: ValidApp.code)
        #expect(try found(app) == [])
    }

    @Test(
        "with presentation contexts that Messages does not know or read cause a warning",
        arguments: [
            (
                "<key>NSExtension</key>",
                "<key>MSSupportedPresentationContexts</key><array><string>Media</string></array>"
            ),
            (
                "<key>NSExtensionPointIdentifier</key>",
                "<key>MSSupportedPresentationContexts</key><array>"
                    + "<string>MSMessagesAppPresentationContextMedia</string></array>"
            ),
        ])
    func contexts(before: String, key: String) throws {
        let app = try ValidApp()
        try app.edit(ValidApp.infoPlist, before, key + before)
        #expect(try found(app).map(\.check.id) == ["presentation-contexts"])
    }

    @Test("may be offered in Messages and as media")
    func knownContexts() throws {
        let app = try ValidApp()
        let names = ["Messages", "Media"].map { "<string>MSMessagesAppPresentationContext\($0)</string>" }.joined()
        try app.edit(
            ValidApp.infoPlist, "<key>NSExtension</key>",
            "<key>MSSupportedPresentationContexts</key><array>\(names)</array><key>NSExtension</key>")
        #expect(try found(app) == [])
    }

    @Test(
        "whose sharing level is unknown, or not written to the Info.plist, cause a warning",
        arguments: [
            ("GENERATE_INFOPLIST_FILE = YES", "GENERATE_INFOPLIST_FILE = NO"),
            ("INFOPLIST_KEY_NSStickerSharingLevel = OS", "INFOPLIST_KEY_NSStickerSharingLevel = Everywhere"),
        ])
    func sharingLevel(old: String, new: String) throws {
        let project = try ValidProject()
        try project.edit(ValidProject.project, old, new)
        #expect(try project.found() == ["sharing-level"])
    }
}

@Suite("Values that Xcode and App Store Connect accept, for stickerd verify")
struct ToleratedTests {
    @Test(
        "a bundle identifier or icon's name made of variables is read as Xcode reads it, or not judged",
        arguments: [
            ("= com.example.stickers.cats.StickerPackExtension;", "= \"com.example.stickers.cats.$(SUFFIX)\";"),
            (
                "= com.example.stickers.cats.StickerPackExtension;",
                "= \"com.example.stickers.cats.$(TARGET_NAME:rfc1034identifier)\";"
            ),
            ("= \"iMessage App Icon\";", "= \"$(ICON_NAME)\";"),
        ])
    func variables(old: String, new: String) throws {
        let project = try ValidProject()
        try project.edit(ValidProject.project, old, new)
        #expect(try Verifier.run(project.folder.path).violations == [])
    }

    @Test("a bundle identifier may be in the Info.plist alone")
    func identifierInPlist() throws {
        let project = try ValidProject()
        try project.edit(
            ValidProject.project, "PRODUCT_BUNDLE_IDENTIFIER = com.example.stickers.cats.StickerPackExtension;", "")
        #expect(try project.found() == ["bundle-identifier"])
        try project.edit(
            "cats/Info.plist", "<key>NSExtension</key>",
            "<key>CFBundleIdentifier</key><string>com.example.stickers.cats.pack</string><key>NSExtension</key>")
        #expect(try Verifier.run(project.folder.path).violations == [])
    }

    @Test("icons may be in another catalog of the same app")
    func iconsApart() throws {
        let project = try ValidProject()
        try FileManager.default.createDirectory(
            atPath: project.folder.file("cats/Icons.xcassets"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            atPath: project.folder.file(ValidProject.icons),
            toPath: project.folder.file("cats/Icons.xcassets/iMessage App Icon.stickersiconset"))
        #expect(try project.found().isSuperset(of: ["icon-set-missing", "icon-name"]))
        try project.edit(
            ValidProject.project, "/* Begin PBXFileReference section */\n",
            """
            /* Begin PBXFileReference section */
            AAAAAAAAAAAAAAAAAAAAAAAA = {isa = PBXFileReference; path = Icons.xcassets; sourceTree = "<group>"; };
            BBBBBBBBBBBBBBBBBBBBBBBB = {isa = PBXBuildFile; fileRef = AAAAAAAAAAAAAAAAAAAAAAAA; };

            """)
        try project.edit(ValidProject.project, "/* Info.plist */,", "/* Info.plist */, AAAAAAAAAAAAAAAAAAAAAAAA,")
        try project.edit(
            ValidProject.project, "/* Stickers.xcstickers in Resources */,",
            "/* Stickers.xcstickers in Resources */, BBBBBBBBBBBBBBBBBBBBBBBB,")
        #expect(try Verifier.run(project.folder.path).violations == [])
    }

    @Test("a version that differs between app and extension is a warning, as it is after an upload")
    func versions() throws {
        let project = try ValidProject()
        try project.edit(
            ValidProject.project, "SKIP_INSTALL = YES;", "SKIP_INSTALL = YES;\n\t\t\t\tMARKETING_VERSION = 2.0;")
        let verification = try Verifier.run(project.folder.path)
        #expect(Set(verification.violations.map(\.check.id)) == ["versions-differ"])
        #expect(verification.errors == 0)
    }

    @Test("a member of a phase that is not in the project is a warning")
    func member() throws {
        let project = try ValidProject()
        try project.edit(ValidProject.project, "files = (\n", "files = (AAAAAAAAAAAAAAAAAAAAAAAA,\n")
        let verification = try Verifier.run(project.folder.path)
        #expect(Set(verification.violations.map(\.check.id)) == ["dangling-reference"])
        #expect(verification.errors == 0)
    }

    @Test("an extension that no app builds or embeds is a warning")
    func unused() throws {
        let project = try ValidProject()
        try project.edit(ValidProject.project, "dstSubfolderSpec = 13", "dstSubfolderSpec = 10")
        #expect(try Verifier.run(project.folder.path).errors == 1)
        var text = try #require(project.folder.text(ValidProject.project))
        text.replace(/dependencies = \([^)]*\);/, with: "dependencies = ();")
        try project.folder.write(text, to: ValidProject.project)
        let verification = try Verifier.run(project.folder.path)
        #expect(verification.violations.map(\.check.id) == ["not-embedded"])
        #expect(verification.errors == 0)
    }

    @Test("a source file that a script of the target may write is a warning")
    func generated() throws {
        let app = try ValidApp()
        try app.folder.remove("MessagesExtension/StickerNames.swift")
        #expect(try Verifier.run(app.folder.path).errors == 1)
        try app.edit(
            ValidApp.project, "/* Begin PBXFileReference section */\n",
            """
            /* Begin PBXFileReference section */
            CCCCCCCCCCCCCCCCCCCCCCCC = {isa = PBXShellScriptBuildPhase; files = (); name = Generate; };

            """)
        try app.edit(ValidApp.project, "buildPhases = (\n", "buildPhases = (CCCCCCCCCCCCCCCCCCCCCCCC,\n")
        let verification = try Verifier.run(app.folder.path)
        #expect(verification.violations.map(\.check.id) == ["missing-file"])
        #expect(verification.errors == 0)
    }
}

@Suite("Icons that stickerd verify checks")
struct IconTests {
    private static let contents = "\(ValidProject.icons)/Contents.json"

    /// Removes the pictures of some icons.
    private func empty(_ names: [String], of project: ValidProject) throws {
        for name in names {
            try project.edit(Self.contents, "      \"filename\" : \"\(name)\",\n", "")
            try project.folder.remove("\(ValidProject.icons)/\(name)")
        }
    }

    @Test(
        "are required only for the devices that a target is built for",
        arguments: [
            ("1", ["ipad-67x50@2x.png", "ipad-74x55@2x.png"]), ("2", ["iphone-60x45@2x.png", "iphone-60x45@3x.png"]),
        ])
    func devices(family: String, names: [String]) throws {
        let project = try ValidProject()
        try empty(names, of: project)
        #expect(try project.found() == ["icon-slot-missing"])
        try project.edit(
            ValidProject.project, "TARGETED_DEVICE_FAMILY = \"1,2\";", "TARGETED_DEVICE_FAMILY = \(family);")
        #expect(try project.found() == [])
    }

    @Test(
        "that are missing are reported with App Store Connect's answer",
        arguments: [
            ("iphone-60x45@2x.png", "ITMS-90649"), ("ipad-67x50@2x.png", "ITMS-90649"),
            ("ios-marketing-1024x768.png", "ITMS-90642"), ("ios-marketing-1024x1024.png", "ITMS-90704"),
        ])
    func answers(name: String, answer: String) throws {
        let project = try ValidProject()
        try empty([name], of: project)
        let violation = try #require(try Verifier.run(project.folder.path).violations.first)
        #expect(violation.check.id == "icon-slot-missing")
        #expect(violation.message.contains(answer))
    }

    @Test("that are Git LFS pointers are named, with the command that fetches them")
    func pointer() throws {
        let project = try ValidProject()
        try project.folder.write(
            "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n",
            to: "\(ValidProject.icons)/iphone-60x45@2x.png")
        let violation = try #require(try Verifier.run(project.folder.path).violations.first)
        #expect(violation.check.id == "not-a-picture")
        #expect(violation.message.contains("Git LFS pointer"))
        #expect(violation.fix.contains("git lfs pull"))
    }
}
