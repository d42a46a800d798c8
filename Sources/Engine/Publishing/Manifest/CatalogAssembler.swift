import Algorithms
import FileAccess
import Foundation
import Intake
import JobModel
import StickerConfiguration
import StickerManifest

/// Assembles checked sources into the manifest: applies rule levels, compares stickers, orders them, and keeps the last
/// good version of a rejected sticker.
package struct CatalogAssembler {
    private let configuration: Configuration
    /// The newest finished version of every sticker in the published manifest. If that version awaits approval,
    /// `ApprovalFilter` later replaces it with the published version.
    private let newest: [Pack]
    private let newestByID: [String: Pack]
    private let assets: AssetNames
    private let rules: RuleSet
    /// The published stickers, by pack and id.
    private let earlier: [StickerName: Sticker]
    /// The stickers that await approval, by pack and id.
    private let awaiting: [StickerName: Sticker]
    /// The origin of the published manifest, which contains its encoded packs.
    private let origin: ManifestOrigin
    /// Whether new stickers are stored in compact form. Used for a run over a large library.
    private let areCompact: Bool

    /// - Parameters:
    ///   - previous: the published manifest.
    ///   - assets: the paths of the existing assets. An earlier version is kept only if all of its files exist.
    ///   - areCompact: whether new stickers are stored in compact form. Used for a run over a large library.
    package init(configuration: Configuration, previous: Catalog?, assets: AssetNames, areCompact: Bool = false) {
        self.areCompact = areCompact
        self.configuration = configuration
        newest = previous?.newestPacks ?? []
        newestByID = Dictionary(newest.map { ($0.id, $0) }) { first, _ in first }
        self.assets = assets
        self.rules = RuleSet(levels: configuration.rules.levels)
        earlier = Self.byID(previous?.publishedPacks ?? [])
        awaiting = Self.byID(previous?.awaitingPacks ?? [])
        origin = previous?.origin ?? ManifestOrigin()
    }

    private static func byID(_ packs: [Pack]) -> [StickerName: Sticker] {
        var stickers: [StickerName: Sticker] = [:]
        stickers.reserveCapacity(packs.reduce(0) { $0 + $1.stickers.count })
        for pack in packs {
            for sticker in pack.stickers {
                let name = StickerName(pack: pack.id, sticker: sticker.id)
                if stickers[name] == nil { stickers[name] = sticker }
            }
        }
        return stickers
    }

    /// Assembles the manifest of all packs.
    ///
    /// - Parameters:
    ///   - entries: all selected and checked sources, sorted by path.
    ///   - waiting: deferred sources. Their published stickers are kept.
    ///   - keeps: receives the path of a source without an entry, and returns whether its sticker is kept.
    ///   - icons: the icons of the packs, by pack id.
    package func assemble(
        packs: [DroppedPack], entries: [StickerEntry], waiting: [ScannedSource] = [],
        keeps: (String) -> Bool = { _ in false }, icons: [String: [IconRendition]] = [:]
    ) -> Catalog {
        let byPack = Dictionary(grouping: entries, by: \.art.pack)
        let waitingByPack = Dictionary(grouping: waiting, by: \.pack)
        var catalog = Catalog(generator: StickerdVersion.generator, packs: [], rejected: [], rulesOff: rulesOff)
        // Unchanged parts are not encoded again.
        catalog.origin = origin
        for pack in packs.sorted(by: { $0.id < $1.id }) {
            var (stickers, rejected) = judge(byPack[pack.id] ?? [], pack: pack)
            var taken = Set(stickers.map(\.id))
            for art in waitingByPack[pack.id] ?? [] where taken.insert(art.id).inserted {
                stickers += newestVersion(pack: pack.id, id: art.id).map { [$0] } ?? []
            }
            stickers += earlierVersions(pack: pack.id, keeps: keeps, besides: stickers)
            catalog.rejected += rejected
            guard !stickers.isEmpty else { continue }
            var assembled = Pack(
                id: pack.id, title: title(of: pack), titles: pack.settings.titles,
                size: pack.itemKind == .message ? .large : pack.settings.size ?? configuration.recipe.size,
                icon: icons[pack.id] ?? [],
                stickers: PackOrder(pack.settings.order).sorted(stickers),
                availability: pack.settings.availability, productID: pack.settings.productID)
            if case .piece(let box) = pack.itemKind { assembled.pieceBox = box }
            catalog.packs.append(assembled)
        }
        catalog.rejected.sort { $0.path < $1.path }
        return catalog.separatingMessages
    }

    /// Adds the published packs whose folders cannot be read now. Unreadable art is not treated as removed.
    ///
    /// - Parameters:
    ///   - catalog: the assembled manifest.
    ///   - folders: the unreadable folders, relative to the drop folder.
    ///   - keeps: receives the path of a source in a pack that is missing from `catalog`, and returns whether its
    /// sticker is kept.
    package func keeping(
        _ catalog: Catalog, unreadable folders: Set<String>, keeps: (String) -> Bool = { _ in false }
    ) -> Catalog {
        var catalog = catalog.joiningMessages
        let present = Set(catalog.packs.map(\.id))
        for pack in newest where !present.contains(pack.id) {
            let isUnreadable =
                pack.stickers.allSatisfy(isWhole)
                && pack.stickers.contains { sticker in folders.contains { sticker.source.path.hasPrefix($0 + "/") } }
            var kept = pack
            if !isUnreadable { kept.stickers = earlierVersions(pack: pack.id, keeps: keeps, besides: []) }
            if !kept.stickers.isEmpty { catalog.packs.append(kept) }
        }
        catalog.packs.sort { $0.id < $1.id }
        return catalog.separatingMessages
    }

    /// The published stickers of a pack that are kept although their sources are missing. A sticker whose id is now
    /// used by another sticker is not included.
    private func earlierVersions(pack: String, keeps: (String) -> Bool, besides stickers: [Sticker]) -> [Sticker] {
        guard let pack = newestByID[pack] else { return [] }
        let taken = Set(stickers.map(\.id))
        return pack.stickers.filter { !taken.contains($0.id) && keeps($0.source.path) && isWhole($0) }
    }

    /// The ids of the rules that are switched off. The manifest does not contain their findings.
    private var rulesOff: [String] {
        RuleSet.rules.filter { (configuration.rules.levels[$0.id] ?? $0.defaultLevel) == .off }.map(\.id).sorted()
    }

    private func title(of pack: DroppedPack) -> String {
        if let title = pack.settings.title { return title }
        return pack.folder.isEmpty ? "Stickers" : pack.folder
    }

    private func judge(_ entries: [StickerEntry], pack: DroppedPack) -> ([Sticker], [RejectedSource]) {
        var stickers: [Sticker] = []
        var rejected: [(entry: StickerEntry, findings: [Finding])] = []
        var firstWithPixels: [String: String] = [:]
        var published: Set<String> = []
        var rejectedVersions: [String: [ScannedSource]] = [:]
        let others = entries.filter { $0.art.rank > 0 }.sorted {
            ($0.art.rank, $0.art.path) < ($1.art.rank, $1.art.path)
        }
        let canvases = PieceCanvases(entries)
        let looseFrames = LooseFrames(entries, mostFrames: configuration.recipe.limits.frames)
        // A version is used only if all better versions were rejected.
        for entry in entries.filter({ $0.art.rank == 0 }) + others {
            if entry.art.rank > 0, published.contains(entry.art.id) { continue }
            let better = (rejectedVersions[entry.art.id] ?? []).filter { $0.rank < entry.art.rank }
            var entry = entry
            entry.result = entry.result.expanded
            var raw = ownFindings(entry, in: pack)
            // Messages with the same picture may differ in their texts.
            if pack.itemKind != .message, let twin = entry.result.output.flatMap({ firstWithPixels[$0.pixels] }) {
                raw.append(Rule.samePicture.finding("\(entry.art.path) is the same picture as \(twin)."))
            }
            raw += better.map {
                Rule.versionRejected.finding(
                    "\($0.path) was rejected; \(entry.art.path) is published instead.")
            }
            raw += [canvases.finding(entry), looseFrames.finding(entry)].compactMap { $0 }
            let findings = raw.compactMap(rules.judge)
            if let output = entry.result.output, !findings.contains(where: { $0.level == .error }) {
                stickers.append(sticker(entry, output: output, findings: findings))
                published.insert(entry.art.id)
                if firstWithPixels[output.pixels] == nil { firstWithPixels[output.pixels] = entry.art.path }
            } else {
                rejected.append((entry, findings))
                rejectedVersions[entry.art.id, default: []].append(entry.art)
            }
        }
        let rejections = keepingEarlier(rejected, stickers: &stickers)
        return (stickers, rejections)
    }

    /// Adds the last good version of each rejected source to `stickers`, unless another version of the sticker is good.
    ///
    /// - Returns: the rejected sources.
    private func keepingEarlier(
        _ rejected: [(entry: StickerEntry, findings: [Finding])], stickers: inout [Sticker]
    ) -> [RejectedSource] {
        var taken = Set(stickers.map(\.id))
        var kept: Set<String> = []
        for (entry, _) in rejected where !taken.contains(entry.art.id) {
            guard let earlier = earlierVersion(pack: entry.art.pack, id: entry.art.id) else { continue }
            taken.insert(entry.art.id)
            kept.insert(entry.art.id)
            stickers.append(earlier)
        }
        return rejected.map { rejection($0.entry, findings: $0.findings, keepsEarlier: kept.contains($0.entry.art.id)) }
    }

    /// The paths of the sources that are rejected in the current state of their pack. Their output files need not
    /// exist.
    ///
    /// - Parameter entries: all sources of the pack whose results are known, sorted by path.
    package func rejectedPaths(of entries: [StickerEntry], in pack: DroppedPack) -> Set<String> {
        Set(judge(entries, pack: pack).1.map(\.path))
    }

    /// The findings about a source, its settings and its name, independent of the other stickers of the pack.
    private func ownFindings(_ entry: StickerEntry, in pack: DroppedPack) -> [RuleFinding] {
        pack.findings + entry.art.findings.map { $0.resolvingPath(entry.art.path) } + entry.copyFindings
            + entry.sourceFindings + labelFindings(entry)
    }

    private func labelFindings(_ entry: StickerEntry) -> [RuleFinding] {
        guard entry.art.itemKind == .sticker else { return [] }
        let labels =
            [("", label(of: entry))] + (entry.art.sidecar?.labels.sorted { $0.key < $1.key } ?? []).map { ($0, $1) }
        let limit = configuration.rules.limits[Rule.labelLength.id] ?? Rule.labelLength.limit ?? 150
        return labels.filter { Double($0.1.count) > limit }.map { language, text in
            Rule.labelLength.finding(
                "The \(language.isEmpty ? "" : "\(language) ")label of \(entry.art.path) has \(text.count) "
                    + "characters; Messages accepts at most \(NumberFormat.number(limit, digits: 0)).",
                measured: Double(text.count), limit: limit)
        }
    }

    private func label(of entry: StickerEntry) -> String {
        entry.art.messageTexts?.text.label ?? entry.art.sidecar?.label ?? entry.art.title
    }

    private func sticker(_ entry: StickerEntry, output: RenderedSticker, findings: [Finding]) -> Sticker {
        var sticker = Sticker(
            id: entry.art.id, label: label(of: entry), labels: entry.art.sidecar?.labels ?? [:], size: entry.size,
            source: SourceArt(
                path: entry.art.path, sha256: entry.sha256, bytes: entry.art.stamp.size,
                format: entry.result.art?.format ?? "", width: entry.result.art?.width ?? 0,
                height: entry.result.art?.height ?? 0),
            animation: output.animation, renditions: output.scales.map { rendition($0, of: entry.art) },
            previews: output.previews.map { preview($0, of: entry.art) }, fit: output.fit, findings: findings,
            fingerprint: entry.fingerprint, pixels: output.pixels,
            filmstrip: output.filmstrip.map { filmstrip($0, of: entry.art) })
        sticker.messageTexts = entry.art.messageTexts
        sticker.film = output.film.map { rendition($0, of: entry.art) }
        if case .piece = entry.art.itemKind { sticker.anchor = entry.art.sidecar?.anchor ?? PieceAnchor() }
        return shared(sticker, in: entry.art.pack)
    }

    /// The earlier value of the sticker if only the review differs, so that both manifests share its storage.
    /// `ApprovalFilter` sets the current review later.
    private func shared(_ sticker: Sticker, in pack: String) -> Sticker {
        let name = StickerName(pack: pack, sticker: sticker.id)
        for known in [awaiting[name], earlier[name]] {
            if let known, sticker.isEqual(besidesReview: known) { return known }
        }
        if areCompact { sticker.compact() }
        return sticker
    }

    private func rendition(_ scale: RenderedSticker.Scale, of art: ScannedSource) -> Rendition {
        Rendition(
            scale: scale.scale, path: OutputNames.asset(scale.file),
            name: OutputNames.rendition(
                pack: art.pack, sticker: art.id, scale: scale.scale, fileExtension: scale.file.fileExtension),
            width: scale.width, height: scale.height, bytes: scale.file.bytes, sha256: scale.file.sha256,
            format: scale.format.rawValue, colours: scale.colours, fidelity: scale.fidelity)
    }

    private func preview(_ preview: RenderedSticker.OnBackground, of art: ScannedSource) -> Preview {
        Preview(
            background: preview.background, path: OutputNames.asset(preview.file),
            name: OutputNames.preview(
                pack: art.pack, sticker: art.id, background: preview.background,
                fileExtension: preview.file.fileExtension),
            sha256: preview.file.sha256, bytes: preview.file.bytes)
    }

    private func filmstrip(_ strip: RenderedSticker.Filmstrip, of art: ScannedSource) -> Filmstrip {
        Filmstrip(
            path: OutputNames.asset(strip.file),
            name: OutputNames.filmstrip(pack: art.pack, sticker: art.id, fileExtension: strip.file.fileExtension),
            sha256: strip.file.sha256, bytes: strip.file.bytes, width: strip.width, height: strip.height,
            times: strip.times)
    }

    private func earlierVersion(pack: String, id: String) -> Sticker? {
        earlier[StickerName(pack: pack, sticker: id)].flatMap { isWhole($0) ? $0 : nil }
    }

    /// The newest finished version of a sticker: the one that awaits approval, or else the published one. Nil if
    /// there is none.
    private func newestVersion(pack: String, id: String) -> Sticker? {
        awaiting[StickerName(pack: pack, sticker: id)].flatMap { isWhole($0) ? $0 : nil }
            ?? earlierVersion(pack: pack, id: id)
    }

    private func isWhole(_ sticker: Sticker) -> Bool {
        sticker.files.allSatisfy(assets.contains)
    }

    private func rejection(_ entry: StickerEntry, findings: [Finding], keepsEarlier: Bool) -> RejectedSource {
        RejectedSource(
            pack: entry.art.pack, id: entry.art.id, path: entry.art.path, sha256: entry.sha256,
            bytes: entry.art.stamp.size, findings: findings, keepsEarlierVersion: keepsEarlier)
    }
}

