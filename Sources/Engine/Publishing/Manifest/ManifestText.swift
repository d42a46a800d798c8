import Foundation
import JobModel
import StickerManifest

/// A manifest as it is written: the bytes of its index, and of those parts and records that the one before it does not have.
package struct ManifestText: Sendable {
    /// The index, `catalog.json`.
    package let bytes: [UInt8]
    package let encoding: ManifestEncoding
    /// Parts and records that were encoded now, by path.
    package let news: [String: [UInt8]]
    /// Packs of the index that are no part of the encoding, in the order of their ids: nothing is different about them, and nothing
    /// else is known of them.
    package let others: [Line]

    /// A pack in the index.
    package struct Line: Sendable {
        package let id: String
        /// Whether apps get nothing of it.
        package let isHidden: Bool
        /// JSON without line breaks.
        package let text: [UInt8]
    }

    package init(
        bytes: [UInt8], encoding: ManifestEncoding, news: [String: [UInt8]] = [:], others: [Line] = []
    ) {
        self.bytes = bytes
        self.encoding = encoding
        self.news = news
        self.others = others
    }
}

extension Catalog {
    /// The manifest as it is written in two levels (`docs/manifest.md`).
    ///
    /// - Parameter last: the one that is published: packs that are the same in it are not written again. What this manifest
    ///   was made from if not given.
    package func written(after last: ManifestText? = nil) throws -> ManifestText {
        var writer = ManifestPartsWriter(last: last?.encoding ?? origin.encoding)
        return try writer.text(of: self, besides: last?.others ?? [])
    }

    /// What the manifest says of each pack, by their ids.
    fileprivate var contents: [String: PackContent] {
        var contents: [String: PackContent] = [:]
        for pack in packs { contents[pack.id, default: PackContent(id: pack.id)].pack = pack }
        for pack in awaitingApproval ?? [] { contents[pack.id, default: PackContent(id: pack.id)].awaiting = pack }
        for source in rejected {
            let pack = MessagePack.parent(of: source.pack) ?? source.pack
            contents[pack, default: PackContent(id: pack)].rejected.append(source)
        }
        for pack in pieces ?? [] { contents[pack.id, default: PackContent(id: pack.id)].pieces = pack }
        for pack in piecesAwaitingApproval ?? [] {
            contents[pack.id, default: PackContent(id: pack.id)].awaitingPieces = pack
        }
        for message in messages ?? [] {
            contents[message.pack, default: PackContent(id: message.pack)].messages.append(message)
        }
        for message in messagesAwaitingApproval ?? [] {
            contents[message.pack, default: PackContent(id: message.pack)].awaitingMessages.append(message)
        }
        return contents
    }
}

extension ManifestText {
    /// The same, without the bytes of what lies in the output folder by now.
    package var withoutNews: ManifestText { ManifestText(bytes: bytes, encoding: encoding, others: others) }

    /// The same after a pack of the others has been read, so that it is a part of the encoding.
    package func reading(_ packs: ManifestEncoding) -> ManifestText {
        var all = encoding
        all.packs.merge(packs.packs) { $1 }
        return ManifestText(bytes: bytes, encoding: all, others: others.filter { packs.packs[$0.id] == nil })
    }

    /// Every part and record with its size, by path.
    package var documents: [String: Int] {
        var documents: [String: Int] = [:]
        for pack in encoding.packs.values {
            for document in pack.documents { documents[document.path] = document.bytes }
        }
        return documents
    }

    /// Parts and records that an earlier manifest has and this one has not.
    func dropped(from last: ManifestText) -> Set<String> {
        var gone: Set<ManifestPart> = []
        for (id, pack) in last.encoding.packs {
            let now = encoding.packs[id]?.documents ?? []
            if pack.documents != now { gone.formUnion(pack.documents.subtracting(now)) }
        }
        // Stickers with the same result share a record, also those of other packs.
        return Set(gone.filter { part in !encoding.packs.values.contains { $0.documents.contains(part) } }.map(\.path))
    }

    /// The bytes of these parts and records, encoded again.
    ///
    /// - Parameter paths: their paths.
    func encoded(_ paths: Set<String>) throws -> [String: [UInt8]] {
        guard !paths.isEmpty else { return [:] }
        var writer = ManifestPartsWriter(last: nil)
        for pack in encoding.packs.values where pack.documents.contains(where: { paths.contains($0.path) }) {
            _ = try writer.encoding(of: pack.content)
        }
        return writer.news.filter { paths.contains($0.key) }
    }
}

