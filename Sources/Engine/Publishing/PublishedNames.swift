import JobModel
import StickerManifest

/// Names for people and the assets behind them, pack by pack: two publications are compared without a look at the packs
/// that they share.
package struct PublishedNames: Sendable {
    /// By the pack's id: assets by name, both relative to the output folder.
    private var packs: [String: [String: String]] = [:]
    private var references = AssetReferences()

    /// - Parameter names: of everything, where nobody asks for the packs.
    package init(_ names: [String: String]) {
        set(names, of: "")
    }

    package init(_ catalog: Catalog) {
        for (id, names) in catalog.namesByPack { set(names, of: id) }
    }

    /// Takes over the names of some packs; the others stay.
    ///
    /// - Parameters:
    ///   - ids: the packs' ids.
    ///   - catalog: a manifest of these packs alone; what it does not name has no name any more.
    package mutating func replace(_ ids: Set<String>, by catalog: Catalog) {
        let news = catalog.namesByPack
        for id in ids.union(news.keys) where packs[id] ?? [:] != news[id] ?? [:] { set(news[id] ?? [:], of: id) }
    }

    private mutating func set(_ names: [String: String], of pack: String) {
        let before = packs[pack] ?? [:]
        for (name, asset) in before where names[name] != asset { references.remove(asset) }
        for (name, asset) in names where before[name] != asset { references.add(asset) }
        packs[pack] = names.isEmpty ? nil : names
    }

    /// Every asset that has a name.
    package func isNamed(asset: String) -> Bool { references.contains(asset) }

    /// Every name and the asset behind it.
    package var all: [String: String] {
        packs.values.reduce(into: [:]) { all, names in all.merge(names) { first, _ in first } }
    }

    /// The names that are new since an earlier publication, or were of another asset.
    func news(after last: PublishedNames?) -> [String: String] {
        guard let last else { return all }
        var news: [String: String] = [:]
        for (id, names) in packs {
            let before = last.packs[id] ?? [:]
            // Equal at once where they share their storage.
            guard before != names else { continue }
            for (name, asset) in names where before[name] != asset { news[name] = asset }
        }
        return news
    }

    /// The names, and the assets, that an earlier publication had and this one does not.
    func dropped(from last: PublishedNames) -> Set<String> {
        var gone: Set<String> = []
        for (id, before) in last.packs {
            let names = packs[id] ?? [:]
            guard before != names else { continue }
            for (name, asset) in before where names[name] != asset {
                if names[name] == nil, !references.contains(name) { gone.insert(name) }
                if !references.contains(asset) { gone.insert(asset) }
            }
        }
        return gone
    }
}

/// How many names each asset has. In parts, of which a copy shares all that are not changed.
private struct AssetReferences: Sendable {
    private var parts: [[String: Int]] = Array(repeating: [:], count: 256)

    func contains(_ asset: String) -> Bool { parts[AssetReferences.part(of: asset)][asset] != nil }

    mutating func add(_ asset: String) { parts[AssetReferences.part(of: asset)][asset, default: 0] += 1 }

    mutating func remove(_ asset: String) {
        let part = AssetReferences.part(of: asset)
        guard let count = parts[part][asset] else { return }
        parts[part][asset] = count > 1 ? count - 1 : nil
    }

    /// Assets are called by their digests: two digits of it spread them evenly.
    private static func part(of asset: String) -> Int {
        asset.utf8.dropFirst("assets/".utf8.count).prefix(2).reduce(0) { ($0 &* 31 &+ Int($1)) & 255 }
    }
}

extension Catalog {
    /// Names for people and the assets behind them, by the ids of the packs.
    fileprivate var namesByPack: [String: [String: String]] {
        var names: [String: [String: String]] = [:]
        for pack in publishedPacks {
            names[pack.id, default: [:]].merge(pack.names) { first, _ in first }
        }
        // What waits for approval has files and no names: a name for people is a promise that it is published.
        for pack in awaitingPacks {
            for path in pack.icon.map(\.path) + pack.stickers.flatMap(\.files) {
                names[pack.id, default: [:]][path] = path
            }
        }
        return names
    }

    /// Names for people and the assets behind them.
    package var names: [String: String] {
        namesByPack.values.reduce(into: [:]) { all, names in all.merge(names) { first, _ in first } }
    }

    /// Every asset that the manifest names.
    package var assets: Set<String> { Set(names.values) }
}

extension Pack {
    /// Names for people and the assets behind them.
    fileprivate var names: [String: String] {
        var names: [String: String] = [:]
        for icon in icon { names[icon.name] = icon.path }
        for sticker in stickers {
            for rendition in sticker.renditions { names[rendition.name] = rendition.path }
            for preview in sticker.previews { names[preview.name] = preview.path }
            if let strip = sticker.filmstrip { names[strip.name] = strip.path }
        }
        return names
    }
}
