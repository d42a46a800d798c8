import Foundation
import JobModel
import Publishing
import StickerManifest

/// The manifest that is published, with its stickers in few bytes.
enum PublishedCatalog {
    /// - Parameters:
    /// - known: a catalog that was read before. Its equal packs are reused.
    /// - notice: called with parts that cannot be read. The rest is used.
    /// - Returns: nil without a readable manifest.
    static func read(_ publisher: Publisher, after known: Catalog? = nil, notice: (String) -> Void) -> Catalog? {
        let folder = publisher.folder
        do {
            var manifest = folder.manifest
            manifest.isCompact = true
            let found = try manifest.intactCatalog(after: known?.origin.encoding)
            for fault in found?.faults ?? [] {
                notice("\(folder.absolute(OutputNames.catalog)): \(fault). stickerd writes it again.")
            }
            return found?.catalog
        } catch {
            notice("\(folder.absolute(OutputNames.catalog)): \(error) It is written again.")
            return nil
        }
    }
}
