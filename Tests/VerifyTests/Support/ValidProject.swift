import Deflate
import Foundation
import JobModel
import PNG
import Pixels
import StickerManifest
import TestSupport
import Verify
import XcodeExport

/// A published pack with real pictures, exported with a project. The export is valid.
struct ValidProject {
    static let catalog = "cats/Stickers.xcstickers"
    static let pack = "cats/Stickers.xcstickers/cats.stickerpack"
    static let icons = "cats/Stickers.xcstickers/iMessage App Icon.stickersiconset"
    static let project = "Stickers.xcodeproj/project.pbxproj"

    let out: TemporaryFolder
    let folder: TemporaryFolder

    init() throws {
        out = try TemporaryFolder()
        folder = try TemporaryFolder()
        var stickers: [Sticker] = []
        for (place, id) in ["happy", "sad", "sleepy"].enumerated() {
            let (path, bytes) = try ValidProject.write(408, 408, shade: UInt8(place * 60), to: out)
            let rendition = Rendition(
                scale: 3, path: path, name: "\(id)@3x.png", width: 408, height: 408, bytes: bytes.count,
                sha256: Digest.sha256(bytes), format: "png", colours: nil, fidelity: 1)
            stickers.append(
                Sticker(
                    id: id, label: "A \(id) cat", labels: ["de": "Katze \(place)"], size: .regular,
                    source: SourceArt(path: "\(id).png", sha256: "", bytes: 1, format: "png", width: 1, height: 1),
                    animation: nil, renditions: [rendition], previews: [],
                    fit: Fit(summary: "", gaveUp: "", attempts: []), findings: [], fingerprint: "", pixels: ""))
        }
        let icon = try Set(StickersIconSlot.all.map { [$0.width, $0.height] }).sorted { $0[0] < $1[0] }.map { size in
            let (path, bytes) = try ValidProject.write(size[0], size[1], shade: 9, to: out)
            return IconRendition(
                path: path, name: "icon", width: size[0], height: size[1], bytes: bytes.count,
                sha256: Digest.sha256(bytes))
        }
        let pack = Pack(
            id: "cats", title: "Cats", titles: ["de": "Katzen"], size: .regular, icon: icon, stickers: stickers)
        let manifest = try Catalog(generator: "test", packs: [pack], rejected: []).json()
        try out.write([UInt8](manifest), to: "catalog.json")
        var material = PackInput(pack: pack, assetFolder: out.path)
        material.animations["sleepy"] = FrameAnimation(
            frames: [0, 1].map { out.file(stickers[$0].renditions[0].path) }, frameMilliseconds: 250, repetitions: 0)
        _ = try XcodeExport(
            folder: folder.path,
            project: ProjectSettings(name: "Stickers", bundlePrefix: "com.example.stickers", team: "ABCDE12345")
        ).run([material])
    }

    /// The ids of the checks with findings.
    func found() throws -> Set<String> {
        Set(try Verifier.run(folder.path).violations.map(\.check.id))
    }

    /// Replaces text in a file.
    func edit(_ name: String, _ old: String, _ new: String) throws {
        try folder.edit(name, old, new)
    }

    static func picture(_ width: Int, _ height: Int, shade: UInt8, corner: UInt8 = 255) throws -> [UInt8] {
        var image = RGBAImage(
            width: width, height: height, filledWith: RGBAColour(red: shade, green: 120, blue: 80, alpha: 255))
        image.bytes[3] = corner
        return try corner == 255
            ? PNGEncoder.encodeOpaque(image, level: .fast) : PNGEncoder.encode(image, level: .fast)
    }

    private static func write(
        _ width: Int, _ height: Int, shade: UInt8, to out: TemporaryFolder
    ) throws -> (String, [UInt8]) {
        let bytes = try picture(width, height, shade: shade)
        let path = "assets/\(Digest.sha256(bytes)).png"
        try out.write(bytes, to: path)
        return (path, bytes)
    }
}
