/// The checks of a built app or extension.
extension Check {
    static let packageType = Check(
        "package-type", .error, "A built bundle says what it is: APPL for an app, XPC! for an extension.",
        fix: "Set CFBundlePackageType in the Info.plist, or let the build tool set it.")
    static let executableMissing = Check(
        "executable-missing", .error,
        "A built bundle has the program that its Info.plist names; without it, a device does not install it.",
        fix: "Build again. In .NET for iOS, build on a Mac, not from Visual Studio on Windows.")
    static let assetsMissing = Check(
        "compiled-assets-missing", .error,
        "A built Messages extension has an Assets.car with its icons; else App Store Connect says ITMS-90649.",
        fix: "Add the asset catalog with the icon set to the extension, and build again.")
    static let storeIconName = Check(
        "store-icon-name", .error,
        "A built Messages extension names its icon for the store, MSMessagesExtensionStoreIconName; else App Store Connect says "
            + "ITMS-90642.",
        fix:
            "Fill the 1024x768 slot of the icon set, with \"platform\": \"ios\", and name the set as the extension's icon."
    )
    static let pictureChanged = Check(
        "picture-recompressed", .error,
        "A picture is in the bundle as stickerd published it; a build tool that compresses PNG files breaks animations, and the "
            + "hash in catalog.json.",
        fix: "Copy StickerAssets as a folder. In .NET for iOS, set OptimizePNGs to false.")
    static let animationLost = Check(
        "animation-lost", .error, "An animated sticker is animated in the bundle too.",
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
