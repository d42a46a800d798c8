import Foundation
import StickerManifest

/// The current sticker set, and the files on this device: the app's bundle and the cache.
final class StickerStore: Sendable {
    let settings: StickerLibrary.Settings
    let bundle: StickerBundle?
    let cache: StickerCache
    private let languages: LanguageChoice
    private let shown: Locked<(set: StickerSet, keep: Set<String>, parts: Set<String>)>
    private let wanted: Locked<Set<String>?>

    /// - Throws: `CatalogError` if the bundle cannot be read.
    init(_ settings: StickerLibrary.Settings) throws {
        self.settings = settings
        bundle = try settings.bundle.map(StickerBundle.init)
        cache = StickerCache(settings.cache)
        languages = LanguageChoice(wanted: settings.languages, development: settings.developmentLanguage)
        shown = Locked((.empty, [], []))
        wanted = Locked(settings.packs)
        let record = record()
        if let record, record.bundle == bundle?.sha256, let plan = try? plan(record.manifest) {
            show(plan)
        } else if let bundle {
            let set = bundle.plan.set(.bundle, languages: languages, fileURL: bundle.url)
            shown.withLock { $0.set = set }
        }
        // Downloads of an earlier version of the app are kept for the next update.
        let kept =
            record.flatMap { try? plan($0.manifest) }.map { plan in
                Set((plan.wanted(at: Date()) + plan.parts).map(\.name))
            } ?? []
        cache.clear(keeping: kept, grace: settings.grace)
    }

    var current: StickerSet { shown.withLock(\.set) }

    /// The record of the last download. Nil if there is none, or if it is from another server.
    func record() -> StickerCache.Record? {
        guard let server = settings.server, var record = cache.load() else { return nil }
        guard record.server != server else { return record }
        guard record.server.isOtherVersion(of: server) else { return nil }
        record.tag = nil
        return record
    }

    /// Sets the packs that are loaded from the server. Nil for all.
    func want(_ packs: Set<String>?) { wanted.withLock { $0 = packs } }

    func wants(_ pack: String) -> Bool { wanted.withLock { $0?.contains(pack) ?? true } }

    /// Parses a manifest.
    ///
    /// - Throws: `CatalogError` if the signature is invalid or the manifest cannot be read.
    func document(_ manifest: Data) throws -> ManifestDocument {
        let document = try ManifestDocument(json: manifest)
        switch document {
        case .flat: try settings.verifier?.verify(manifest)
        case .index(let index): try settings.verifier?.verify(index: manifest, index.signatures ?? [])
        }
        return document
    }

    /// Creates a plan from a manifest and the parts on this device.
    ///
    /// - Throws: `CatalogError` if the signature is invalid or the manifest cannot be read.
    func plan(_ manifest: Data) throws -> StickerPlan {
        switch try document(manifest) {
        case .flat(var catalog):
            let others = catalog.packs.filter { !wants($0.id) }.map(PackEntry.init(offer:))
            catalog.packs.removeAll { !wants($0.id) }
            catalog.messages?.removeAll { !wants($0.pack) }
            catalog.pieces?.removeAll { !wants($0.id) }
            return try StickerPlan(catalog, offers: others)
        case .index(let index):
            return try StickerPlan(index, wants: wants) { cache.bytes(of: $0) }
        }
    }

    /// The URL of a file. Nil if it is not on this device.
    func url(of file: StickerPlan.File) -> URL? {
        bundle?.url(of: file) ?? (cache.has(file) ? cache.url(of: file) : nil)
    }

    /// Makes the manifest's stickers that are on this device the current set.
    ///
    /// - Returns: whether the set has changed.
    @discardableResult
    func show(_ plan: StickerPlan) -> Bool {
        let set = plan.set(.server, languages: languages, fileURL: url)
        return shown.withLock { shown in
            // An earlier set may still be on screen, so its files are kept.
            shown.keep.formUnion(shown.set.fileNames)
            shown.parts = Set(plan.parts.map(\.name))
            defer { shown.set = set }
            return !shown.set.hasSameContent(as: set)
        }
    }

    /// Removes the files that neither this set nor a previous one needs.
    func clear() {
        let keep = shown.withLock { $0.keep.union($0.set.fileNames).union($0.parts) }
        cache.clear(keeping: keep, grace: settings.grace)
    }
}

extension StickerSet {
    fileprivate var fileNames: Set<String> {
        let urls =
            packs.flatMap(\.stickers).map(\.fileURL) + messages.map(\.fileURL)
            + pieces.flatMap(\.pieces).map(\.fileURL)
        return Set(urls.map(\.lastPathComponent))
    }

    fileprivate func hasSameContent(as other: StickerSet) -> Bool {
        packs == other.packs && messages == other.messages && pieces == other.pieces
            && offered == other.offered
    }
}
