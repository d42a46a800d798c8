import Foundation
import JobModel
import Reports
import SheetModel
import StickerManifest
import Texts

/// Digests of the inputs of a pack's sheets. Each sticker is encoded once for all sheets that show it. With thousands
/// of stickers, that is most of the time of a build with few changes.
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

    /// A hash of everything on a PNG page, so that only a change of the page causes a new drawing. A sheet does not
    /// show decisions.
    package func of(_ job: SheetJob) throws -> String {
        var frame = job
        frame.pack.stickers = []
        // Pages of rejected sources follow the last sticker, so no stickers are shown there.
        let shown = stickers.dropFirst(job.firstPlace - 1).prefix(job.pack.stickers.count)
        return try digest(of: [frame], with: shown + [identity.signature])
    }

    /// A hash of everything on the pack's HTML page.
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
