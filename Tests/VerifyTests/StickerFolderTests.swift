import Foundation
import TestSupport
import Testing
import Verify

@Suite("The folder of stickers in an iMessage app, for stickerd verify")
struct StickerFolderTests {
    private static let group = "DDDDDDDDDDDDDDDDDDDDDDDD"
    private static let exceptionSet = "EEEEEEEEEEEEEEEEEEEEEEEE"

    /// Removes the folder reference from the resources of the target.
    private func removeReference(_ app: ValidApp) throws {
        var text = try #require(app.folder.text(ValidApp.project))
        text.replace(/[^\n]*StickerAssets in Resources \*\/,\n/, with: "")
        try app.folder.write(text, to: ValidApp.project)
    }

    /// Adds a buildable folder to the extension, like Xcode 16 and later.
    private func addBuildable(
        _ path: String, to app: ValidApp, explicit: String = "", exceptions: String = ""
    ) throws {
        var text = try #require(app.folder.text(ValidApp.project))
        let target = try #require(
            text.firstMatch(of: /([0-9A-F]{24})[^\n]*= \{\n\s*isa = PBXNativeTarget;[^}]*?app-extension\.messages/))
        let id = String(target.1)
        let isa = try #require(text.range(of: "isa = PBXNativeTarget;", range: target.range)?.upperBound)
        text.insert(contentsOf: "\n\t\t\tfileSystemSynchronizedGroups = (\(Self.group));", at: isa)
        text.replace(
            "/* Begin PBXNativeTarget section */",
            with: """
                \(Self.group) = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (\(Self.exceptionSet)); \
                explicitFileTypes = {}; explicitFolders = (\(explicit)); path = \(path); sourceTree = SOURCE_ROOT; };
                \(Self.exceptionSet) = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; \
                membershipExceptions = (Info.plist, \(exceptions)); target = \(id); };
                /* Begin PBXNativeTarget section */
                """)
        let main = try #require(text.firstMatch(of: /mainGroup = ([0-9A-F]{24})/)?.1)
        let object = try #require(text.firstRange(of: try Regex("\(main)[^\\n]*= \\{\\n"))?.upperBound)
        let children = try #require(text.range(of: "children = (", range: object..<text.endIndex)?.upperBound)
        text.insert(contentsOf: "\(Self.group), ", at: children)
        try app.folder.write(text, to: ValidApp.project)
    }

    private func found(_ app: ValidApp) throws -> [Violation] { try Verifier.run(app.folder.path).violations }

    @Test(
        "is an error if Xcode builds its contents",
        arguments: [
            (path: "MessagesExtension", explicit: "", exceptions: ""),
            (path: "MessagesExtension/StickerAssets", explicit: "", exceptions: ""),
            (path: "../Elsewhere/StickerAssets", explicit: "", exceptions: ""),
            (path: "MessagesExtension", explicit: "Other", exceptions: "StickerNames.swift"),
        ])
    func flattened(path: String, explicit: String, exceptions: String) throws {
        let app = try ValidApp()
        try removeReference(app)
        try addBuildable(path, to: app, explicit: explicit, exceptions: exceptions)
        let violations = try found(app)
        #expect(violations.map(\.check.id) == ["stickers-flattened"])
        let violation = try #require(violations.first)
        #expect(violation.level == .error)
        #expect(violation.message.contains("StickerAssets one by one"))
        #expect(violation.fix.contains("Build Folder Contents"))
    }

    @Test("is an error under another name too, if stickerd wrote it")
    func otherName() throws {
        let app = try ValidApp()
        try removeReference(app)
        let folder = "MessagesExtension/Cats"
        try app.folder.write("{}", to: "\(folder)/catalog.json")
        try app.folder.write("x", to: "\(folder)/assets/\(String(repeating: "0a", count: 32)).png")
        try app.folder.remove("MessagesExtension/StickerAssets")
        try addBuildable("MessagesExtension", to: app)
        #expect(try found(app).map(\.check.id) == ["stickers-flattened"])
        try app.folder.remove("\(folder)/assets")
        #expect(try found(app) == [])
    }

    @Test(
        "is copied unchanged if its contents are not built",
        arguments: [
            (path: "MessagesExtension", explicit: "StickerAssets"),
            (path: "\"MessagesExtension/../MessagesExtension\"", explicit: "\"./StickerAssets\""),
        ])
    func opaque(path: String, explicit: String) throws {
        let app = try ValidApp()
        try removeReference(app)
        try addBuildable(path, to: app, explicit: explicit)
        #expect(try found(app) == [])
    }

    @Test("can be in a buildable folder without being built, and be listed as a folder")
    func listedFolder() throws {
        let app = try ValidApp()
        try addBuildable("MessagesExtension", to: app)
        #expect(try found(app) == [])
        let excepted = try ValidApp()
        try removeReference(excepted)
        try addBuildable("MessagesExtension", to: excepted, exceptions: "StickerAssets")
        #expect(try found(excepted) == [])
    }

    @Test("is an error if its files are listed one by one")
    func group() throws {
        let app = try ValidApp()
        try removeReference(app)
        try app.addResource("StickerAssets/catalog.json")
        let violations = try found(app)
        #expect(Set(violations.map(\.check.id)) == ["stickers-flattened"])
        #expect(violations.first?.fix.contains("folder reference") == true)
    }
}

@Suite("Bundle identifiers that stickerd verify checks")
struct BundleIdentifierTests {
    private static let setting = "PRODUCT_BUNDLE_IDENTIFIER = com.example.stickers.cats.StickerPackExtension;"

    @Test("with two parts more than the app's are an error, with App Store Connect's number")
    func parts() throws {
        let project = try ValidProject()
        try project.edit(
            ValidProject.project, "cats.StickerPackExtension;", "cats.stickers.StickerPackExtension;")
        let violations = try Verifier.run(project.folder.path).violations
        #expect(Set(violations.map(\.check.id)) == ["bundle-identifier-parts"])
        let violation = try #require(violations.first)
        #expect(violation.level == .error)
        #expect(violation.message.contains("has 2 parts after com.example.stickers.cats of "))
        #expect(violation.check.summary.contains("90347"))
    }

    @Test("are compared with the app's where the Info.plist alone has them", arguments: ["cats.a.b", "dogs.a"])
    func identifierInPlist(suffix: String) throws {
        let project = try ValidProject()
        try project.edit(ValidProject.project, Self.setting, "")
        try project.edit(
            "cats/Info.plist", "<key>NSExtension</key>",
            "<key>CFBundleIdentifier</key><string>com.example.stickers.\(suffix)</string><key>NSExtension</key>")
        let expected = suffix.hasPrefix("cats") ? "bundle-identifier-parts" : "bundle-identifier-prefix"
        #expect(try project.found() == [expected])
    }
}
