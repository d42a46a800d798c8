/// The checks of a built app or extension.
extension Check {
    static let packageType = Check(
        "package-type", .error, "A built bundle has the package type APPL for an app, or XPC! for an extension.",
        fix: "Set CFBundlePackageType in the Info.plist, or let the build tool set it.")
    static let executableMissing = Check(
        "executable-missing", .error,
        "A built bundle contains the executable that its Info.plist specifies; a device does not install it otherwise.",
        fix: "Build again. In .NET for iOS, build on a Mac, not from Visual Studio on Windows.")
    static let assetsMissing = Check(
        "compiled-assets-missing", .error,
        "A built Messages extension has an Assets.car with its icons; App Store Connect reports ITMS-90649 otherwise.",
        fix: "Add the asset catalog with the icon set to the extension, and build again.")
    static let storeIconName = Check(
        "store-icon-name", .error,
        "A built Messages extension sets MSMessagesExtensionStoreIconName, its icon for the store; App Store Connect reports "
            + "ITMS-90642 otherwise.",
        fix:
            "Fill the 1024x768 slot of the icon set, with \"platform\": \"ios\", and set it as the extension's icon."
    )
    static let pictureChanged = Check(
        "picture-recompressed", .error,
        "A picture in the bundle is unchanged since stickerd published it; compressing PNG files breaks animations and the "
            + "hash in catalog.json.",
        fix: "Copy StickerAssets as a folder. In .NET for iOS, set OptimizePNGs to false.")
    static let animationLost = Check(
        "animation-lost", .error, "An animated sticker is also animated in the bundle.",
        fix: "Turn off the compression of PNG files in the build tool, and build again.")
    static let supportMissing = Check(
        "messages-support-missing", .warning,
        "An .ipa with a sticker pack has the folder MessagesApplicationExtensionSupport, which Xcode adds; without it, App Store "
            + "Connect has refused sticker packs as invalid.",
        fix: "Export the archive with Xcode, or with `xcodebuild -exportArchive`.")

    static let bundleChecks: [Check] = [
        .packageType, .executableMissing, .assetsMissing, .storeIconName, .pictureChanged, .animationLost,
        .supportMissing,
    ]
}
