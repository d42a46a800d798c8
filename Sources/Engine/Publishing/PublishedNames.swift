import JobModel
import StickerManifest

/// The readable names of the published files, with their assets. Two publications are compared pack by pack and sticker
/// by sticker. Parts with shared storage are skipped.
package struct PublishedNames: Sendable {
    /// The names in a pack.
    fileprivate struct PackNames: Sendable, Equatable {
        var pack: Pack?
        /// The stickers that await approval. Their assets are in use, but only published stickers have readable names.
        var awaiting: Pack?
        /// The assets by name, for a publication that is not divided into packs.
        var others: [String: String] = [:]
    }

    /// The names by pack id.
    private var packs: [String: PackNames] = [:]
    private var references = AssetReferences()

    /// - Parameter names: all names with their assets, for a publication that is not divided into packs.
    package init(_ names: [String: String]) {
        set(PackNames(others: names), of: "")
    }

    package init(_ catalog: Catalog) {
        for (id, names) in PublishedNames.packs(of: catalog, only: nil) { set(names, of: id) }
    }

    /// Replaces the names of some packs and stickers. All other names are unchanged.
    ///
    /// - Parameter catalog: the complete manifest.
    package mutating func replace(_ scope: PackScope, by catalog: Catalog) {
        let news = PublishedNames.packs(of: catalog, only: scope.packs)
        for id in scope.packs { set(news[id], of: id) }
    }

    /// The names of some packs, by pack id. `ids` is nil for all packs.
    private static func packs(of catalog: Catalog, only ids: Set<String>?) -> [String: PackNames] {
        var packs: [String: PackNames] = [:]
        for pack in catalog.publishedPacks where ids?.contains(pack.id) ?? true {
            packs[pack.id, default: PackNames()].pack = pack
        }
        for pack in catalog.awaitingPacks where ids?.contains(pack.id) ?? true {
            packs[pack.id, default: PackNames()].awaiting = pack
        }
        return packs
    }

    private mutating func set(_ names: PackNames?, of pack: String) {
        let before = packs[pack]
        packs[pack] = names
        let (old, new) = PublishedNames.changes(from: before, to: names)
        // Added before the old ones are removed, so that the count of an unchanged asset never becomes zero.
        for (_, asset) in new { references.add(asset) }
        for (_, asset) in old { references.remove(asset) }
    }

    /// The names in the old and in the new state of a pack, without those of equal stickers. Values with shared
    /// storage are not compared.
    private static func changes(
        from before: PackNames?, to after: PackNames?
    ) -> (old: [(name: String, asset: String)], new: [(name: String, asset: String)]) {
        guard before != after else { return ([], []) }
        var (old, new): ([(name: String, asset: String)], [(name: String, asset: String)]) = ([], [])
        func compare(_ one: Pack?, _ other: Pack?, _ names: (Sticker) -> [(name: String, asset: String)]) {
            let (stickers, others) = (one?.stickers ?? [], other?.stickers ?? [])
            let difference = ListDifference(from: stickers, to: others) { $0 == $1 }
            old += stickers[difference.old].flatMap(names)
            new += others[difference.new].flatMap(names)
        }
        compare(before?.pack, after?.pack) { $0.namedFiles.map { ($0.name, $0.path) } }
        compare(before?.awaiting, after?.awaiting) { $0.files.map { ($0, $0) } }
        old += before?.others.map { ($0, $1) } ?? []
        new += after?.others.map { ($0, $1) } ?? []
        old += before?.icons ?? []
        new += after?.icons ?? []
        return (old, new)
    }

    /// Whether at least one name refers to an asset.
    package func isNamed(asset: String) -> Bool { references.contains(asset) }

    /// Passes all names and their assets to a closure, pack by pack.
    func forEachPack(_ body: ([(name: String, asset: String)]) throws -> Void) rethrows {
        for (_, pack) in packs { try body(PublishedNames.changes(from: nil, to: pack).new) }
    }

    /// All names and their assets.
    package var all: [String: String] {
        var all: [String: String] = [:]
        for (_, pack) in packs {
            for (name, asset) in PublishedNames.changes(from: nil, to: pack).new { all[name] = all[name] ?? asset }
        }
        return all
    }

    /// The names that an earlier publication does not have, or that refer to a different asset in it.
    func news(after last: PublishedNames?) -> [String: String] {
        guard let last else { return all }
        var news: [String: String] = [:]
        for (id, pack) in packs {
            let (old, new) = PublishedNames.changes(from: last.packs[id], to: pack)
            guard !new.isEmpty else { continue }
            let before = Dictionary(old) { first, _ in first }
            for (name, asset) in new where before[name] != asset { news[name] = asset }
        }
        return news
    }

    /// The names of an earlier publication that this one does not have, and the assets to which no name refers any
    /// more.
    func dropped(from last: PublishedNames) -> Set<String> {
        var gone: Set<String> = []
        for (id, before) in last.packs {
            let (old, new) = PublishedNames.changes(from: before, to: packs[id])
            guard !old.isEmpty else { continue }
            let names = Dictionary(new) { first, _ in first }
            for (name, asset) in old where names[name] != asset {
                if names[name] == nil, !references.contains(name) { gone.insert(name) }
                if !references.contains(asset) { gone.insert(asset) }
            }
        }
        return gone
    }
}

extension PublishedNames.PackNames {
    fileprivate var icons: [(name: String, asset: String)] {
        (pack?.icon.map { ($0.name, $0.path) } ?? []) + (awaiting?.icon.map { ($0.path, $0.path) } ?? [])
    }
}

extension Catalog {
    /// The readable names with their assets. In a large library, they need more memory than the manifest.
    package var names: [String: String] { PublishedNames(self).all }

    /// The readable names among the given paths, and those whose assets are among the paths, each with its asset.
    ///
    /// - Parameter paths: names and assets, relative to the output folder.
    package func names(concerning paths: Set<String>) -> [String: String] {
        guard !paths.isEmpty else { return [:] }
        var names: [String: String] = [:]
        PublishedNames(self).forEachPack { pack in
            for (name, asset) in pack where paths.contains(name) || paths.contains(asset) {
                names[name] = names[name] ?? asset
            }
        }
        return names
    }

    /// All assets in the manifest.
    package var assets: Set<String> {
        var assets = Set(finishedPacks.flatMap { $0.icon.map(\.path) })
        for pack in finishedPacks {
            for sticker in pack.stickers { assets.formUnion(sticker.files) }
        }
        return assets
    }
}
