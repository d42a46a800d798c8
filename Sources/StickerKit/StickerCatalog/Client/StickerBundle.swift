import Foundation
import StickerManifest

/// The stickers that came with the app: `catalog.json` and `assets/`, as `stickerd export app` writes them.
struct StickerBundle: Sendable {
    let plan: StickerPlan
    /// Which manifest it is: another version of the app brings another one.
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
        // An app that names the root of its bundle finds the manifest there, and no file by its path.
        guard !plan.isFlattened(in: folder) else { throw CatalogError.flattened(folder.path) }
    }

    private static func hasManifest(_ folder: URL) -> Bool {
        guard let json = try? Data(contentsOf: folder.appendingPathComponent("catalog.json")) else { return false }
        return (try? Catalog(json: json)) != nil
    }

    /// Where a file is; nil when it is not in the bundle.
    func url(of file: StickerPlan.File) -> URL? {
        let url = folder.appendingPathComponent("assets").appendingPathComponent(file.name)
        return url.fileSize == file.bytes ? url : nil
    }
}

extension StickerPlan {
    /// Whether files are in a folder itself that belong into its `assets`.
    fileprivate func isFlattened(in folder: URL) -> Bool {
        guard !FileManager.default.fileExists(atPath: folder.appendingPathComponent("assets").path) else {
            return false
        }
        return wanted(at: .distantPast).contains { folder.appendingPathComponent($0.name).fileSize != nil }
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
