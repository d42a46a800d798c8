/// The reason why a manifest could not be read, or a newer set of stickers could not be loaded.
public enum CatalogError: Error, Equatable, CustomStringConvertible {
    case notACatalog(String)
    case unknownSchemaVersion(Int)
    /// Xcode copied the files of StickerAssets one by one to this folder, instead of the folder itself.
    case flattened(String)
    /// The manifest is not signed, or none of its keys is trusted.
    case wrongSignature
    /// A text is not a public key.
    case badKey(String)
    /// The server cannot be reached, or the connection broke.
    case unreachable(String)
    /// The server answered with this HTTP status.
    case refused(status: Int, path: String)
    /// A downloaded file differs from its hash in the manifest.
    case damaged(String)
    /// The cache cannot be written.
    case cache(String)
    /// The server offers an older manifest than the one that this device has.
    case outdated(String)

    public var description: String {
        switch self {
        case .notACatalog(let detail):
            "This is not a sticker catalog that stickerd wrote (\(detail)). Run `stickerd build` to write it again."
        case .unknownSchemaVersion(let version):
            "The catalog has schema version \(version), but this library reads only the versions "
                + "\(Catalog.currentSchemaVersion) and \(ManifestIndex.schemaVersion). Update the app's StickerCatalog, or build "
                + "the catalog with the matching stickerd."
        case .flattened(let folder):
            "The files of StickerAssets were copied one by one to \(folder). Select StickerAssets in Xcode, turn off “Build "
                + "Folder Contents” in the File Inspector, and build again. In an older Xcode, add it as a folder reference."
        case .wrongSignature:
            "The catalog is not signed by a key that this app trusts. Serve it with the key whose public part is in "
                + "the app: `stickerd serve --sign-with KEY`."
        case .badKey(let text):
            "\"\(text)\" is not a public key. Give the line that `stickerd keygen` printed."
        case .unreachable(let detail):
            "The sticker server cannot be reached (\(detail)). The downloaded stickers are kept; try again later."
        case .refused(let status, let path):
            "The stickers' server answered \(status) for \(path). The existing stickers are kept; try again later."
        case .damaged(let path):
            "\(path) differs from the catalog: it was damaged during the download or on the server. Run `stickerd "
                + "audit` there."
        case .outdated(let path):
            "The server offers an older manifest for \(path) than before. The existing stickers are kept. If the "
                + "server was set up again, restore its state folder, or correct its clock."
        case .cache(let detail):
            "The stickers' cache cannot be written (\(detail)). Free some space."
        }
    }
}
