import Foundation
import JobModel
import Publishing
import StickerManifest

/// The manifest that is published.
enum PublishedCatalog {
    /// - Parameter notice: called when there is one that cannot be read.
    /// - Returns: nil when there is none, or none that can be read.
    static func read(_ publisher: Publisher, notice: (String) -> Void) -> Catalog? {
        guard let json = publisher.folder.data(of: OutputNames.catalog) else { return nil }
        do {
            return try Catalog(json: json)
        } catch {
            notice("\(publisher.folder.absolute(OutputNames.catalog)): \(error) It is written again.")
            return nil
        }
    }
}