/// Writes the index, parts and records of a manifest: compact JSON with sorted keys, one sticker or pack on a line.
private struct ManifestPartsWriter {
    private let last: ManifestEncoding?
    private let encoder = JSONEncoder()
    private(set) var news: [String: [UInt8]] = [:]

    init(last: ManifestEncoding?) {
        self.last = last
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    // MARK: Index

    /// - Parameter others: packs that are not in the catalog.
    mutating func text(of catalog: Catalog, besides others: [ManifestText.Line]) throws -> ManifestText {
        var encoding = ManifestEncoding()
        var lines = others
        for (id, content) in catalog.contents {
            let pack = try self.encoding(of: content)
            encoding.packs[id] = pack
            lines.append(ManifestText.Line(id: id, isHidden: content.isHidden, text: pack.line ?? []))
        }
        lines.sort { $0.id < $1.id }
        var index = JSONLinesObject()
        index.add("generator", [UInt8](try encoder.encode(catalog.generator)))
        index.add("hidden", lines: lines.filter(\.isHidden).map(\.text))
        index.add("packs", lines: lines.filter { !$0.isHidden }.map(\.text))
        index.add("rulesOff", [UInt8](try encoder.encode(catalog.rulesOff)))
        index.add("schemaVersion", Array("\(ManifestIndex.schemaVersion)".utf8))
        return ManifestText(bytes: index.text, encoding: encoding, news: news, others: others)
    }

    /// The pack as it was written last, or written now.
    mutating func encoding(of content: PackContent) throws -> PackEncoding {
        let earlier = last?.packs[content.id]
        if var earlier, earlier.content == content {
            if earlier.line == nil { earlier.line = [UInt8](try encoder.encode(earlier.entry)) }
            return earlier
        }
        let records = try records(of: content.pack, earlier?.content.pack, earlier?.records)
        let awaiting = try self.records(of: content.awaiting, earlier?.content.awaiting, earlier?.awaitingRecords)
        var entry = PackEntry(content)
        let stickers = content.pack?.stickers ?? []
        let lines = try lines(of: content, records, after: earlier)
        let pieces = ManifestPartsWriter.pieces(of: lines)
        if !content.isHidden {
            entry.app = try pieces.map { piece in
                let isLast = piece.upperBound == stickers.count
                return add(try appPart(content, lines.app[piece], isLast: isLast))
            }
        }
        entry.review = try pieces.map { piece in
            let isLast = piece.upperBound == stickers.count
            return add(
                try reviewPart(content, lines.review[piece], isLast: isLast, awaiting: awaiting))
        }
        return PackEncoding(
            content: content, entry: entry, records: records, awaitingRecords: awaiting,
            line: [UInt8](try encoder.encode(entry)), lines: lines)
    }

    /// The lines of a pack's stickers.
    private func lines(
        of content: PackContent, _ records: [String: ManifestPart], after earlier: PackEncoding?
    ) throws -> PackLines {
        let stickers = content.pack?.stickers ?? []
        let size = content.pack?.size ?? .regular
        let knownLines = earlier?.content.pack?.size == size ? earlier?.lines : nil
        var lines = PackLines()
        for (sticker, place) in zip(stickers, unchanged(stickers, since: earlier?.content.pack?.stickers ?? [])) {
            if let place, let knownLines {
                lines.app.append(knownLines.app[place])
                lines.review.append(knownLines.review[place])
                lines.endsPart.append(knownLines.endsPart[place])
            } else {
                lines.app.append([UInt8](try encoder.encode(AppSticker(sticker, packSize: size))))
                let record = records[sticker.id]
                lines.review.append(
                    try record.map { [UInt8](try encoder.encode(ReviewSticker(sticker, record: $0))) } ?? [])
                lines.endsPart.append(ManifestPartsWriter.endsPart(sticker.id))
            }
        }
        return lines
    }

    /// The place that each sticker had before; nil where it was another, or was not there. Both packs have one order: those
    /// that are the same are found by going along both.
    private func unchanged(_ stickers: [Sticker], since known: [Sticker]) -> [Int?] {
        var place = 0
        return stickers.map { sticker in
            if place < known.count, known[place].isSameCopy(as: sticker) {
                place += 1
                return place - 1
            }
            let id = sticker.id
            if place + 1 < known.count, known[place].id != id, known[place + 1].id == id { place += 1 }
            guard place < known.count, known[place].id == id else { return nil }
            place += 1
            return known[place - 1] == sticker ? place - 1 : nil
        }
    }

    // MARK: Parts

    /// A pack with more stickers has several parts.
    private static let undivided = 2000
    /// No part has more stickers.
    private static let most = 8192

    /// Parts end where the digest of an id has ten zero bits at its start: a sticker that comes or goes changes the part that
    /// it belongs to, and no other.
    private static func pieces(of lines: PackLines) -> [Range<Int>] {
        let count = lines.endsPart.count
        guard count > undivided else { return [0..<count] }
        var pieces: [Range<Int>] = []
        var start = 0
        for (place, endsPart) in lines.endsPart.enumerated() where endsPart || place - start == most - 1 {
            pieces.append(start..<place + 1)
            start = place + 1
        }
        if start < count { pieces.append(start..<count) }
        return pieces
    }

    private static func endsPart(_ id: String) -> Bool {
        // Ten bits are two digits and a half.
        let digest = Digest.sha256(id).utf8.prefix(3)
        return digest.elementsEqual("000".utf8) || digest.elementsEqual("001".utf8)
            || digest.elementsEqual("002".utf8) || digest.elementsEqual("003".utf8)
    }

    private mutating func add(_ bytes: [UInt8]) -> ManifestPart {
        let part = ManifestPart(sha256: Digest.sha256(bytes), bytes: bytes.count)
        news[part.path] = bytes
        return part
    }

    private func add(_ key: String, _ messages: [Message], to object: inout JSONLinesObject) throws {
        guard !messages.isEmpty else { return }
        object.add(key, lines: try messages.map { [UInt8](try encoder.encode($0)) })
    }

    private func add(_ key: String, _ pieces: PiecePack?, to object: inout JSONLinesObject) throws {
        guard let pieces else { return }
        object.add(key, [UInt8](try encoder.encode(pieces)))
    }

    private func appPart(
        _ content: PackContent, _ stickers: ArraySlice<[UInt8]>, isLast: Bool
    ) throws -> [UInt8] {
        var object = JSONLinesObject()
        if isLast { try add("messages", content.messages.map(\.forApps), to: &object) }
        object.add("pack", [UInt8](try encoder.encode(content.id)))
        if isLast { try add("pieces", content.pieces?.forApps, to: &object) }
        object.add("schemaVersion", Array("\(ManifestIndex.schemaVersion)".utf8))
        object.add("stickers", lines: stickers)
        return object.text
    }

    private func reviewPart(
        _ content: PackContent, _ stickers: ArraySlice<[UInt8]>, isLast: Bool, awaiting: [String: ManifestPart]
    ) throws -> [UInt8] {
        var object = JSONLinesObject()
        if isLast, let held = content.awaiting {
            let lines = try held.stickers.compactMap { sticker in
                try awaiting[sticker.id].map { record in
                    var line = ReviewSticker(sticker, record: record)
                    line.label = sticker.label
                    line.labels = sticker.labels.isEmpty ? nil : sticker.labels
                    line.size = sticker.size == held.size ? nil : sticker.size
                    return [UInt8](try encoder.encode(line))
                }
            }
            object.add("awaiting", lines: lines)
        }
        if isLast { try add("awaitingMessages", content.awaitingMessages, to: &object) }
        if isLast { try add("awaitingPieces", content.awaitingPieces, to: &object) }
        if isLast, let icons = (content.pack ?? content.awaiting)?.icon, !icons.isEmpty {
            object.add("icon", lines: try icons.map { [UInt8](try encoder.encode(IconEntry($0))) })
        }
        if isLast { try add("messages", content.messages, to: &object) }
        object.add("pack", [UInt8](try encoder.encode(content.id)))
        if isLast { try add("pieces", content.pieces, to: &object) }
        if isLast, !content.rejected.isEmpty {
            object.add("rejected", lines: try content.rejected.map { [UInt8](try encoder.encode($0)) })
        }
        object.add("schemaVersion", Array("\(ManifestIndex.schemaVersion)".utf8))
        object.add("stickers", lines: stickers)
        return object.text
    }

    // MARK: Records

    /// The records of a pack's stickers by their ids; those of stickers that are the same as before are known.
    private mutating func records(
        of pack: Pack?, _ earlier: Pack?, _ known: [String: ManifestPart]?
    ) throws -> [String: ManifestPart] {
        guard let pack else { return [:] }
        let before = earlier?.stickers ?? []
        var records = known ?? [:]
        for (sticker, place) in zip(pack.stickers, unchanged(pack.stickers, since: before)) {
            let id = sticker.id
            let earlier = place == nil ? before.first { $0.id == id } : sticker
            if records[id] != nil, earlier?.hasSameRecord(as: sticker) ?? false { continue }
            records[id] = add([UInt8](try encoder.encode(StickerRecord(sticker))) + [UInt8(ascii: "\n")])
        }
        if records.count > pack.stickers.count {
            let ids = Set(pack.stickers.map(\.id))
            records = records.filter { ids.contains($0.key) }
        }
        return records
    }
}

extension Sticker {
    /// Whether the records of two stickers are the same.
    fileprivate func hasSameRecord(as other: Sticker) -> Bool {
        if isSameCopy(as: other) { return true }
        return fingerprint == other.fingerprint && pixels == other.pixels && renditions == other.renditions
            && previews == other.previews && filmstrip == other.filmstrip && fit == other.fit
            && animation == other.animation && source.sha256 == other.source.sha256
            && source.bytes == other.source.bytes && source.format == other.source.format
            && source.width == other.source.width && source.height == other.source.height
    }
}

extension PackContent {
    /// Whether apps get nothing of it.
    fileprivate var isHidden: Bool { pack == nil && messages.isEmpty && pieces == nil }
}

extension Message {
    /// As apps get it: nothing in it depends on who reviewed it or on how and by which version it was made.
    fileprivate var forApps: Message {
        Message(
            pack: pack, id: id, text: text, translations: translations,
            source: SourceArt(path: "", sha256: "", bytes: 0, format: "", width: 0, height: 0),
            renditions: delivery.map { [$0] } ?? [], previews: [],
            fit: Fit(summary: "", gaveUp: "nothing", attempts: []), findings: [], fingerprint: "", pixels: "")
    }
}

extension PiecePack {
    /// As apps get it.
    fileprivate var forApps: PiecePack {
        var pack = self
        pack.pieces = pieces.map { piece in
            Piece(
                id: piece.id, label: piece.label, labels: piece.labels, anchor: piece.anchor,
                source: SourceArt(path: "", sha256: "", bytes: 0, format: "", width: 0, height: 0),
                renditions: piece.delivery.map { [$0] } ?? [], previews: [],
                fit: Fit(summary: "", gaveUp: "nothing", attempts: []), findings: [], fingerprint: "", pixels: "",
                review: nil)
        }
        return pack
    }
}

extension PackEntry {
    /// What an index says of a pack, without its parts.
    fileprivate init(_ content: PackContent) {
        self.init(id: content.id)
        counts = PackCounts(content)
        guard let pack = content.pack ?? content.awaiting else { return }
        title = pack.title
        titles = pack.titles.isEmpty ? nil : pack.titles
        size = pack.size
        availability = pack.availability
        productID = pack.productID
        icon = pack.icon.max { $0.width * $0.height < $1.width * $1.height }.map(IconEntry.init)
        guard content.pack != nil else { return }
        stickers = pack.stickers.count
        bytes = pack.stickers.reduce(0) { $0 + $1.deliveryBytes }
    }
}

extension PackCounts {
    fileprivate init(_ content: PackContent) {
        self.init()
        for sticker in content.pack?.stickers ?? [] {
            switch sticker.review?.outcome {
            case .approved: approved += 1
            case .sentBack: sentBack += 1
            case nil: open += 1
            }
            if !sticker.findings.isEmpty { warnings += 1 }
        }
        awaiting =
            (content.awaiting?.stickers.count ?? 0) + content.awaitingMessages.count
            + (content.awaitingPieces?.pieces.count ?? 0)
        rejected = content.rejected.count
    }
}

extension IconEntry {
    fileprivate init(_ icon: IconRendition) {
        self.init(
            sha256: icon.sha256, bytes: icon.bytes, format: ManifestFormat.fileExtension(ofPath: icon.path),
            width: icon.width, height: icon.height)
    }
}
