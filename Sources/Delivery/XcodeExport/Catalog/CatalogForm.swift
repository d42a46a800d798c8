/// What kind of catalog a pack is put into.
package enum CatalogForm: String, Sendable, CaseIterable {
    /// `Stickers.xcstickers`, as sticker pack apps have it.
    case xcstickers
    /// `Stickers.xcassets`, as a sticker pack extension inside a host app has it.
    case xcassets

    /// The catalog's folder.
    package var folderName: String { "Stickers.\(rawValue)" }

    /// What Xcode's project calls the file type.
    package var fileType: String {
        switch self {
        case .xcstickers: "folder.stickers"
        case .xcassets: "folder.assetcatalog"
        }
    }

    /// The icon set's folder, which `ASSETCATALOG_COMPILER_APPICON_NAME` names without its ending.
    package static let iconSetName = "iMessage App Icon"
}
