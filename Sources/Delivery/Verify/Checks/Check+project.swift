extension Check {
    static let danglingReference = Check(
        "dangling-reference", .error, "Every object to which a project refers exists in it.",
        fix: "Remove the reference, or restore the project file.")
    static let bundleIdentifier = Check(
        "bundle-identifier", .error,
        "Every target has a bundle identifier of letters, digits, hyphens and dots, and no two are the same.",
        fix: "Set PRODUCT_BUNDLE_IDENTIFIER in the target's build settings.")
    static let bundleIdentifierPrefix = Check(
        "bundle-identifier-prefix", .error,
        "An extension's bundle identifier begins with its app's and a dot; Xcode reports “Embedded binary's bundle identifier is not "
            + "prefixed with the parent app's bundle identifier” otherwise.",
        fix: "Set it to the app's identifier, a dot and a name.")
    static let bundleIdentifierParts = Check(
        "bundle-identifier-parts", .error,
        "An extension's bundle identifier has exactly one part more than its app's; App Store Connect refuses it otherwise with "
            + "error 90347, “not contain more than one period after the application's bundle ID”.",
        fix: "Set it to the app's identifier, a dot and a name without dots.")
    static let versionsDiffer = Check(
        "versions-differ", .warning,
        "An app and its extension have the same version and build number; App Store Connect warns with ITMS-90473 otherwise.",
        fix: "Set MARKETING_VERSION and CURRENT_PROJECT_VERSION once, for the whole project.")
    static let notEmbedded = Check(
        "not-embedded", .error,
        "An app has the Messages extension in its PlugIns folder, by a phase that copies it there.",
        fix:
            "Add the extension under “Frameworks, Libraries, and Embedded Content”, or as a Copy Files phase to PlugIns."
    )
    static let notDependent = Check(
        "not-dependent", .warning, "An app depends on the extension that it embeds, so that Xcode builds it first.",
        fix: "Add the extension under Target Dependencies.")
    static let severalExtensions = Check(
        "several-extensions", .error,
        "An app embeds one Messages extension at most, sticker pack or iMessage app; iOS does not install it otherwise: “Multiple "
            + "message payload provider extensions found in app but only one is allowed”.",
        fix: "Put each pack into a separate app, or all packs into one iMessage app with a browser.")
    static let productType = Check(
        "product-type", .error,
        "A Messages extension has a product type of Messages. With another type, the asset compiler leaves out its "
            + "icons and stickers, and App Store Connect reports ITMS-90649.",
        fix: "Set productType to com.apple.product-type.app-extension.messages, or …messages-sticker-pack without code."
    )
    static let phaseNotAllowed = Check(
        "phase-not-allowed", .error,
        "A sticker pack extension contains no code, so it must not have a Sources phase or link frameworks.",
        fix: "Remove the phase.")
    static let nestedBundles = Check(
        "nested-bundles", .error,
        "An extension embeds no other bundle; App Store Connect reports ITMS-90205 or ITMS-90206 otherwise.",
        fix: "Embed frameworks in the app, not in the extension.")
    static let catalogNotBuilt = Check(
        "catalog-not-built", .error, "The Resources phase of a sticker pack extension has a catalog with a pack.",
        fix: "Add the catalog to the target.")
    static let catalogNotUsed = Check(
        "catalog-not-used", .warning,
        "A catalog with stickers is built by a target; errors in a catalog that no target builds are warnings.",
        fix: "Add the catalog to a target, or remove it.")
    static let stickersFlattened = Check(
        "stickers-flattened", .error,
        "StickerAssets is copied to the bundle as a folder; otherwise Xcode copies its files one by one to the root of "
            + "the bundle, and compresses PNG files, which breaks animations and changes hashes.",
        fix: "Select the folder in Xcode and turn off “Build Folder Contents” in the File Inspector.")
    static let iconName = Check(
        "icon-name", .error,
        "ASSETCATALOG_COMPILER_APPICON_NAME is the name of an icon set in the target's catalogs; Xcode reports “None of the input catalogs "
            + "contained a matching stickers icon set” otherwise.",
        fix: "Set it to the name of the .stickersiconset folder.")
    static let extensionPoint = Check(
        "extension-point", .error,
        "A sticker extension's Info.plist has NSExtension with the point com.apple.message-payload-provider and a principal "
            + "class or storyboard.",
        fix: "Set NSExtensionPointIdentifier to com.apple.message-payload-provider and NSExtensionPrincipalClass to "
            + "StickerBrowserViewController.")
    static let presentationContexts = Check(
        "presentation-contexts", .warning,
        "MSSupportedPresentationContexts is at the top level of the Info.plist, and contains only contexts that "
            + "Messages supports.",
        fix: "List MSMessagesAppPresentationContextMessages, MSMessagesAppPresentationContextMedia or both there.")
    static let sharingLevel = Check(
        "sharing-level", .warning, "NSStickerSharingLevel is OS or Messages, and is written to the Info.plist.",
        fix: "Set it to OS to offer the stickers in every app.")
    static let privacyManifest = Check(
        "privacy-manifest-missing", .warning,
        "An extension that uses a required reason API has a privacy manifest; App Store Connect reports ITMS-91053 otherwise.",
        fix: "Add a PrivacyInfo.xcprivacy that lists the API and the reason to the extension's resources.")
    static let exportCompliance = Check(
        "export-compliance", .warning,
        "An app without code declares that it uses no encryption; otherwise, every upload has the status “Missing Compliance”.",
        fix: "Set INFOPLIST_KEY_ITSAppUsesNonExemptEncryption to NO for the app.")
    static let developmentLanguage = Check(
        "development-language", .warning,
        "An app with names in other languages also has names in the development language, because the App Store "
            + "lists the languages that have a folder.",
        fix: "Add InfoPlist.strings in the development language too.")
    static let skipInstall = Check(
        "skip-install", .warning, "An extension is not installed separately: SKIP_INSTALL is YES.",
        fix: "Set SKIP_INSTALL to YES for the extension.")
    static let noTeam = Check(
        "no-team", .warning, "Targets have a development team; without one Xcode cannot sign them for a device.",
        fix: "Choose a team under Signing & Capabilities, or export with --team.")
    static let digestDiffers = Check(
        "digest-differs", .error, "A published file has the SHA-256 and the size that are in the manifest.",
        fix: "Run `stickerd build` to publish it again.")
    static let manifestDiffers = Check(
        "manifest-differs", .error, "A published picture has the format and the pixel size that are in the manifest.",
        fix: "Run `stickerd build` to publish it again.")
    static let pathLeavesTree = Check(
        "path-leaves-tree", .error, "The manifest contains no path outside of its folder.",
        fix: "Run `stickerd build` to write the manifest again.")
}

