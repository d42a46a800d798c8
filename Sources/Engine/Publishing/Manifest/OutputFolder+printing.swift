import Foundation
import StickerManifest

extension OutputFolder {
    /// Prints the published manifest as one JSON document of schema version 1, pack by pack.
    ///
    /// - Parameters:
    ///   - apps: whether only the data for apps is printed.
    ///   - output: receives the text in pieces.
    /// - Returns: false if nothing is published.
    /// - Throws: `CatalogError`; the errors of `output`.
    package func printManifest(apps: Bool, to output: @escaping (Data) throws -> Void) throws -> Bool {
        // Printed text cannot be withdrawn, so a manifest that is replaced during printing is an error.
        var hasBegun = false
        let isThere = try manifest.read { _, document -> Bool in
            do {
                try printManifest(document, apps: apps) { text in
                    hasBegun = true
                    try output(text)
                }
            } catch let missing as CatalogReader.MissingPart where hasBegun {
                throw CatalogError.notACatalog(
                    "\(missing.path) is missing: it was replaced while it was printed, so print it again")
            }
            return true
        }
        return isThere ?? false
    }

    private func printManifest(
        _ document: ManifestDocument, apps: Bool, to output: @escaping (Data) throws -> Void
    ) throws {
        func shown(_ catalog: Catalog) -> Catalog { apps ? catalog.delivered : catalog }
        guard case .index(let index) = document else {
            guard case .flat(let catalog) = document else { return }
            return try output(shown(catalog).json())
        }
        let frame = shown(try manifest.catalogWithoutPacks(of: index))
        var printer = try ManifestPrinter(frame, output: output)
        try manifest.eachPack(of: document) { pack in
            for pack in shown(pack.catalog).packs { try printer.add(pack) }
        }
        try printer.finish(frame)
    }
}
