import Foundation
import StickerManifest

/// The files that a manifest needs on a device, in order of importance.
struct StickerPlan: Sendable {
    /// A sticker's file.
    struct File: Sendable, Hashable {
        /// `<sha256>.<ext>`, on the server and in the cache.
        let name: String
        let sha256: String
        let bytes: Int
    }

    /// Messages takes no larger file.
    static let largestFile = 499_999

    let catalog: Catalog
    private let files: [String: File]

    /// - Throws: `CatalogError.notACatalog` when the manifest names a file as stickerd does not.
    init(_ catalog: Catalog) throws {
        self.catalog = catalog
        var files: [String: File] = [:]
        for sticker in catalog.packs.flatMap(\.stickers) {
            guard let rendition = sticker.delivery else { throw CatalogError.notACatalog("\(sticker.id) has no file") }
            guard let match = rendition.path.wholeMatch(of: /assets\/(([0-9a-f]{64})\.[a-z0-9]{1,5})/),
                match.2 == rendition.sha256, (1...StickerPlan.largestFile).contains(rendition.bytes)
            else { throw CatalogError.notACatalog("\(sticker.id) has the file \(rendition.path)") }
            files[rendition.path] = File(
                name: String(match.1), sha256: rendition.sha256, bytes: rendition.bytes)
        }
        self.files = files
    }

    func file(of sticker: Sticker) -> File? {
        sticker.delivery.flatMap { files[$0.path] }
    }

    /// Each file once: those that may be shown now first, then those whose time comes, in the manifest's order. Packs whose
    /// time is over need none.
    func wanted(at date: Date) -> [File] {
        let living = catalog.packs.filter { !($0.availability?.hasEnded(at: date) ?? false) }
        let ordered =
            living.filter { $0.availability?.hasBegun(at: date) ?? true }
            + living.filter { !($0.availability?.hasBegun(at: date) ?? true) }
        var seen: Set<String> = []
        return ordered.flatMap(\.stickers).compactMap(file).filter { seen.insert($0.name).inserted }
    }

    /// - Parameter fileURL: where a file is on this device; nil when it is not.
    func set(
        _ origin: StickerSet.Origin, languages: LanguageChoice, at date: Date = Date(), fileURL: (File) -> URL?
    ) -> StickerSet {
        var missing = 0
        let living = catalog.packs.filter { !($0.availability?.hasEnded(at: date) ?? false) }
        let packs = living.map { pack in
            let items = pack.stickers.compactMap { sticker -> StickerSet.Item? in
                guard let file = file(of: sticker), let url = fileURL(file) else {
                    missing += 1
                    return nil
                }
                return StickerSet.Item(
                    name: StickerName(pack: pack.id, sticker: sticker.id), fileURL: url,
                    localizedDescription: languages.text(sticker.label, sticker.labels).shortened(to: 150),
                    size: sticker.size, animation: sticker.animation, sha256: file.sha256)
            }
            return StickerSet.Pack(
                id: pack.id, title: languages.text(pack.title, pack.titles), size: pack.size,
                availability: pack.availability, productID: pack.productID, stickers: items)
        }
        return StickerSet(origin: origin, packs: packs, missing: missing)
    }
}

extension String {
    /// Messages counts UTF-16 units; no character is cut in two.
    fileprivate func shortened(to limit: Int) -> String {
        var text = self
        while text.utf16.count > limit { text.removeLast() }
        return text
    }
}
