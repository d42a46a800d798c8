import Deflate
import Foundation
import JobModel
import TestSupport
import Testing
import Verify

/// A change that makes a built app invalid.
struct BuiltBreak: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The checks that must report the change.
    let checks: Set<String>
    let apply: @Sendable (BuiltApp) throws -> Void

    init(_ name: String, _ checks: String..., apply: @escaping @Sendable (BuiltApp) throws -> Void) {
        testDescription = name
        self.checks = Set(checks)
        self.apply = apply
    }
}

@Suite("stickerd verify of built apps")
struct BuiltAppTests {
    private static let info = "\(BuiltApp.appex)/Info.plist"

    static let identityBreaks: [BuiltBreak] = [
        BuiltBreak("an identifier that is not the app's", "bundle-identifier-prefix") {
            try $0.set("CFBundleIdentifier", "com.example.dogs.MessagesExtension")
        },
        BuiltBreak("an identifier with two parts more", "bundle-identifier-parts") {
            try $0.set("CFBundleIdentifier", "com.example.cats.one.two")
        },
        BuiltBreak("an identifier with a space", "bundle-identifier") {
            try $0.set("CFBundleIdentifier", "com.example.cats.my pack")
        },
        BuiltBreak("another version", "versions-differ") { try $0.set("CFBundleShortVersionString", "1.1") },
        BuiltBreak("another build number", "versions-differ") { try $0.set("CFBundleVersion", "8") },
        BuiltBreak("no kind of bundle", "package-type") { try $0.set("CFBundlePackageType", nil) },
        BuiltBreak("a program that is not there", "executable-missing") {
            try $0.folder.remove("\(BuiltApp.appex)/Cats MessagesExtension")
        },
        BuiltBreak("no principal class", "extension-point") {
            try $0.set("NSExtension", ["NSExtensionPointIdentifier": "com.apple.message-payload-provider"])
        },
        BuiltBreak("an unknown context", "presentation-contexts") {
            try $0.set("MSSupportedPresentationContexts", ["Media"])
        },
        BuiltBreak("an unknown sharing level", "sharing-level") { try $0.set("NSStickerSharingLevel", "all") },
        BuiltBreak("no Assets.car", "compiled-assets-missing") {
            try $0.folder.remove("\(BuiltApp.appex)/Assets.car")
        },
        BuiltBreak("no icon in the Info.plist", "icon-name") { try $0.set("CFBundleIcons", nil) },
        BuiltBreak("icons without those of the app drawer", "icon-slot-missing") {
            try $0.set(
                "CFBundleIcons", ["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["iMessage App Icon60x45"]]])
        },
        BuiltBreak("no icon for the store", "store-icon-name") { try $0.set("MSMessagesExtensionStoreIconName", nil) },
        BuiltBreak("an extension that was not embedded", "not-embedded") {
            try $0.folder.remove("\(BuiltApp.app)/PlugIns")
        },
        BuiltBreak("a framework in the extension", "nested-bundles") {
            try $0.folder.write("x", to: "\(BuiltApp.appex)/Frameworks/Game.framework/Game")
        },
        BuiltBreak("text in the place of the Info.plist", "unreadable-file", "not-embedded") {
            try $0.folder.write("x", to: info)
        },
        BuiltBreak("no Info.plist", "missing-file", "not-embedded") { try $0.folder.remove(info) },
    ]

    static let stickerBreaks: [BuiltBreak] = [
        BuiltBreak("a sticker that is missing", "missing-file") {
            try $0.folder.remove("\(BuiltApp.stickers)/\($0.still)")
        },
        BuiltBreak("another file in a sticker's place", "digest-differs") {
            try $0.folder.write(
                try ValidProject.picture(408, 408, shade: 99), to: "\(BuiltApp.stickers)/\($0.still)")
        },
        BuiltBreak("a still PNG that was compressed for devices", "picture-recompressed") {
            try $0.folder.write(
                APNGFixture.compressed(try ValidProject.picture(408, 408, shade: 7)),
                to: "\(BuiltApp.stickers)/\($0.still)")
        },
        BuiltBreak("an animated PNG that was compressed for devices", "picture-recompressed", "animation-lost") {
            try $0.folder.write(
                APNGFixture.compressed(try ValidProject.picture(408, 408, shade: 7)),
                to: "\(BuiltApp.stickers)/\($0.animated)")
        },
        BuiltBreak("no manifest", "missing-file") { try $0.folder.remove("\(BuiltApp.stickers)/catalog.json") },
        BuiltBreak("text in the manifest's place", "unreadable-file") {
            try $0.folder.write("x", to: "\(BuiltApp.stickers)/catalog.json")
        },
        BuiltBreak("a manifest that names a file outside", "path-leaves-tree") {
            try $0.folder.edit("\(BuiltApp.stickers)/catalog.json", $0.still, "../Info.plist")
        },
        BuiltBreak("files copied one by one", "stickers-flattened") { app in
            for name in [app.still, app.animated, "catalog.json"] {
                let bytes = try #require(
                    FileManager.default.contents(atPath: app.folder.file("\(BuiltApp.stickers)/\(name)")))
                let last = String(name.split(separator: "/").last ?? "")
                try app.folder.write([UInt8](bytes), to: "\(BuiltApp.appex)/\(last)")
            }
            try app.folder.remove(BuiltApp.stickers)
        },
    ]

    @Test("finds nothing wrong with an app, its extension, an archive of Xcode and an .ipa")
    func valid() throws {
        let app = try BuiltApp()
        #expect(try app.found() == [])
        #expect(try app.found(BuiltApp.appex) == [])
        let ipa = try ZipFixture.archive(of: app.folder, at: BuiltApp.app, as: "Payload/Cats.app")
        try app.folder.write(ipa.finished(comment: Array("made by a test".utf8)), to: "Cats.ipa")
        #expect(try app.found("Cats.ipa") == [])
        let archive = app.folder.file("Cats.xcarchive/Products/Applications")
        try FileManager.default.createDirectory(atPath: archive, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: app.folder.file(BuiltApp.app), toPath: "\(archive)/Cats.app")
        #expect(try app.found("Cats.xcarchive") == [])
    }

    @Test("finds errors in an Info.plist, a program or an icon", arguments: identityBreaks)
    func identity(change: BuiltBreak) throws {
        let app = try BuiltApp()
        try change.apply(app)
        #expect(try app.found() == change.checks)
    }

    @Test("finds changes that a build tool made to the stickers", arguments: stickerBreaks)
    func stickers(change: BuiltBreak) throws {
        let app = try BuiltApp()
        try change.apply(app)
        #expect(try app.found() == change.checks)
    }

    @Test("two Messages extensions in one app are an error")
    func severalExtensions() throws {
        let app = try BuiltApp()
        let second = "\(BuiltApp.app)/PlugIns/Second.appex"
        try FileManager.default.copyItem(atPath: app.folder.file(BuiltApp.appex), toPath: app.folder.file(second))
        try app.write(
            BuiltApp.extensionInfo.merging(["CFBundleIdentifier": "com.example.cats.Second"]) { $1 },
            to: "\(second)/Info.plist")
        #expect(try app.found() == ["several-extensions"])
    }

    @Test("a compiled sticker pack is read by its own list, and an .ipa with one needs Xcode's support folder")
    func stickerPack() throws {
        let app = try BuiltApp()
        try app.folder.remove(BuiltApp.stickers)
        try app.set("LSApplicationIsStickerProvider", "YES")
        #expect(try app.found() == ["catalog-not-built"])
        let pack = "\(BuiltApp.appex)/Cats.stickerpack"
        try app.write(
            [
                "IMStickerPackLayout": "MSStickerSizeClassRegular",
                "IMStickers": [
                    ["IMStickerFileName": "happy.png", "IMStickerAccessibilityLabel": "A happy cat"],
                    ["IMStickerFileName": "large.png", "IMStickerAccessibilityLabel": "A large cat"],
                ],
            ], to: "\(pack)/Info.plist")
        let picture = try ValidProject.picture(408, 408, shade: 7)
        try app.folder.write(picture, to: "\(pack)/happy.png")
        try app.folder.write(picture + [UInt8](repeating: 0, count: 500_000), to: "\(pack)/large.png")
        #expect(try app.found() == ["file-size"])
        try app.folder.write(picture, to: "\(pack)/large.png")
        #expect(try app.found() == [])
        let ipa = try ZipFixture.archive(of: app.folder, at: BuiltApp.app, as: "Payload/Cats.app")
        try app.folder.write(ipa.finished(), to: "Cats.ipa")
        #expect(try app.found("Cats.ipa") == ["messages-support-missing"])
    }
}

@Suite("Archives that stickerd verify must judge without trusting them")
struct HostileArchiveTests {
    private func found(_ bytes: [UInt8]) throws -> [Violation] {
        let folder = try TemporaryFolder()
        try folder.write(bytes, to: "Cats.ipa")
        return try Verifier.run(folder.file("Cats.ipa")).violations
    }

