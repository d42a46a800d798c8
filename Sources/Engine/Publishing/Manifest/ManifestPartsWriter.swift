import Foundation
import JobModel
import StickerManifest

/// Writes the index, parts and records of a manifest as compact JSON with sorted keys. Each line contains one sticker
/// or pack.
package struct ManifestPartsWriter {
    private let last: ManifestEncoding?
    private let keepsLines: Bool
    private let encoder = JSONEncoder.sorted
    private(set) var news: [String: [UInt8]] = [:]

    init(last: ManifestEncoding?, keepsLines: Bool = true) {
        self.last = last
        self.keepsLines = keepsLines
    }

    // MARK: Index

    /// Encodes a manifest.
    ///
    /// - Parameter others: the index lines of packs that are not in `catalog`.
    mutating func text(of catalog: Catalog, besides others: [ManifestText.Line]) throws -> ManifestText {
        var encoding = ManifestEncoding()
        var lines = others
        for (id, content) in catalog.contents {
            let pack = try self.encoding(of: content)
            encoding.packs[id] = pack
            lines.append(ManifestText.Line(id: id, isHidden: content.isHidden, text: pack.line ?? []))
        }
        lines.sort { $0.id < $1.id }
        let index = try ManifestIndex.text(generator: catalog.generator, rulesOff: catalog.rulesOff, lines: lines)
        return ManifestText(bytes: index, encoding: encoding, news: news, others: others)
    }

    /// The encoding of a pack. Returns the last one if the pack is unchanged.
    mutating func encoding(of content: PackContent) throws -> PackEncoding {
        let earlier = last?.packs[content.id]
        if var earlier, earlier.content == content {
            if earlier.line == nil { earlier.line = [UInt8](try encoder.encode(earlier.entry)) }
            return earlier
        }
        // Without kept lines, the stickers of only one pack are expanded in memory at a time.
        let compact = keepsLines ? [] : content.stickers.filter(\.isCompact)
        for sticker in compact { sticker.expand() }
        defer { for sticker in compact { sticker.compact() } }
        let (stickers, held) = (content.pack?.stickers ?? [], content.awaiting?.stickers ?? [])
        let known = KnownStickers(stickers, since: earlier?.content.pack?.stickers ?? [])
        let records = try records(of: stickers, known, earlier?.records)
        let awaiting = try self.records(
            of: held, KnownStickers(held, since: earlier?.content.awaiting?.stickers ?? []), earlier?.awaitingRecords)
        let lines = try lines(of: content, records, known, after: earlier)
        let pieces = ManifestPartsWriter.pieces(of: lines)
        let parts = KnownParts(earlier)
        var entry = PackEntry(content, lines)
        if !content.isHidden {
            entry.app = try pieces.map { piece in
                let isLast = piece.upperBound == stickers.count
                if !isLast, let same = parts[lines[piece]]?.app { return same }
                return add(try appPart(content, lines[piece].map(\.app), isLast: isLast))
            }
        }
        entry.review = try pieces.map { piece in
            let isLast = piece.upperBound == stickers.count
            if !isLast, let same = parts[lines[piece]]?.review { return same }
            return add(try reviewPart(content, lines[piece].map(\.review), isLast: isLast, awaiting: awaiting))
        }
        return PackEncoding(
            content: content, entry: entry, records: records, awaitingRecords: awaiting,
            line: [UInt8](try encoder.encode(entry)), lines: keepsLines ? lines : nil)
    }

    /// The encoded lines of a pack's stickers. Lines of unchanged stickers are reused.
    private func lines(
        of content: PackContent, _ records: [ManifestPart], _ known: KnownStickers, after earlier: PackEncoding?
    ) throws -> [StickerLines] {
        let size = content.pack?.size ?? .regular
        let knownLines = earlier?.content.pack?.size == size ? earlier?.lines : nil
        let stickers = content.pack?.stickers ?? []
        return try known.values(after: knownLines, count: stickers.count) { number in
            if let knownLines, let place = known[number], place.isSame { return knownLines[place.place] }
            let sticker = stickers[number]
            // Expanded once here, because several properties are read below.
            sticker.expand()
            return StickerLines(
                sticker, app: [UInt8](try encoder.encode(AppSticker(sticker, packSize: size))),
                review: [UInt8](try encoder.encode(ReviewSticker(sticker, record: records[number]))),
                endsPart: ManifestPartsWriter.endsPart(sticker.id))
        }
    }

    // MARK: Parts

    /// The maximum number of stickers in a pack with a single part.
    private static let undivided = 2000
    /// The maximum number of stickers in a part.
    private static let most = 8192

    /// Divides the lines of a pack's stickers into parts. A part ends at a sticker whose id has a hash that starts with
    /// ten zero bits. An added or removed sticker therefore usually changes only its own part.
    package static func pieces(of lines: [StickerLines]) -> [Range<Int>] {
        let count = lines.count
        guard count > undivided else { return [0..<count] }
        var pieces: [Range<Int>] = []
        var start = 0
        for (place, line) in lines.enumerated() where line.endsPart || place - start == most - 1 {
            pieces.append(start..<place + 1)
            start = place + 1
        }
        if start < count { pieces.append(start..<count) }
        return pieces
    }

    private static func endsPart(_ id: String) -> Bool {
        // The first three hexadecimal digits have twelve bits. The last two of these bits can have any value.
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
        _ content: PackContent, _ stickers: [[UInt8]], isLast: Bool
    ) throws -> [UInt8] {
        var object = JSONLinesObject()
        if isLast { try add("messages", content.messages.map(\.forApps), to: &object) }
        object.add("pack", [UInt8](try encoder.encode(content.id)))
        if isLast { try add("pieces", content.pieces?.forApps, to: &object) }
        object.add("schemaVersion", Array("\(ManifestIndex.schemaVersion)".utf8))
        object.add("stickers", lines: stickers)
        return object.text()
    }

    private func reviewPart(
        _ content: PackContent, _ stickers: [[UInt8]], isLast: Bool, awaiting: [ManifestPart]
    ) throws -> [UInt8] {
        var object = JSONLinesObject()
        if isLast, let held = content.awaiting {
            let lines = try zip(held.stickers, awaiting).map { sticker, record in
                var line = ReviewSticker(sticker, record: record)
                line.label = sticker.label
                line.labels = sticker.labels.isEmpty ? nil : sticker.labels
                line.size = sticker.size == held.size ? nil : sticker.size
                return [UInt8](try encoder.encode(line))
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
        return object.text()
    }

    // MARK: Records

    /// The records of the stickers, in the same order. Records of unchanged stickers are reused.
    private mutating func records(
        of stickers: [Sticker], _ known: KnownStickers, _ earlier: [ManifestPart]?
    ) throws -> [ManifestPart] {
        try known.values(after: earlier, count: stickers.count) { number in
            let sticker = stickers[number]
            if let earlier, let place = known[number], earlier.indices.contains(place.place),
                place.isSame || known.before(place).hasSameRecord(as: sticker)
            {
                return earlier[place.place]
            }
            return add([UInt8](try encoder.encode(StickerRecord(sticker))) + [UInt8(ascii: "\n")])
        }
    }
}

extension Catalog {
    /// The content of each pack, by pack id.
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

extension PackContent {
    fileprivate var stickers: [Sticker] { (pack?.stickers ?? []) + (awaiting?.stickers ?? []) }

    /// Whether the pack is hidden from apps.
    fileprivate var isHidden: Bool { pack == nil && messages.isEmpty && pieces == nil }
}

extension Message {
    /// The message in its form for apps, without data about reviews, source files, rendering, or the version of
    /// stickerd.
    fileprivate var forApps: Message {
        var message = Message(
            pack: pack, id: id, text: text, translations: translations,
            source: SourceArt(path: "", sha256: "", bytes: 0, format: "", width: 0, height: 0),
            renditions: delivery.map { [$0] } ?? [], previews: [],
            fit: Fit(summary: "", gaveUp: "nothing", attempts: []), findings: [], fingerprint: "", pixels: "")
        (message.film, message.animation, message.expires) = (film, animation, expires)
        return message
    }
}

extension PiecePack {
    /// The pack of game pieces in its form for apps.
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
    /// The index entry of a pack, without its list of parts.
    ///
    /// - Parameter lines: the encoded lines of its published stickers.
    fileprivate init(_ content: PackContent, _ lines: [StickerLines]) {
        let pack = content.pack ?? content.awaiting
        if let pack { self.init(pack) } else { self.init(id: content.id) }
        counts = PackCounts(content, lines)
        guard let pack else { return }
        icon = pack.icon.max { $0.width * $0.height < $1.width * $1.height }.map(IconEntry.init)
        guard content.pack != nil else { return }
        stickers = pack.stickers.count
        bytes = lines.total { $0.bytes }
    }
}

extension PackCounts {
    fileprivate init(_ content: PackContent, _ lines: [StickerLines]) {
        self.init()
        for sticker in lines {
            switch sticker.outcome {
            case .approved: approved += 1
            case .sentBack: sentBack += 1
            case nil: open += 1
            }
            if sticker.hasFindings { warnings += 1 }
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
            sha256: icon.sha256, bytes: icon.bytes, format: StickerFormat(path: icon.path)?.fileExtension ?? "png",
            width: icon.width, height: icon.height)
    }
}
