import JobModel
import StickerManifest

/// Readable names and their assets, pack by pack and sticker by sticker. Two publications are compared without
/// examining their common parts.
package struct PublishedNames: Sendable {
    /// The names in a pack.
    fileprivate struct PackNames: Sendable, Equatable {
        var pack: Pack?
        /// Stickers that await approval have files but no readable names, because such a name means that it is
        /// published.
        var awaiting: Pack?
        /// The assets by name, if packs are not distinguished.
        var others: [String: String] = [:]
    }

    /// The names by pack id.
    private var packs: [String: PackNames] = [:]
    private var references = AssetReferences()

    /// - Parameter names: all names, if packs are not distinguished.
    package init(_ names: [String: String]) {
        set(PackNames(others: names), of: "")
    }

    package init(_ catalog: Catalog) {
        for (id, names) in PublishedNames.packs(of: catalog, only: nil) { set(names, of: id) }
    }

    /// Replaces the names of some packs and stickers; the others are unchanged.
    ///
    /// - Parameter catalog: the manifest of everything.
    package mutating func replace(_ scope: PackScope, by catalog: Catalog) {
        let news = PublishedNames.packs(of: catalog, only: scope.packs)
        for id in scope.packs { set(news[id], of: id) }
    }

    /// - Parameter ids: the ids of the packs. Nil for all.
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
        // Added before others are removed, so that unchanged assets are never released.
        for (_, asset) in new { references.add(asset) }
        for (_, asset) in old { references.remove(asset) }
    }

    /// The names that are only in one of two states of a pack, or whose stickers differ. Values with shared storage are
    /// skipped.
    private static func changes(
        from before: PackNames?, to after: PackNames?
    ) -> (old: [(name: String, asset: String)], new: [(name: String, asset: String)]) {
        guard before != after else { return ([], []) }
        var (old, new): ([(name: String, asset: String)], [(name: String, asset: String)]) = ([], [])
        func compare(_ one: Pack?, _ other: Pack?, _ names: (Sticker) -> [(name: String, asset: String)]) {
            let (stickers, others) = (one?.stickers ?? [], other?.stickers ?? [])
            let start = zip(stickers, others).prefix { $0 == $1 }.count
            let rest = zip(stickers.dropFirst(start).reversed(), others.dropFirst(start).reversed())
            let end = rest.prefix { $0 == $1 }.count
            old += stickers[start..<stickers.count - end].flatMap(names)
            new += others[start..<others.count - end].flatMap(names)
        }
        compare(before?.pack, after?.pack) { $0.namedFiles.map { ($0.name, $0.path) } }
        compare(before?.awaiting, after?.awaiting) { $0.files.map { ($0, $0) } }
        old += before?.others.map { ($0, $1) } ?? []
        new += after?.others.map { ($0, $1) } ?? []
        old += before?.icons ?? []
        new += after?.icons ?? []
        return (old, new)
    }

    /// Whether an asset has a name.
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

    /// The names that are new since an earlier publication, or had another asset.
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

    /// The names and assets of an earlier publication that this one does not have.
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
    /// The human-readable names and their assets. For a large library they take more memory than the manifest.
    package var names: [String: String] { PublishedNames(self).all }

    /// The readable names that are among the given paths or whose assets are, with these assets.
    ///
    /// - Parameter paths: relative to the output folder.
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
