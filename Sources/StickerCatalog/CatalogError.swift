/// Why a manifest could not be read.
public enum CatalogError: Error, Equatable, CustomStringConvertible {
    case notACatalog(String)
    case unknownSchemaVersion(Int)

    public var description: String {
        switch self {
        case .notACatalog(let detail):
            "This is not a sticker catalog that stickerd wrote (\(detail)). Run `stickerd build` to write it anew."
        case .unknownSchemaVersion(let version):
            "The catalog has schema version \(version), and this library reads version "
                + "\(Catalog.currentSchemaVersion). Update the app's StickerCatalog, or build the catalog with the "
                + "matching stickerd."
        }
    }
}
