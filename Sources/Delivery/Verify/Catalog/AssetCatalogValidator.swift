import XcodeExport

/// Checks an `.xcstickers` folder, or the sticker items of an `.xcassets` folder.
struct AssetCatalogValidator {
    let view: FolderView
    let path: String
    /// The targets' use of the catalog. Nil without a project.
    var use: CatalogUse?

    /// Whether the catalog contains items for stickers.
    var hasStickers: Bool { path.hasSuffix(".xcstickers") || !packs.isEmpty || !iconSets.isEmpty }

    /// Whether an app is built from the catalog, which then also needs the icons of an app. False if only an
    /// extension is built from it.
    private var isForApp: Bool { use?.isApp ?? path.hasSuffix(".xcstickers") }

    var packs: [String] { view.folders(ending: [".stickerpack"], below: path) }
    var iconSets: [String] { view.folders(ending: [".stickersiconset"], below: path) }

    /// Whether another catalog of the same products contains the icons.
    private var othersHaveIcons: Bool {
        (use?.catalogs ?? []).contains { !view.folders(ending: [".stickersiconset"], below: $0).isEmpty }
    }

    func check(_ violations: inout [Violation]) {
        let packs = packs
        let iconSets = iconSets
        if packs.count > 1 {
            violations.append(
                Violation(
                    .severalPacks, path,
                    "The catalog has \(packs.count) packs: \(packs.map(\.lastComponent).joined(separator: ", "))."))
        }
        for pack in packs { PackValidator(view: view, path: pack).check(&violations) }
        if iconSets.isEmpty, isForApp, !othersHaveIcons {
            violations.append(Violation(.iconSetMissing, path, "The catalog lacks a .stickersiconset."))
        }
        for set in iconSets {
            IconSetValidator(view: view, path: set, isApp: isForApp, use: use).check(&violations)
        }
        for child in view.children(path) where child.hasSuffix(".sticker") || child.hasSuffix(".stickersequence") {
            violations.append(
                Violation(.unnamedFile, view.join(path, child), "The sticker is outside of a .stickerpack folder."))
        }
    }
}

/// Reads a `Contents.json`, and checks the keys that are common to all of these files.
enum ContentsFile {
    static func read(_ path: String, in view: FolderView, _ violations: inout [Violation]) -> ContentsValue? {
        guard let bytes = view.read(path) else {
            violations.append(
                view.exists(path)
                    ? Violation(.unreadableFile, path, "Contents.json is not readable: \(view.absence(of: path)).")
                    : Violation(.missingFile, path, "The folder lacks a Contents.json."))
            return nil
        }
        guard let value = try? ContentsValue(json: bytes, path: path), value.isObject else {
            violations.append(Violation(.unreadableFile, path, "This file is not JSON that Xcode can read."))
            return nil
        }
        if value["info"]?["version"]?.number != 1 {
            violations.append(
                Violation(
                    .unknownKey, path, "\"info\" lacks \"version\" 1.", fix: "Set \"version\" in \"info\" to 1."))
        }
        return value
    }

    /// - Parameters:
    ///   - keys: the allowed top-level keys.
    ///   - properties: the allowed keys below `properties`.
    static func checkKeys(
        _ value: ContentsValue, path: String, keys: Set<String>, properties: Set<String>,
        _ violations: inout [Violation]
    ) {
        let unknown = value.keys.subtracting(keys).union((value["properties"]?.keys ?? []).subtracting(properties))
        for key in unknown.sorted() {
            violations.append(Violation(.unknownKey, path, "\"\(key)\" is not a key that Xcode supports here."))
        }
    }
}

extension ContentsValue {
    /// The keys of an object. Empty for all other values.
    var keys: Set<String> {
        if case .object(let members) = self { Set(members.keys) } else { [] }
    }
}
