import Foundation
import StickerManifest

/// The stickers in the app: `catalog.json` and `assets/` from `stickerd export app`.
struct StickerBundle: Sendable {
    let plan: StickerPlan
    /// SHA-256 of the manifest. Another version of the app may have another manifest.
    let sha256: String
    private let folder: URL

    /// - Throws: `CatalogError` if the folder lacks a readable manifest; `.flattened` if the files of the folder are at
    ///   the root of the bundle.
    init(_ folder: URL) throws {
        self.folder = folder
        let json: Data
        do {
            json = try Data(contentsOf: folder.appendingPathComponent("catalog.json"))
        } catch {
            let parent = folder.deletingLastPathComponent()
            guard !StickerBundle.hasManifest(parent) else { throw CatalogError.flattened(parent.path) }
            throw CatalogError.notACatalog(
                "catalog.json cannot be read in \(folder.path): \(error.localizedDescription)")
        }
        plan = try StickerPlan(Catalog(json: json))
        sha256 = ContentDigest.sha256(json)
        // If Xcode copied the files one by one, the folder contains the manifest, but the stickers are not in `assets`.
        guard !plan.isFlattened(in: folder) else { throw CatalogError.flattened(folder.path) }
    }

    private static func hasManifest(_ folder: URL) -> Bool {
        guard let json = try? Data(contentsOf: folder.appendingPathComponent("catalog.json")) else { return false }
        return (try? Catalog(json: json)) != nil
    }

    /// The URL of a file. Nil if it is not in the bundle.
    func url(of file: StickerPlan.File) -> URL? {
        let url = folder.appendingPathComponent("assets").appendingPathComponent(file.name)
        return url.fileSize == file.bytes ? url : nil
    }
}

extension StickerPlan {
    /// Whether files that should be in `assets` are in the folder itself.
    fileprivate func isFlattened(in folder: URL) -> Bool {
        guard !FileManager.default.fileExists(atPath: folder.appendingPathComponent("assets").path) else {
            return false
        }
        return wanted(at: .distantPast).contains { folder.appendingPathComponent($0.name).fileSize != nil }
    }
}

extension URL {
    /// The size of a regular file in bytes. Nil if there is none.
    var fileSize: Int? {
        // Not `resourceValues`, which caches the first result.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
        return (attributes?[.size] as? NSNumber)?.intValue
    }
}
