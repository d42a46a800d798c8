import Foundation
import StickerManifest

/// The stickers that came with the app: `catalog.json` and `assets/`, as `stickerd export app` writes them.
struct StickerBundle: Sendable {
    let plan: StickerPlan
    /// Which manifest it is: another version of the app brings another one.
    let sha256: String
    private let folder: URL

    /// - Throws: `CatalogError` when there is no manifest in the folder, or none that can be read.
    init(_ folder: URL) throws {
        self.folder = folder
        let json: Data
        do {
            json = try Data(contentsOf: folder.appendingPathComponent("catalog.json"))
        } catch {
            throw CatalogError.notACatalog(
                "catalog.json cannot be read in \(folder.path): \(error.localizedDescription)")
        }
        plan = try StickerPlan(Catalog(json: json))
        sha256 = ContentDigest.sha256(json)
    }

    /// Where a file is; nil when it is not in the bundle.
    func url(of file: StickerPlan.File) -> URL? {
        let url = folder.appendingPathComponent("assets").appendingPathComponent(file.name)
        return url.fileSize == file.bytes ? url : nil
    }
}

extension URL {
    /// Bytes of a regular file; nil when there is none.
    var fileSize: Int? {
        // Not `resourceValues`, which remembers what it saw first.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
        return (attributes?[.size] as? NSNumber)?.intValue
    }
}
