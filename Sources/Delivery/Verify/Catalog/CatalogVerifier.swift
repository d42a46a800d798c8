/// Checks an `.xcstickers` folder, or what is for stickers in an `.xcassets` folder.
struct CatalogVerifier {
    let view: FolderView
    let path: String
    /// Whether an app, and not only an extension, is made of the catalog: then it has the app's icons too. Nil where no
    /// project says it.
    var isApp: Bool?

    /// Whether anything for stickers is in the catalog.
    var hasStickers: Bool { path.hasSuffix(".xcstickers") || !packs.isEmpty || !iconSets.isEmpty }

    private var isForApp: Bool { isApp ?? path.hasSuffix(".xcstickers") }

    var packs: [String] { view.folders(ending: [".stickerpack"], below: path) }
    var iconSets: [String] { view.folders(ending: [".stickersiconset"], below: path) }

    func check(_ violations: inout [Violation]) {
        let packs = packs
        let iconSets = iconSets
        if packs.count > 1 {
            violations.append(
                Violation(
                    .severalPacks, path,
                    "The catalog has \(packs.count) packs: \(packs.map(\.lastComponent).joined(separator: ", "))."))
        }
        for pack in packs { PackVerifier(view: view, path: pack).check(&violations) }
        if iconSets.isEmpty, isForApp {
            violations.append(Violation(.iconSetMissing, path, "The catalog has no .stickersiconset."))
        }
        for set in iconSets {
            IconSetVerifier(view: view, path: set, isApp: isForApp).check(&violations)
        }
        for child in view.children(path) where child.hasSuffix(".sticker") || child.hasSuffix(".stickersequence") {
            violations.append(
                Violation(.unnamedFile, view.join(path, child), "The sticker lies outside a .stickerpack folder."))
        }
    }
}
