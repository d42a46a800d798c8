import Foundation
import TestSupport
import Testing
import Verify
import XcodeExport

@Suite("Names in a catalog that stickerd verify checks")
struct NameFormTests {
    private static let contents = "\(ValidProject.pack)/Contents.json"

    /// Renames a sticker's folder and its entry in the pack.
    private func rename(_ project: ValidProject, folder: String, entry: String) throws {
        try FileManager.default.moveItem(
            atPath: project.folder.file("\(ValidProject.pack)/happy.sticker"),
            toPath: project.folder.file("\(ValidProject.pack)/\(folder)"))
        try project.edit(Self.contents, "happy.sticker", entry)
    }

    @Test(
        "are the same in both Unicode forms",
        arguments: [("gru\u{308}\u{DF}e.sticker", "gr\u{FC}\u{DF}e.sticker")].flatMap { [$0, ($0.1, $0.0)] })
    func forms(folder: String, entry: String) throws {
        let project = try ValidProject()
        try rename(project, folder: folder, entry: entry)
        #expect(try Verifier.run(project.folder.path).violations == [])
    }

    @Test("that differ from the file's in case alone are a warning, and the sticker is checked")
    func stickerCase() throws {
        let project = try ValidProject()
        try rename(project, folder: "Happy.sticker", entry: "happy.sticker")
        let violations = try Verifier.run(project.folder.path).violations
        #expect(violations.map(\.check.id) == ["name-case"])
        #expect(violations.first?.level == .warning)
    }

    @Test("of pictures that differ from the file's in case alone are a warning")
    func pictureCase() throws {
        let project = try ValidProject()
        try project.edit("\(ValidProject.pack)/happy.sticker/Contents.json", "happy.png", "Happy.png")
        #expect(try Verifier.run(project.folder.path).violations.map(\.check.id) == ["name-case"])
    }
}

@Suite("Files that are not the art, for stickerd verify")
struct ForeignFileTests {
    private static let picture = "\(ValidProject.pack)/happy.sticker/happy.png"

    @Test("a Git LFS pointer is named, with the command that fetches the art")
    func pointer() throws {
        let project = try ValidProject()
        try project.folder.write(
            "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n", to: Self.picture)
        let violation = try #require(try Verifier.run(project.folder.path).violations.first)
        #expect(violation.check.id == "not-a-picture")
        #expect(violation.message.contains("Git LFS pointer"))
        #expect(violation.fix.contains("git lfs pull"))
    }

    @Test("a HEIC is a warning and not damage")
    func heic() throws {
        let project = try ValidProject()
        let box: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
        try project.folder.write(box, to: Self.picture)
        let violations = try Verifier.run(project.folder.path).violations
        #expect(violations.map(\.check.id) == ["heic-sticker"])
        #expect(violations.first?.level == .warning)
    }
}

@Suite("Catalogs and the targets that build them, for stickerd verify")
struct BuiltCatalogTests {
    /// Adds the catalog through a folder that Xcode synchronizes, instead of the list of files.
    private func synchronize(_ project: ValidProject, exceptions: String = "") throws {
        var text = try #require(project.folder.text(ValidProject.project))
        let group = "AAAAAAAAAAAAAAAAAAAAAAAA"
        let target = try #require(
            text.firstMatch(of: /([0-9A-F]{24})[^\n]*= \{\n\s*isa = PBXNativeTarget;[^}]*?sticker-pack/)?.1)
        // After this change, neither target lists the catalog.
        text.replace(/[^\n]*Stickers\.xcstickers in Resources[^\n]*,\n/, with: "")
        text.replace(
            "/* Begin PBXNativeTarget section */",
            with: """
                \(group) = {isa = PBXFileSystemSynchronizedRootGroup; path = cats; sourceTree = "<group>"; \
                exceptions = (BBBBBBBBBBBBBBBBBBBBBBBB); };
                BBBBBBBBBBBBBBBBBBBBBBBB = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = \(target); \
                membershipExceptions = (\(exceptions)); };
                /* Begin PBXNativeTarget section */
                """)
        text.replace(
            "isa = PBXNativeTarget;", with: "isa = PBXNativeTarget;\n\t\t\tfileSystemSynchronizedGroups = (\(group));")
        let main = try #require(text.firstMatch(of: /mainGroup = ([0-9A-F]{24})/)?.1)
        let start = try #require(
            text.range(of: "\(main) = {\n")?.upperBound ?? text.range(of: "\(main) /*")?.upperBound)
        let children = try #require(text.range(of: "children = (", range: start..<text.endIndex)?.upperBound)
        text.insert(contentsOf: "\(group), ", at: children)
        try project.folder.write(text, to: ValidProject.project)
    }

    @Test("are found in the folders that Xcode 16 synchronises")
    func synchronized() throws {
        let project = try ValidProject()
        try synchronize(project)
        #expect(try Verifier.run(project.folder.path).violations == [])
    }

    @Test("are also compared with the target's icon in such folders")
    func synchronizedIcon() throws {
        let project = try ValidProject()
        try synchronize(project)
        try project.edit(ValidProject.project, "\"iMessage App Icon\"", "AppIcon")
        #expect(try project.found().contains("icon-name"))
    }

    @Test("are counted in such folders too: an extension has one pack")
    func synchronizedPacks() throws {
        let project = try ValidProject()
        try synchronize(project)
        try FileManager.default.copyItem(
            atPath: project.folder.file(ValidProject.catalog), toPath: project.folder.file("cats/More.xcstickers"))
        #expect(try project.found() == ["several-packs"])
    }

    @Test("that are exceptions in such a folder are not built")
    func exception() throws {
        let project = try ValidProject()
        try synchronize(project, exceptions: "Stickers.xcstickers")
        #expect(try project.found().contains("catalog-not-built"))
    }

    @Test("that no target builds only cause warnings")
    func unused() throws {
        let project = try ValidProject()
        try FileManager.default.copyItem(
            atPath: project.folder.file(ValidProject.catalog), toPath: project.folder.file("Old.xcstickers"))
        try project.folder.remove("Old.xcstickers/cats.stickerpack/happy.sticker/happy.png")
        let verification = try Verifier.run(project.folder.path)
        #expect(verification.errors == 0)
        #expect(Set(verification.violations.map(\.check.id)) == ["catalog-not-used", "missing-file"])
    }

    @Test("need the icon of the store only where an app is made of them")
    func storeIcon() throws {
        let project = try ValidProject()
        let entry = "      \"filename\" : \"ios-marketing-1024x1024.png\",\n"
        try project.edit("\(ValidProject.icons)/Contents.json", entry, "")
        try project.folder.remove("\(ValidProject.icons)/ios-marketing-1024x1024.png")
        #expect(try project.found() == ["icon-slot-missing"])
        // The app's target no longer has a list of resources, so the extension is added to another app.
        var text = try #require(project.folder.text(ValidProject.project))
        text.replace(
            "com.apple.product-type.application.messages\"", with: "com.apple.product-type.application\"")
        try project.folder.write(text, to: ValidProject.project)
        #expect(try !project.found().contains("icon-slot-missing"))
    }
}
