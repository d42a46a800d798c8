import Foundation
import JobModel
import StickerManifest
import TestSupport
import XcodeExport

/// A published pack with existing files.
struct SamplePack {
    let out: TemporaryFolder
    var id = "cats"
    var title = "Cats"
    var titles: [String: String] = [:]
    var size = StickerSize.regular
    var stickers: [Sticker] = []
    var icon: [IconRendition] = []

    /// - Parameter names: the ids of the stickers.
    init(_ names: [String] = ["happy-cat", "sad-cat"], id: String = "cats") throws {
        out = try TemporaryFolder()
        self.id = id
        for name in names { try add(name) }
        for slot in Set(StickersIconSlot.all.map { [$0.width, $0.height] }).sorted(by: { $0[0] < $1[0] }) {
            let (path, bytes) = try write("icon \(slot) of \(id)", ending: "png")
            icon.append(
                IconRendition(
                    path: path, name: "icon", width: slot[0], height: slot[1], bytes: bytes.count,
                    sha256: Digest.sha256(bytes)))
        }
    }

    mutating func add(_ id: String, format: String = "png", labels: [String: String] = [:]) throws {
        let (path, bytes) = try write("\(id) at @3x", ending: format == "apng" ? "png" : format)
        let rendition = Rendition(
            scale: 3, path: path, name: "\(id)@3x.png", width: 408, height: 408, bytes: bytes.count,
            sha256: Digest.sha256(bytes), format: format, colours: nil, fidelity: 1)
        stickers.append(
            Sticker(
                id: id, label: "The label of \(id)", labels: labels, size: size,
                source: SourceArt(path: "\(id).png", sha256: "", bytes: 1, format: "png", width: 1, height: 1),
                animation: nil, renditions: [rendition], previews: [], fit: Fit(summary: "", gaveUp: "", attempts: []),
                findings: [], fingerprint: "", pixels: ""))
    }

    /// Replaces the picture of a sticker with a different one.
    mutating func redraw(_ place: Int) throws {
        let (path, bytes) = try write("\(stickers[place].id) again", ending: "png")
        stickers[place].renditions[0].path = path
        stickers[place].renditions[0].sha256 = Digest.sha256(bytes)
    }

    private func write(_ text: String, ending: String) throws -> (String, [UInt8]) {
        let bytes = Array(text.utf8)
        let path = "assets/\(Digest.sha256(bytes)).\(ending)"
        try out.write(bytes, to: path)
        return (path, bytes)
    }

    var input: PackInput {
        PackInput(
            pack: Pack(id: id, title: title, titles: titles, size: size, icon: icon, stickers: stickers),
            assetFolder: out.path)
    }

    /// Exports the pack alone.
    @discardableResult
    func export(
        to folder: TemporaryFolder, form: CatalogForm = .xcstickers, catalog: String? = nil, replacing: Bool = false
    ) throws -> ExportOutcome {
        try XcodeExport(
            folder: folder.path, form: form, catalogName: catalog, replacesOthers: replacing,
            removesStale: catalog == nil
        ).run([input])
    }
}
