import JobModel
import StickerManifest

/// Names for people and the assets behind them, pack by pack and sticker by sticker: two publications are compared without a
/// look at what they share.
package struct PublishedNames: Sendable {
    /// The names of a pack: assets by name, both relative to the output folder, by the sticker's id. What belongs to no
    /// sticker that is published has an empty id.
    private typealias PackNames = [String: [String: String]]

    /// By the pack's id.
    private var packs: [String: PackNames] = [:]
    private var references = AssetReferences()

    /// - Parameter names: of everything, where nobody asks for the packs.
    package init(_ names: [String: String]) {
        set(["": names], of: "")
    }

    package init(_ catalog: Catalog) {
        for (id, names) in catalog.namesByPack() { set(names, of: id) }
    }

    /// Takes over the names of some packs and stickers; the others stay.
    ///
    /// - Parameter catalog: the manifest of everything.
    package mutating func replace(_ scope: PackScope, by catalog: Catalog) {
        let news = catalog.part(of: PackScope(scope.packs)).namesByPack(of: scope)
        for id in scope.packs {
            guard let part = scope.part(of: id), let before = packs[id] else {
                set(news[id] ?? [:], of: id)
                continue
            }
            var names = news[id] ?? [:]
            for (sticker, known) in before where !part.ids.contains(sticker) && !sticker.isEmpty {
                names[sticker] = names[sticker] ?? known
            }
            set(names, of: id)
        }
    }

    /// What is equal stays the same value.
    private mutating func set(_ names: PackNames, of pack: String) {
        let before = packs[pack] ?? [:]
        var names = names
        for (sticker, old) in before where names[sticker] != old {
            for (name, asset) in old where names[sticker]?[name] != asset { references.remove(asset) }
        }
        for (sticker, new) in names {
            guard let old = before[sticker] else {
                for asset in new.values { references.add(asset) }
                continue
            }
            if old == new {
                names[sticker] = old
            } else {
                for (name, asset) in new where old[name] != asset { references.add(asset) }
            }
        }
        packs[pack] = names.isEmpty ? nil : names
    }

    /// Every asset that has a name.
    package func isNamed(asset: String) -> Bool { references.contains(asset) }

    /// Every name and the asset behind it.
    package var all: [String: String] {
        packs.values.reduce(into: [:]) { all, pack in
            for names in pack.values { all.merge(names) { first, _ in first } }
        }
    }

    /// The names that are new since an earlier publication, or were of another asset.
    func news(after last: PublishedNames?) -> [String: String] {
        guard let last else { return all }
        var news: [String: String] = [:]
        for (id, pack) in packs {
            let before = last.packs[id] ?? [:]
            // Equal at once where they share their storage.
            guard before != pack else { continue }
            for (sticker, names) in pack {
                let old = before[sticker] ?? [:]
                guard old != names else { continue }
                for (name, asset) in names where old[name] != asset { news[name] = asset }
            }
        }
        return news
    }

    /// The names, and the assets, that an earlier publication had and this one does not.
    func dropped(from last: PublishedNames) -> Set<String> {
        var gone: Set<String> = []
        for (id, before) in last.packs {
            let pack = packs[id] ?? [:]
            guard before != pack else { continue }
            for (sticker, old) in before {
                let names = pack[sticker] ?? [:]
                guard old != names else { continue }
                for (name, asset) in old where names[name] != asset {
                    if names[name] == nil, !references.contains(name) { gone.insert(name) }
                    if !references.contains(asset) { gone.insert(asset) }
                }
            }
        }
        return gone
    }
}

/// How many names each asset has. In parts, of which a copy shares all that are not changed.
private struct AssetReferences: Sendable {
    private var parts: [[String: Int]] = Array(repeating: [:], count: 4096)

    func contains(_ asset: String) -> Bool { parts[AssetReferences.part(of: asset)][asset] != nil }

    mutating func add(_ asset: String) { parts[AssetReferences.part(of: asset)][asset, default: 0] += 1 }

    mutating func remove(_ asset: String) {
        let part = AssetReferences.part(of: asset)
        guard let count = parts[part][asset] else { return }
        parts[part][asset] = count > 1 ? count - 1 : nil
    }

    /// Assets are called by their digests: three digits of it spread them evenly.
    private static func part(of asset: String) -> Int {
        asset.utf8.dropFirst("assets/".utf8.count).prefix(3).reduce(0) { ($0 &* 31 &+ Int($1)) & 4095 }
    }
}

extension Catalog {
    /// Names for people and the assets behind them, by the ids of the packs and of the stickers.
    ///
    /// - Parameter scope: of packs of which not all is meant, only the stickers that are meant; nil for everything.
    fileprivate func namesByPack(of scope: PackScope? = nil) -> [String: [String: [String: String]]] {
        var names: [String: [String: [String: String]]] = [:]
        func add(_ new: [String: String], _ sticker: String, _ pack: String) {
            if !new.isEmpty { names[pack, default: [:]][sticker, default: [:]].merge(new) { first, _ in first } }
        }
        for pack in publishedPacks {
            let part = scope?.part(of: pack.id)
            add(Dictionary(pack.icon.map { ($0.name, $0.path) }) { first, _ in first }, "", pack.id)
            for sticker in pack.stickers where part?.has(sticker) ?? true { add(sticker.names, sticker.id, pack.id) }
        }
        // What waits for approval has files and no names: a name for people is a promise that it is published. They have
        // no sticker here, since two of them may have a file in common.
        for pack in awaitingPacks {
            let paths = pack.icon.map(\.path) + pack.stickers.flatMap(\.files)
            add(Dictionary(paths.map { ($0, $0) }) { first, _ in first }, "", pack.id)
        }
        return names
    }

    /// Names for people and the assets behind them.
    package var names: [String: String] { PublishedNames(self).all }

    /// Every asset that the manifest names.
    package var assets: Set<String> {
        var assets = Set(finishedPacks.flatMap { $0.icon.map(\.path) })
        for pack in finishedPacks {
            for sticker in pack.stickers { assets.formUnion(sticker.files) }
        }
        return assets
    }
}

extension Sticker {
    /// Names for people and the assets behind them.
    fileprivate var names: [String: String] {
        var names: [String: String] = [:]
        for rendition in renditions { names[rendition.name] = rendition.path }
        for preview in previews { names[preview.name] = preview.path }
        if let strip = filmstrip { names[strip.name] = strip.path }
        return names
    }
}
