import Deflate
import Foundation
import JobModel
import StickerManifest
import TestSupport
import Verify

/// A valid built iMessage app, with the files of `stickerd export app`.
struct BuiltApp {
    static let app = "Cats.app"
    static let appex = "Cats.app/PlugIns/Cats MessagesExtension.appex"
    static let stickers = "\(appex)/StickerAssets"

    let folder: TemporaryFolder
    /// The file name of the animated sticker.
    let animated: String
    /// The file name of the still sticker.
    let still: String

    init() throws {
        folder = try TemporaryFolder()
        let picture = try ValidProject.picture(408, 408, shade: 7)
        let moving = APNGFixture.animated(picture)
        still = try BuiltApp.asset(picture, to: folder)
        animated = try BuiltApp.asset(moving, to: folder)
        let pack = Pack(
            id: "cats", title: "Cats", titles: [:], size: .regular, icon: [],
            stickers: [
                BuiltApp.sticker("happy", picture, path: still, animation: nil),
                BuiltApp.sticker(
                    "sleepy", moving, path: animated, animation: Animation(frames: 2, duration: 200, loopCount: 0)
                ),
            ])
        let manifest = try Catalog(generator: "test", packs: [pack], rejected: []).json()
        try folder.write([UInt8](manifest), to: "\(BuiltApp.stickers)/catalog.json")
        try write(BuiltApp.appInfo, to: "\(BuiltApp.app)/Info.plist")
        try write(BuiltApp.extensionInfo, to: "\(BuiltApp.appex)/Info.plist")
        try folder.write("program", to: "\(BuiltApp.app)/Cats")
        try folder.write("program", to: "\(BuiltApp.appex)/Cats MessagesExtension")
        try folder.write("catalog", to: "\(BuiltApp.appex)/Assets.car")
    }

    static var appInfo: [String: Any] {
        [
            "CFBundleIdentifier": "com.example.cats", "CFBundlePackageType": "APPL", "CFBundleExecutable": "Cats",
            "CFBundleShortVersionString": "1.0", "CFBundleVersion": "7",
        ]
    }

    static var extensionInfo: [String: Any] {
        [
            "CFBundleIdentifier": "com.example.cats.MessagesExtension", "CFBundlePackageType": "XPC!",
            "CFBundleExecutable": "Cats MessagesExtension", "CFBundleShortVersionString": "1.0",
            "CFBundleVersion": "7", "MSMessagesExtensionStoreIconName": "iMessage App Icon",
            "CFBundleIcons": ["CFBundlePrimaryIcon": ["CFBundleIconName": "iMessage App Icon"]],
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.message-payload-provider",
                "NSExtensionPrincipalClass": "MessagesViewController",
            ],
        ]
    }

    /// Writes a binary property list, like build tools.
    func write(_ plist: [String: Any], to name: String) throws {
        let bytes = try PropertyListSerialization.data(fromPropertyList: plist, format: .binary, options: 0)
        try folder.write([UInt8](bytes), to: name)
    }

    /// Changes a value of the extension's Info.plist. Nil removes it.
    func set(_ key: String, _ value: Any?) throws {
        var plist = BuiltApp.extensionInfo
        plist[key] = value
        try write(plist, to: "\(BuiltApp.appex)/Info.plist")
    }

    /// The ids of the checks with findings.
    func found(_ name: String = app) throws -> Set<String> {
        Set(try Verifier.run(folder.file(name)).violations.map(\.check.id))
    }

    private static func asset(_ bytes: [UInt8], to folder: TemporaryFolder) throws -> String {
        let path = "assets/\(Digest.sha256(bytes)).png"
        try folder.write(bytes, to: "\(stickers)/\(path)")
        return path
    }

    private static func sticker(_ id: String, _ bytes: [UInt8], path: String, animation: Animation?) -> Sticker {
        let rendition = Rendition(
            scale: 3, path: path, name: "\(id)@3x.png", width: 408, height: 408, bytes: bytes.count,
            sha256: Digest.sha256(bytes), format: "png", colours: nil, fidelity: 1)
        return Sticker(
            id: id, label: "A \(id) cat", labels: [:], size: .regular,
            source: SourceArt(path: "\(id).png", sha256: "", bytes: 1, format: "png", width: 1, height: 1),
            animation: animation, renditions: [rendition], previews: [],
            fit: Fit(summary: "", gaveUp: "", attempts: []), findings: [], fingerprint: "", pixels: "")
    }
}

/// Creates PNG files with chunks that the encoders of the tests do not write.
enum APNGFixture {
    /// A PNG that declares two frames. The second frame equals the first.
    static func animated(_ png: [UInt8]) -> [UInt8] {
        inserting(
            chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), into: png)
    }

    /// The variant that Xcode creates for devices when it compresses a PNG.
    static func compressed(_ png: [UInt8]) -> [UInt8] {
        Array(png[..<8]) + chunk("CgBI", [0x50, 0, 0x20, 2]) + png[8...]
    }

    /// Inserts a chunk after the header.
    private static func inserting(_ chunk: [UInt8], into png: [UInt8]) -> [UInt8] {
        Array(png[..<33]) + chunk + png[33...]
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return bigEndian(data.count) + body + bigEndian(Int(Checksum.crc32(body, in: 0..<body.count)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

/// Creates ZIP archives of stored files or with false records.
struct ZipFixture {
    private(set) var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - packed: the bytes in the archive. If nil, the file is stored without compression.
    ///   - method: 0 for stored, 8 for deflate.
    ///   - size: the declared size of the file. If nil, the real size is declared.
    mutating func add(
        _ name: String, _ content: [UInt8], packed: [UInt8]? = nil, method: Int = 0, size: Int? = nil
    ) {
        let packed = packed ?? content
        let offset = bytes.count
        let fields =
            little(0, 2) + little(method, 2) + little(0, 4)
            + little(Int(Checksum.crc32(content, in: 0..<content.count)), 4) + little(packed.count, 4)
            + little(size ?? content.count, 4) + little(name.utf8.count, 2) + little(0, 2)
        bytes += little(0x0403_4B50, 4) + little(20, 2) + fields + Array(name.utf8) + packed
        directory +=
            little(0x0201_4B50, 4) + little(20, 2) + little(20, 2) + fields + little(0, 10) + little(offset, 4)
            + Array(name.utf8)
        count += 1
    }

    /// The bytes of the archive with its directory.
    func finished(comment: [UInt8] = []) -> [UInt8] {
        bytes + directory + little(0x0605_4B50, 4) + little(0, 4) + little(count, 2) + little(count, 2)
            + little(directory.count, 4) + little(bytes.count, 4) + little(comment.count, 2) + comment
    }

    /// Creates an archive of all files in a folder and its subfolders.
    ///
    /// - Parameter prefix: the path of the folder in the archive.
    static func archive(of folder: TemporaryFolder, at name: String, as prefix: String) throws -> ZipFixture {
        var archive = ZipFixture()
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.file(name)).sorted()
        for path in names {
            guard let data = try? Data(contentsOf: URL(filePath: folder.file("\(name)/\(path)"))) else { continue }
            archive.add("\(prefix)/\(path)", [UInt8](data))
        }
        return archive
    }

    private func little(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> (8 * $0) : 0) }
    }
}
