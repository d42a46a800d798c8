import Foundation
import JobModel
import Publishing
import StickerManifest

/// The manifest that is published.
enum PublishedCatalog {
    /// - Parameter notice: called with what of it cannot be read; the rest is used.
    /// - Returns: nil when there is none, or none that can be read.
    static func read(_ publisher: Publisher, notice: (String) -> Void) -> Catalog? {
        let folder = publisher.folder
        do {
            let found = try folder.manifest.intactCatalog()
            for fault in found?.faults ?? [] {
                notice("\(folder.absolute(OutputNames.catalog)): \(fault). It is written again.")
            }
            return found?.catalog
        } catch {
            notice("\(folder.absolute(OutputNames.catalog)): \(error) It is written again.")
            return nil
        }
    }
}
