import Foundation
import JobModel
import Reports
import SheetModel
import StickerManifest
import Texts

/// Computes hashes of the inputs of a pack's sheets. Each sticker is encoded only once, for all sheets that show it,
/// because this encoding takes most of the time of a small build in a library with thousands of stickers.
package struct SheetDigests {
    private let pack: Pack
    private let identity: RenderIdentity
    /// The SHA-256 of each sticker without its decision, in the order of the pack.
    private let stickers: [String]
    private let encoder: JSONEncoder

    package init(_ pack: Pack, _ identity: RenderIdentity) throws {
        self.pack = pack
        self.identity = identity
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        stickers = try pack.stickers.map { sticker in
            if let bytes = sticker.bytesForDigest { return Digest.sha256(bytes) }
            var sticker = sticker
            sticker.review = nil
            return Digest.sha256([UInt8](try encoder.encode(sticker)))
        }
        self.encoder = encoder
    }

    /// A hash of the content of a PNG page. The page is drawn again only if the hash changes. Decisions are excluded,
    /// because PNG pages do not show them.
    package func of(_ job: SheetJob) throws -> String {
        var frame = job
        frame.pack.stickers = []
        // Pages of rejected sources follow the last sticker. For these pages, `shown` is empty.
        let shown = stickers.dropFirst(job.firstPlace - 1).prefix(job.pack.stickers.count)
        return try digest(of: [frame], with: shown + [identity.signature])
    }

    /// A hash of the content of the pack's HTML page, including the decisions.
    package func ofPage(
        rejected: [RejectedSource], pngPages: [String], backgrounds: [Background], language: Language
    ) throws -> String {
        var frame = pack
        frame.stickers = []
        let decisions = pack.stickers.map(\.review)
        return try digest(
            of: [frame, rejected, pngPages, backgrounds, decisions],
            with: stickers + [StickerdVersion.generator] + pages + (language == .english ? [] : [language.rawValue]))
    }

    /// A text that describes how a large pack is divided into pages. Empty for a pack with one page.
    private var pages: [String] {
        pack.stickers.count > SheetPage.mostStickers ? ["\(SheetPage.mostStickers) stickers a page"] : []
    }

    private func digest(of parts: [any Encodable], with texts: some Sequence<String>) throws -> String {
        var digest = StructuredHasher()
        digest.add(StickerdVersion.pipeline)
        for part in parts {
            digest.add(String(decoding: try encoder.encode(part), as: UTF8.self))
        }
        for text in texts { digest.add(text) }
        return digest.text
    }
}
