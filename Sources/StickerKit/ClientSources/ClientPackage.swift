/// The client for apps as a separate Swift package: the sources of StickerCatalog and StickerManifest, which need only
/// Foundation. They are embedded in the program, so that it can write them wherever it is installed.
package enum ClientPackage {
    /// The first line of each file, by which a later export recognises the files of an earlier one.
    package static let header = "// Written by `stickerd export app`; the next export replaces it.\n"

    /// The folder's name, and the package's.
    package static let name = "StickerCatalog"

    /// The bytes of the package's files by path, relative to the package's folder.
    package static var files: [String: [UInt8]] {
        var files = sources.reduce(into: [:]) { files, source in
            files["\(sourceFolder)/\(source.key)"] = Array(header.utf8) + source.value
        }
        files["Package.swift"] = Array(manifest.utf8)
        files["LICENSE"] = PackageResources.LICENSE
        return files
    }

    /// The folder of the sources, relative to the package's folder.
    package static let sourceFolder = "Sources"

    private static let manifest = """
        // swift-tools-version: 6.1
        \(header)import PackageDescription

        let package = Package(
            name: "\(name)",
            platforms: [.macOS(.v15), .iOS(.v16)],
            products: [.library(name: "\(name)", targets: ["\(name)"])],
            targets: [
                .target(name: "StickerManifest"),
                .target(name: "\(name)", dependencies: ["StickerManifest"]),
            ],
            swiftLanguageModes: [.v6]
        )

        """

    /// The bytes of the sources by path below Sources/StickerKit. A test compares them with the files there.
    private static let sources: [String: [UInt8]] = [
        "StickerCatalog/Client/HTTPClient.swift": PackageResources.HTTPClient_swift,
        "StickerCatalog/Client/LanguageChoice.swift": PackageResources.LanguageChoice_swift,
        "StickerCatalog/Client/Locked.swift": PackageResources.Locked_swift,
        "StickerCatalog/Client/OwnStickers.swift": PackageResources.OwnStickers_swift,
        "StickerCatalog/Client/StickerBundle.swift": PackageResources.StickerBundle_swift,
        "StickerCatalog/Client/StickerCache.swift": PackageResources.StickerCache_swift,
        "StickerCatalog/Client/StickerLibrary.swift": PackageResources.StickerLibrary_swift,
        "StickerCatalog/Client/StickerPlan+parts.swift": PackageResources.StickerPlan_parts_swift,
        "StickerCatalog/Client/StickerPlan.swift": PackageResources.StickerPlan_swift,
        "StickerCatalog/Client/StickerSet.swift": PackageResources.StickerSet_swift,
        "StickerCatalog/Client/StickerSet+messages.swift": PackageResources.StickerSet_messages_swift,
        "StickerCatalog/Client/StickerSet+pieces.swift": PackageResources.StickerSet_pieces_swift,
        "StickerCatalog/Client/StickerStore.swift": PackageResources.StickerStore_swift,
        "StickerCatalog/Client/StickerUpdater.swift": PackageResources.StickerUpdater_swift,
        "StickerCatalog/Exports.swift": PackageResources.Exports_swift,
        "StickerCatalog/Integrity/ContentDigest.swift": PackageResources.ContentDigest_swift,
        "StickerCatalog/Integrity/SHA256Sum.swift": PackageResources.SHA256Sum_swift,
        "StickerCatalog/Interactive/MessageImage.swift": PackageResources.MessageImage_swift,
        "StickerCatalog/Interactive/MessageState.swift": PackageResources.MessageState_swift,
        "StickerCatalog/Interactive/MessageStateText.swift": PackageResources.MessageStateText_swift,
        "StickerCatalog/Interactive/MessageURL.swift": PackageResources.MessageURL_swift,
        "StickerCatalog/Messages/LoadedSticker.swift": PackageResources.LoadedSticker_swift,
        "StickerCatalog/Messages/MSConversation+stickers.swift": PackageResources.MSConversation_stickers_swift,
        "StickerCatalog/Messages/MSMessage+item.swift": PackageResources.MSMessage_item_swift,
        "StickerCatalog/Messages/MessageImage+rectangle.swift": PackageResources.MessageImage_rectangle_swift,
        "StickerCatalog/Messages/PackBar.swift": PackageResources.PackBar_swift,
        "StickerCatalog/Messages/PackPager.swift": PackageResources.PackPager_swift,
        "StickerCatalog/Messages/PictureLoader.swift": PackageResources.PictureLoader_swift,
        "StickerCatalog/Messages/StickerCollectionViewController.swift": PackageResources
            .StickerCollectionViewController_swift,
        "StickerCatalog/Messages/StickerGrid.swift": PackageResources.StickerGrid_swift,
        "StickerCatalog/Messages/StickerPackBrowser.swift": PackageResources.StickerPackBrowser_swift,
        "StickerCatalog/Messages/StickersViewController.swift": PackageResources.StickersViewController_swift,
        "StickerManifest/Availability.swift": PackageResources.Availability_swift,
        "StickerManifest/Catalog.swift": PackageResources.Catalog_swift,
        "StickerManifest/CatalogError.swift": PackageResources.CatalogError_swift,
        "StickerManifest/CatalogReader.swift": PackageResources.CatalogReader_swift,
        "StickerManifest/CatalogVerifier.swift": PackageResources.CatalogVerifier_swift,
        "StickerManifest/CompactText.swift": PackageResources.CompactText_swift,
        "StickerManifest/Finding.swift": PackageResources.Finding_swift,
        "StickerManifest/Fit.swift": PackageResources.Fit_swift,
        "StickerManifest/ListDifference.swift": PackageResources.ListDifference_swift,
        "StickerManifest/ManifestEncoding.swift": PackageResources.ManifestEncoding_swift,
        "StickerManifest/ManifestIndex.swift": PackageResources.ManifestIndex_swift,
        "StickerManifest/ManifestParts.swift": PackageResources.ManifestParts_swift,
        "StickerManifest/ManifestPrinter.swift": PackageResources.ManifestPrinter_swift,
        "StickerManifest/ManifestWriter.swift": PackageResources.ManifestWriter_swift,
        "StickerManifest/Message.swift": PackageResources.Message_swift,
        "StickerManifest/Pack.swift": PackageResources.Pack_swift,
        "StickerManifest/Piece.swift": PackageResources.Piece_swift,
        "StickerManifest/RejectedSource.swift": PackageResources.RejectedSource_swift,
        "StickerManifest/Rendition.swift": PackageResources.Rendition_swift,
        "StickerManifest/Review.swift": PackageResources.Review_swift,
        "StickerManifest/SharedValue.swift": PackageResources.SharedValue_swift,
        "StickerManifest/SizeTotal.swift": PackageResources.SizeTotal_swift,
        "StickerManifest/Sticker.swift": PackageResources.Sticker_swift,
        "StickerManifest/StickerFormat.swift": PackageResources.StickerFormat_swift,
        "StickerManifest/StickerStorage.swift": PackageResources.StickerStorage_swift,
    ]
}
