/// The data for apps about the stickers of a pack, or about some of them in a large pack. It does not depend on
/// reviews, source names or the version of stickerd, so their changes cause no download.
package struct AppPart: Codable, Sendable, Equatable {
    package var schemaVersion = ManifestIndex.schemaVersion
    package var pack: String
    /// The stickers in browser order.
    package var stickers: [AppSticker]
    /// The pack's interactive messages for apps. Only in the last part. Nil if there are none.
    package var messages: [Message]?
    /// The game pieces for apps. Nil for a pack of stickers.
    package var pieces: PiecePack?

    private enum CodingKeys: String, CodingKey {
        case schemaVersion, pack, stickers, messages, pieces
    }

    package init(pack: String, stickers: [AppSticker], messages: [Message]? = nil) {
        self.pack = pack
        self.stickers = stickers
        self.messages = messages
    }
}

/// A sticker as apps get it, with only the file that they show: the one at @3x.
package struct AppSticker: Codable, Sendable, Equatable {
    package var id: String
    package var label: String
    package var labels: [String: String]?
    /// Nil if it equals the size of the pack.
    package var size: StickerSize?
    /// SHA-256 of the file, which is `assets/<sha256>.<extension>`.
    package var sha256: String
    package var bytes: Int
    /// `png`, `apng`, `gif` or `jpeg`.
    package var format: String
    package var width: Int
    package var height: Int
    package var animation: Animation?

    private enum CodingKeys: String, CodingKey {
        case id, label, labels, size, sha256, bytes, format, width, height, animation
    }

    /// - Parameter packSize: the pack's size class.
    package init(_ sticker: Sticker, packSize: StickerSize) {
        let file = sticker.delivery
        id = sticker.id
        label = sticker.label
        labels = sticker.labels.isEmpty ? nil : sticker.labels
        size = sticker.size == packSize ? nil : sticker.size
        sha256 = file?.sha256 ?? ""
        bytes = file?.bytes ?? 0
        format = file?.format ?? ""
        width = file?.width ?? 0
        height = file?.height ?? 0
        animation = sticker.animation
    }

    /// `<sha256>.<extension>`
    package var fileName: String { "\(sha256).\(StickerFormat.fileExtension(ofFormat: format))" }
}

extension Sticker {
    /// A sticker as apps get it: with the one file that they show, and without the details of its rendering.
    fileprivate init(_ line: AppSticker, packSize: StickerSize) {
        self.init(
            id: line.id, label: line.label, labels: line.labels ?? [:], size: line.size ?? packSize,
            source: SourceArt(path: "", sha256: "", bytes: 0, format: "", width: 0, height: 0),
            animation: line.animation,
            renditions: [
                Rendition(
                    scale: 3, path: "assets/\(line.fileName)", name: "", width: line.width, height: line.height,
                    bytes: line.bytes, sha256: line.sha256, format: line.format, colours: nil, fidelity: 1)
            ], previews: [], fit: Fit(summary: "", gaveUp: "nothing", attempts: []), findings: [], fingerprint: "",
            pixels: "")
    }
}

extension Pack {
    /// A pack as apps get it.
    package init(_ entry: PackEntry, _ stickers: [AppSticker]) {
        let size = entry.size ?? .regular
        self.init(entry, stickers: stickers.map { Sticker($0, packSize: size) })
    }
}

/// The additional data about a pack, or about some of its stickers, for the people who make stickers.
package struct ReviewPart: Codable, Sendable, Equatable {
    package var schemaVersion = ManifestIndex.schemaVersion
    package var pack: String
    /// The review entries of the app part at the same position, in its order.
    package var stickers: [ReviewSticker]
    /// The finished stickers that await approval. Only in the last part of a pack.
    package var awaiting: [ReviewSticker]?
    /// The sources of the pack that were not published, by their paths. Only in the last part.
    package var rejected: [RejectedSource]?
    /// The pack's icon in all sizes. Only in the last part.
    package var icon: [IconEntry]?
    /// The pack's interactive messages with all of their properties. Only in the last part.
    package var messages: [Message]?
    /// The messages that await approval. Only in the last part.
    package var awaitingMessages: [Message]?
    /// The game pieces with all of their properties. Nil for a pack of stickers.
    package var pieces: PiecePack?
    /// The game pieces that await approval.
    package var awaitingPieces: PiecePack?

    private enum CodingKeys: String, CodingKey {
        case schemaVersion, pack, stickers, awaiting, rejected, icon, messages, awaitingMessages, pieces, awaitingPieces
    }

    package init(pack: String, stickers: [ReviewSticker]) {
        self.pack = pack
        self.stickers = stickers
    }
}