    private func archive(
        _ name: String, _ content: [UInt8], packed: [UInt8]? = nil, method: Int = 0, size: Int? = nil
    ) -> [UInt8] {
        var archive = ZipFixture()
        archive.add("Payload/Cats.app/\(name)", content, packed: packed, method: method, size: size)
        return archive.finished()
    }

    @Test("a file that unpacks to more than the limit is not unpacked", .timeLimit(.minutes(1)))
    func bomb() throws {
        let violations = try found(archive("Info.plist", [1], method: 8, size: 4_000_000_000))
        #expect(violations.map(\.check.id) == ["unreadable-file"])
        #expect(violations.first?.message.contains("too large") == true)
    }

    @Test("a size, a checksum, a method or an offset that is wrong is an error, and never a crash")
    func damage() throws {
        let plist = Array("<plist></plist>".utf8)
        let wrong = [
            archive("Info.plist", plist, size: plist.count + 1), archive("Info.plist", plist, method: 99),
            archive("Info.plist", plist, packed: Array(plist.dropLast()) + [0]),
            archive("Info.plist", plist, packed: [7, 7, 7], method: 8),
        ]
        for bytes in wrong { #expect(try found(bytes).map(\.check.id) == ["unreadable-file"]) }
    }

    @Test("an archive that was cut off anywhere, or is text, is an error")
    func cutOff() throws {
        let whole = archive("Info.plist", Array("<plist></plist>".utf8))
        for count in stride(from: 0, to: whole.count, by: 7) {
            #expect(try found(Array(whole.prefix(count))).map(\.check.id) == ["unreadable-file"])
        }
    }

    @Test("each byte of an archive may be wrong", arguments: [UInt8(0), 0x7F, 0xFF])
    func anyByte(value: UInt8) throws {
        let whole = archive("Info.plist", Array("<plist></plist>".utf8))
        for place in whole.indices {
            var bytes = whole
            bytes[place] = value
            _ = try found(bytes)
        }
    }

    @Test("names that point outside of the archive are never used as paths")
    func names() throws {
        var archive = ZipFixture()
        for name in ["../../etc/passwd", "/etc/passwd", "Payload/../x.app/Info.plist", "", "////", "a\0b"] {
            archive.add(name, [1])
        }
        #expect(try found(archive.finished()).map(\.check.id) == ["missing-file"])
    }
}