extension Check {
    /// All checks, in the order of the documentation.
    package static let all: [Check] =
        [
            .missingFile, .nameCase, .unnamedFile, .unreadableFile, .fileSize, .notAnImage, .heicSticker, .wrongEnding,
            .stickerSize, .gridSize,
            .labelMissing, .labelRepeated, .labelLength, .severalPacks, .packWithoutContents, .gridSizeValue,
            .unknownKey,
            .listedTwice, .emptyPack, .emptyFrame, .noFrames, .frameSizes, .frameFormat, .sequenceTiming,
            .iconSetMissing,
            .iconSetEmpty, .iconSlotMissing, .iconPixels, .iconUnknownSlot, .iconUnassigned, .iconTransparent,
            .iconAlphaChannel, .danglingReference, .bundleIdentifier, .bundleIdentifierPrefix, .bundleIdentifierParts,
            .versionsDiffer,
            .notEmbedded, .notDependent, .severalExtensions, .productType, .phaseNotAllowed, .nestedBundles,
            .catalogNotBuilt, .catalogNotUsed, .stickersFlattened, .iconName, .extensionPoint, .presentationContexts,
            .sharingLevel,
            .privacyManifest, .exportCompliance, .developmentLanguage, .skipInstall, .noTeam, .digestDiffers,
            .manifestDiffers, .pathLeavesTree,
        ] + bundleChecks + dotNetChecks
}
