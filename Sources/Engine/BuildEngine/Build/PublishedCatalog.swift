import Foundation
import JobModel
import Publishing
import StickerManifest

/// Reads the published manifest with its stickers in compact form.
package enum PublishedCatalog {
    /// - Parameters:
    ///   - known: a catalog that was read before. Its packs are reused if they have not changed.
    ///   - notice: called with a message about each unreadable part. The other parts are used.
    /// - Returns: nil if the manifest is missing or unreadable.
    package static func read(_ publisher: Publisher, after known: Catalog? = nil, notice: (String) -> Void) -> Catalog?
    {
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
            notice("\(folder.absolute(OutputNames.catalog)): \(error) stickerd writes it again.")
            return nil
        }
    }
}
