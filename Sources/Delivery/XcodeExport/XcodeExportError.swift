/// The reason why an export for Xcode is impossible.
package enum XcodeExportError: Error, Equatable, CustomStringConvertible {
    /// A `Contents.json` is not JSON.
    case notContents(path: String)
    /// An item with the name exists, and stickerd did not make it.
    case notOurs(path: String)
    /// A catalog contains more packs than Xcode accepts.
    case severalPacks(catalog: String, names: [String])
    /// A published file is missing or differs from its hash in the manifest.
    case damagedAsset(path: String)
    /// The record of earlier exports cannot be read.
    case unreadableRecord(path: String)
    /// An option cannot be used. The text describes the option and the fix.
    case unusable(String)

    /// The exit status of a command that ends with this error: 2 for wrong usage, 3 for files that prevent the export.
    package var exitStatus: Int32 {
        if case .unusable = self { 2 } else { 3 }
    }

    package var description: String {
        switch self {
        case .notContents(let path):
            "\(path): this file is not JSON that Xcode can read. Restore the file, or remove it and export again."
        case .notOurs(let path):
            "\(path): this file exists and was not made by stickerd, so nothing was written. Rename or remove it, or "
                + "run again with --replace to overwrite it."
        case .severalPacks(let catalog, let names):
            "\(catalog): the catalog contains \(names.count) packs (\(names.joined(separator: ", "))), but Xcode "
                + "allows one pack per extension. Remove all but one, or export to another folder."
        case .damagedAsset(let path):
            "\(path): this published file is missing or differs from the manifest. Run `stickerd build`, then export "
                + "again."
        case .unreadableRecord(let path):
            "\(path): this record of the exported files cannot be read. Restore it, or remove it and run again with "
                + "--replace."
        case .unusable(let text):
            text
        }
    }
}