/// The order of a pack's stickers: first the stickers that pack.json lists, in that order, and then all others by id.
package struct PackOrder {
    private let places: [String: Int]

    /// - Parameter names: the names of stickers, in the order of pack.json.
    package init(_ names: [String]) {
        places = Dictionary(
            names.enumerated().map { (NameRule.id(ofFile: $0.element), $0.offset) }, uniquingKeysWith: min)
    }

    package func sorted(_ stickers: [Sticker]) -> [Sticker] { stickers.sorted(by: precedes) }

    /// Merges two lists that are sorted in this order.
    package func merged(_ one: [Sticker], _ other: [Sticker]) -> [Sticker] {
        guard !other.isEmpty else { return one }
        var merged: [Sticker] = []
        merged.reserveCapacity(one.count + other.count)
        var place = 0
        for sticker in other {
            let end = one[place...].partitioningIndex { precedes(sticker, $0) }
            merged += one[place..<end]
            merged.append(sticker)
            place = end
        }
        merged += one[place...]
        return merged
    }

    private func precedes(_ one: Sticker, _ other: Sticker) -> Bool {
        let ranks = (places[one.id] ?? Int.max, places[other.id] ?? Int.max)
        return ranks.0 == ranks.1 ? one.id < other.id : ranks.0 < ranks.1
    }
}
