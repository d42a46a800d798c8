import FileAccess
import Foundation
import JobModel
import Publishing
import SheetModel
import StickerManifest
import TextEscaping
import Texts

/// A review as one HTML file with all its data, which can be sent by e-mail. The reviewer saves the decisions as a
/// small file.
package struct OfflineReview {
    /// The stickers to include.
    package enum Mode: String, CaseIterable, Sendable {
        /// All stickers.
        case all
        /// The stickers without a decision about their current image.
        case changed
        /// The stickers that were sent back or have findings, and rejected sources.
        case failing
    }

    /// A finding in the language of the file.
    private struct LocalizedFinding: Encodable {
        var text: String
        /// The stored English sentence. Nil if it equals `text`.
        var detail: String?

        init(_ finding: Finding, _ texts: Texts) {
            let words = texts.words(of: finding)
            text = texts("list.sentences", ["first": words.message, "second": words.fix])
            detail = words.detail
        }
    }

    /// The data of one sticker in the file.
    private struct Entry: Encodable {
        var pack: String
        var packTitle: String
        var sticker: String
        var label: String
        var points: Int
        var pixels: String
        var picture: String
        var image: String
        var strip: String?
        var times: [Int]?
        var findings: [LocalizedFinding]
        var outcome: String?
        var comment: String?
        /// The picture of the previously reviewed version, as a data URL. Nil if it was not kept.
        var before: String?
        /// The comment with which the current or the previous version was sent back. Nil if there is none.
        var asked: String?
    }

    /// The last reviewed version of a sticker before the current one.
    package struct EarlierVersion: Sendable {
        /// The absolute path of its picture. Nil if it was not kept.
        package var picture: String?
        /// The comment with which it was sent back. Nil if it was approved.
        package var comment: String?

        package init(picture: String?, comment: String?) {
            (self.picture, self.comment) = (picture, comment)
        }
    }

    private struct Rejection: Encodable {
        var path: String
        var reasons: [LocalizedFinding]
    }

    private struct Backdrop: Encodable {
        var name: String
        var colour: String?
        var image: String?
    }

    private struct Content: Encodable {
        var stickers: [Entry]
        var rejected: [Rejection]
        var backgrounds: [Backdrop]
        var language: String
        /// The plural forms of the texts that the script uses, by key.
        var texts: [String: [String: String]]
    }

    private struct Page {
        var styles: String
        var script: String
        var scriptHash: String
        var data: String
    }

    private let catalog: Catalog
    private let backgrounds: [Background]
    private let pictures: [String: String]
    private let assets: OutputFolder
    private let earlier: [Reviews.Key: EarlierVersion]
    private let texts: Texts

    /// The keys of the script's texts.
    private static let shownTexts = [
        "pause", "play", "close", "approve", "sendBack", "sendBack.question", "state.approved", "state.sentBack",
        "state.open", "count.stickers", "offline.decided", "offline.saved", "offline.before", "offline.before.title",
        "offline.earlier", "offline.enlarge", "sheet.notPublished",
    ]

    /// - Parameters:
    ///   - pictures: the absolute paths of background pictures, by the SHA-256 of their bytes.
    ///   - out: the output folder.
    ///   - earlier: the earlier versions for comparison, by the current image.
    ///   - texts: the texts in the language of the file.
    package init(
        _ catalog: Catalog, backgrounds: [Background], pictures: [String: String] = [:], out: String,
        earlier: [Reviews.Key: EarlierVersion] = [:], texts: Texts = .english
    ) {
        self.texts = texts
        self.earlier = earlier
        self.pictures = pictures
        self.catalog = catalog
        self.backgrounds = backgrounds
        assets = OutputFolder(out)
    }

    /// The text of the file, and the number of stickers in it. Equal manifests result in equal texts.
    ///
    /// - Parameter packs: the ids of the included packs. Empty for all packs.
    /// - Throws: `SheetError` if a picture cannot be read.
    package func html(mode: Mode, packs: [String] = []) throws -> (text: String, count: Int) {
        var stickers = try entries(of: packs, mode: mode)
        stickers.sort { ($0.packTitle, $0.pack) < ($1.packTitle, $1.pack) }
        let rejected = catalog.rejected.filter { (packs.isEmpty || packs.contains($0.pack)) && mode != .changed }.map {
            source in
            Rejection(
                path: source.path,
                reasons: source.findings.filter { $0.level == .error }.map { LocalizedFinding($0, texts) })
        }
        let content = Content(
            stickers: stickers, rejected: rejected, backgrounds: try backgrounds.map(backdrop),
            language: texts.language.rawValue,
            texts: Dictionary(uniqueKeysWithValues: OfflineReview.shownTexts.map { ($0, texts.forms(of: $0)) }))
        return (try page(content), stickers.count)
    }

    private func entries(of packs: [String], mode: Mode) throws -> [Entry] {
        var seen: Set<String> = []
        // If a sticker has a version that awaits approval, only that version is included.
        return try catalog.finishedPacks.reversed().filter { packs.isEmpty || packs.contains($0.id) }.flatMap { pack in
            try pack.stickers.filter { seen.insert("\(pack.id)/\($0.id)").inserted && OfflineReview.isWanted($0, mode) }
                .map { try entry($0, in: pack) }
        }
    }

    private static func isWanted(_ sticker: Sticker, _ mode: Mode) -> Bool {
        switch mode {
        case .all: true
        case .changed: sticker.review == nil
        case .failing: sticker.review?.outcome == .sentBack || !sticker.findings.isEmpty
        }
    }

    private func page(_ content: Content) throws -> String {
        let data = EscapedText.scriptJSON(String(decoding: try JSONEncoder.sorted.encode(content), as: UTF8.self))
        let script = String(decoding: PackageResources.offline_js, as: UTF8.self)
        let page = Page(
            styles: String(decoding: PackageResources.offline_css, as: UTF8.self),
            script: script, scriptHash: OfflineReview.base64(Digest.sha256(script)), data: data)
        return try PageTemplates.shared(texts).render(page, with: .offline)
    }

    private func entry(_ sticker: Sticker, in pack: Pack) throws -> Entry {
        guard let best = sticker.delivery else {
            throw SheetError.unknownSticker(pack: pack.id, id: sticker.id)
        }
        let before = earlier[Reviews.Key(pack: pack.id, sticker: sticker.id, pixels: sticker.pixels)]
        return Entry(
            pack: pack.id, packTitle: pack.title, sticker: sticker.id, label: sticker.label,
            points: sticker.bubble == nil ? sticker.size.points : StickerView.bubbleSide, pixels: sticker.pixels,
            picture: best.path.split(separator: "/").last.map(String.init) ?? "",
            image: try embedded(sticker.bubble?.path ?? best.path),
            strip: try sticker.filmstrip.map { try embedded($0.path) }, times: sticker.filmstrip?.times,
            findings: sticker.findings.map { LocalizedFinding($0, texts) },
            outcome: sticker.review?.outcome.rawValue, comment: sticker.review?.comment,
            before: before?.picture.flatMap(OfflineReview.picture),
            asked: sticker.review?.outcome == .sentBack ? sticker.review?.comment : before?.comment)
    }

    private func backdrop(_ background: Background) throws -> Backdrop {
        // Only the names of the default backgrounds are translated.
        let key = "background.\(background.name)"
        let path = background.fill.picture.flatMap { pictures[$0.sha256] }
        return Backdrop(
            name: texts.table[key] == nil ? background.name : texts(key), colour: background.fill.colour,
            image: try path.flatMap(OfflineReview.photo))
    }

    /// A photo as a data URL. Nil if browsers cannot show it, or if it is too large for an e-mail.
    private static func photo(_ path: String) throws -> String? {
        let bytes: [UInt8]
        do {
            bytes = try OpenFile.contents(ofFileAt: path)
        } catch {
            throw SheetError.unreadable(path: path, reason: "\(error)")
        }
        let isJPEG = bytes.starts(with: [0xFF, 0xD8, 0xFF])
        guard bytes.count <= 4 << 20, isJPEG || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
        return DataAddress.address(bytes, isJPEG ? .jpeg : .png)
    }

    /// A picture for comparison, as a data URL. Nil if it cannot be read.
    private static func picture(_ path: String) -> String? {
        (try? OpenFile.contents(ofFileAt: path)).map { DataAddress.picture($0, path: path) }
    }

    private func embedded(_ path: String) throws -> String {
        guard let bytes = assets.read(path) else {
            throw SheetError.unreadable(path: assets.absolute(path), reason: "it does not exist")
        }
        return DataAddress.picture(bytes, path: path)
    }

    private static func base64(_ hexadecimal: String) -> String {
        let digits = Array(hexadecimal.utf8)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
        return Data(bytes).base64EncodedString()
    }
}
