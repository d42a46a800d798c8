/// Checks a built Messages extension: its Info.plist, its icons and its stickers.
struct BuiltExtensionValidator {
    let bundle: BuiltBundle

    private static let compiledCatalog = "Assets.car"
    private static let storeIconKey = "MSMessagesExtensionStoreIconName"

    private var files: any BundleFiles { bundle.files }

    /// Whether it is a sticker pack without code.
    private var isStickerPack: Bool { bundle.plist["LSApplicationIsStickerProvider"] != nil }

    func check(_ violations: inout [Violation]) {
        bundle.checkIdentity(packageType: "XPC!", &violations)
        let info = MessagesInfoPlist(plist: bundle.plist, path: bundle.plistPath)
        info.checkPoint(&violations)
        info.checkContexts(&violations)
        info.checkSharing(&violations)
        checkIcons(&violations)
        let nested = bundle.extensions + frameworks
        if !nested.isEmpty {
            violations.append(
                Violation(
                    .nestedBundles, bundle.path,
                    "\(bundle.name) contains \(nested.map(\.lastComponent).joined(separator: ", "))."))
        }
        let packs = files.children(bundle.resources).filter { $0.hasSuffix(".stickerpack") }
            .map { files.join(bundle.resources, $0) }
        if isStickerPack, packs.isEmpty {
            violations.append(
                Violation(
                    .catalogNotBuilt, bundle.path, "\(bundle.name) is a sticker pack, but has no .stickerpack folder."))
        }
        if packs.count > 1 {
            violations.append(
                Violation(
                    .severalPacks, bundle.path,
                    "\(bundle.name) has \(packs.count) packs: \(packs.map(\.lastComponent).joined(separator: ", "))."))
        }
        for pack in packs { BuiltPackValidator(files: files, path: pack).check(&violations) }
        BuiltStickersValidator(files: files, folder: bundle.resources).check(&violations)
    }

    private var frameworks: [String] {
        let folder = files.join(bundle.path, "Frameworks")
        return files.children(folder).filter { $0.hasSuffix(".framework") }.map { files.join(folder, $0) }
    }

    /// Checks that the Info.plist lists an icon for each place in Messages. Applies only if the Info.plist lists icon
    /// files. iPad icons have a separate key.
    private func checkIconFiles(_ violations: inout [Violation]) {
        for (key, sizes) in [
            ("CFBundleIcons", ["27x20", "32x24", "60x45"]), ("CFBundleIcons~ipad", ["67x50", "74x55"]),
        ] {
            let names = bundle.plist[key]?["CFBundlePrimaryIcon"]?["CFBundleIconFiles"]?.texts ?? []
            let missing = sizes.filter { size in !names.contains { $0.hasSuffix(size) } }
            guard !names.isEmpty, !missing.isEmpty else { continue }
            violations.append(
                Violation(
                    .iconSlotMissing, bundle.plistPath,
                    "\(key) lists \(names.count) \(names.count == 1 ? "file" : "files"), but none for "
                        + "\(missing.joined(separator: " and "))."))
        }
    }

    private func checkIcons(_ violations: inout [Violation]) {
        let catalog = files.join(bundle.resources, BuiltExtensionValidator.compiledCatalog)
        if (files.size(catalog) ?? 0) == 0 {
            violations.append(Violation(.assetsMissing, bundle.path, "\(bundle.name) has no Assets.car."))
        }
        if !bundle.namesIcons {
            violations.append(
                Violation(
                    .iconName, bundle.plistPath, "The Info.plist of \(bundle.name) sets no icon.",
                    fix:
                        "Set the icon set of the extension: ASSETCATALOG_COMPILER_APPICON_NAME in Xcode, "
                        + "XSAppIconAssets in .NET."
                ))
        }
        checkIconFiles(&violations)
        if bundle.plist[BuiltExtensionValidator.storeIconKey]?.text?.isEmpty ?? true {
            violations.append(
                Violation(
                    .storeIconName, bundle.plistPath,
                    "The Info.plist of \(bundle.name) lacks \(BuiltExtensionValidator.storeIconKey)."))
        }
    }
}
