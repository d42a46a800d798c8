import Foundation
import JobModel
import StickerManifest
import TestSupport
import XcodeExport

/// A valid project of an iMessage app, with the files of `stickerd export app`.
struct ValidApp {
    static let project = "Cats.xcodeproj/project.pbxproj"
    static let code = "MessagesExtension/MessagesViewController.swift"
    static let infoPlist = "MessagesExtension/Info.plist"

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let icons = try ValidProject()
        let slots = StickersIconSlot.all.map { slot in
            PackInput.IconFile(
                width: slot.width, height: slot.height,
                path: icons.folder.file("\(ValidProject.icons)/\(slot.fileName)"))
        }
        let pack = Pack(id: "cats", title: "Cats", titles: [:], size: .regular, icon: [], stickers: [])
        // The folder of the icons must exist while they are read.
        try withExtendedLifetime(icons) {
            _ = try XcodeExport(folder: folder.path).runApp(
                ProjectSettings(name: "Cats", bundlePrefix: "com.example.cats", team: "ABCDE12345"),
                package: .local(path: "../stickerd"), icon: PackInput(pack: pack, assetFolder: "", icon: slots))
        }
        try folder.write("{}", to: "MessagesExtension/StickerAssets/catalog.json")
        try folder.write("", to: "MessagesExtension/StickerNames.swift")
    }

    /// Replaces text in a file.
    func edit(_ name: String, _ old: String, _ new: String) throws {
        try folder.edit(name, old, new)
    }

    /// Adds a file in MessagesExtension to the resources of the targets.
    func addResource(_ name: String) throws {
        let (file, entry) = ("AAAAAAAAAAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBBBBBBBBBB")
        try edit(
            ValidApp.project, "/* Begin PBXFileReference section */\n",
            """
            /* Begin PBXFileReference section */
            \(file) = {isa = PBXFileReference; path = \(name); sourceTree = "<group>"; };
            \(entry) = {isa = PBXBuildFile; fileRef = \(file); };

            """)
        try edit(ValidApp.project, "/* Info.plist */,", "/* Info.plist */, \(file),")
        try edit(
            ValidApp.project, "/* Assets.xcassets in Resources */,", "/* Assets.xcassets in Resources */, \(entry),")
    }
}

extension TemporaryFolder {
    /// Replaces a text in a file, which must contain it.
    func edit(_ name: String, _ old: String, _ new: String) throws {
        let text = text(name) ?? ""
        guard text.contains(old) else { throw TextIsMissing(text: old, file: name) }
        try write(text.replacingOccurrences(of: old, with: new), to: name)
    }
}

/// The error if a file does not contain the text that a test replaces.
struct TextIsMissing: Error {
    let text: String
    let file: String
}