/// The data about a sticker that is not in its record.
package struct ReviewSticker: Codable, Sendable, Equatable {
    package var id: String
    /// Path of its source relative to the drop folder, in Unicode NFC.
    package var source: String
    /// The sticker's record: the details of its rendering, and all of its files.
    package var record: ManifestPart
    package var review: Review?
    package var findings: [Finding]?
    /// The properties below are set only for a sticker that awaits approval, as in `AppSticker`.
    package var label: String?
    package var labels: [String: String]?
    package var size: StickerSize?

    private enum CodingKeys: String, CodingKey {
        case id, source, record, review, findings, label, labels, size
    }

    package init(_ sticker: Sticker, record: ManifestPart) {
        id = sticker.id
        source = sticker.source.path
        self.record = record
        review = sticker.review
        findings = sticker.findings.isEmpty ? nil : sticker.findings
    }
}

/// The properties and the files of one result, without the name of the sticker. A record is written once and never
/// changes. Stickers with the same result share it.
package struct StickerRecord: Codable, Sendable, Equatable {
    /// The maximum size of a record in bytes.
    package static let largest = 256 << 10

    /// The source of the result, without its name.
    package struct Source: Codable, Sendable, Equatable {
        package var sha256: String
        package var bytes: Int
        package var format: String
        package var width: Int
        package var height: Int

        private enum CodingKeys: String, CodingKey {
            case sha256, bytes, format, width, height
        }
    }

    /// A file `assets/<sha256>.<extension>`.
    package struct File: Codable, Sendable, Equatable {
        package var sha256: String
        package var bytes: Int
        package var format: String
        /// The scale of a rendition.
        package var scale: Int?
        package var width: Int?
        package var height: Int?
        package var colours: Int?
        package var fidelity: Double?
        /// The background of a preview.
        package var background: String?
        /// The times of a filmstrip.
        package var times: [Int]?

        private enum CodingKeys: String, CodingKey {
            case sha256, bytes, format, scale, width, height, colours, fidelity, background, times
        }

        package init(sha256: String, bytes: Int, format: String) {
            self.sha256 = sha256
            self.bytes = bytes
            self.format = format
        }

        /// `<sha256>.<extension>`
        package var name: String { "\(sha256).\(StickerFormat.fileExtension(ofFormat: format))" }
    }

    package var schemaVersion = ManifestIndex.schemaVersion
    package var source: Source
    package var animation: Animation?
    package var renditions: [File]
    package var previews: [File]
    package var filmstrip: File?
    package var fit: Fit
    package var fingerprint: String
    package var pixels: String

    private enum CodingKeys: String, CodingKey {
        case schemaVersion, source, animation, renditions, previews, filmstrip, fit, fingerprint, pixels
    }

    package init(_ sticker: Sticker) {
        source = Source(
            sha256: sticker.source.sha256, bytes: sticker.source.bytes, format: sticker.source.format,
            width: sticker.source.width, height: sticker.source.height)
        animation = sticker.animation
        renditions = sticker.renditions.map { rendition in
            var file = File(sha256: rendition.sha256, bytes: rendition.bytes, format: rendition.format)
            (file.scale, file.width, file.height) = (rendition.scale, rendition.width, rendition.height)
            (file.colours, file.fidelity) = (rendition.colours, rendition.fidelity)
            return file
        }
        previews = sticker.previews.map { preview in
            var file = File(
                sha256: preview.sha256, bytes: preview.bytes,
                format: StickerFormat(path: preview.path)?.fileExtension ?? "png"
            )
            file.background = preview.background
            return file
        }
        filmstrip = sticker.filmstrip.map { strip in
            var file = File(
                sha256: strip.sha256, bytes: strip.bytes,
                format: StickerFormat(path: strip.path)?.fileExtension ?? "png")
            (file.width, file.height, file.times) = (strip.width, strip.height, strip.times)
            return file
        }
        fit = sticker.fit
        fingerprint = sticker.fingerprint
        pixels = sticker.pixels
    }
}
