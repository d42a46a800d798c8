import JobModel
import StickerManifest

/// The content of a `pack.json`. Every key is optional.
package struct PackSettings: Sendable, Hashable {
    /// The title in the default language. Nil to use the name of the folder.
    package var title: String?
    /// The titles in other languages, by BCP 47 tag.
    package var titles: [String: String]
    package var size: StickerSize?
    /// The names of stickers in display order. Stickers that are not listed follow, sorted by name.
    package var order: [String]
    /// The period in which apps may show the pack. Nil for no limit.
    package var availability: Availability?
    /// The id of the product that apps sell for the pack. Nil if the pack is free.
    package var productID: String?
    /// The kind of items that are made from the art.
    package var kind: PackKind
    /// The side in points of the square of game pieces. Nil for the default.
    package var box: Int?

    package init(
        title: String? = nil, titles: [String: String] = [:], size: StickerSize? = nil, order: [String] = [],
        availability: Availability? = nil, productID: String? = nil, kind: PackKind = .stickers, box: Int? = nil
    ) {
        self.title = title
        self.titles = titles
        self.size = size
        self.order = order
        self.availability = availability
        self.productID = productID
        self.kind = kind
        self.box = box
    }

    /// The side in points of the square in which game pieces are drawn. Nil if the pack contains stickers.
    package var pieceBox: Int? {
        kind == .pieces ? box ?? PieceRecipe.defaultBox : nil
    }
}

/// The kind of items that are made from the art of a pack.
package enum PackKind: String, Sendable, CaseIterable {
    case stickers
    /// Game pieces for a board that an app draws, which are not part of a sticker pack.
    case pieces
}

/// The content of a sticker's sidecar. Every key is optional.
package struct Sidecar: Sendable, Hashable {
    /// The label in the default language.
    package var label: String?
    /// The labels in other languages, by BCP 47 tag.
    package var labels: [String: String]
    package var size: StickerSize?
    package var trim: Bool?
    /// The empty margin on each side, as a fraction of the side from 0 to 0.25.
    package var padding: Double?
    /// The frames per second of a folder of frames.
    package var frameRate: Double?
    /// The number of times that a folder of frames is played. 0 means forever.
    package var loops: Int?
    /// The file format of the published animation.
    package var format: AnimationSettings.Format?
    /// The point of a game piece that is placed on a field of the board. Nil for the default.
    package var anchor: PieceAnchor?

    package init(
        label: String? = nil, labels: [String: String] = [:], size: StickerSize? = nil, trim: Bool? = nil,
        padding: Double? = nil, frameRate: Double? = nil, loops: Int? = nil,
        format: AnimationSettings.Format? = nil, anchor: PieceAnchor? = nil
    ) {
        self.label = label
        self.labels = labels
        self.size = size
        self.trim = trim
        self.padding = padding
        self.frameRate = frameRate
        self.loops = loops
        self.format = format
        self.anchor = anchor
    }
}

extension PackSettings {
    /// Reads a pack.json.
    ///
    /// - Parameter file: the name of the file, for messages.
    /// - Throws: `ConfigurationError.invalid`, with all errors in the text.
    package init(json: [UInt8], file: String) throws(ConfigurationError) {
        self = try JSONObjectReader.read(json, file: file) { reader in
            var settings = PackSettings(
                title: reader.words("title", "a title"),
                titles: reader.wordsByLanguage("titles", "a title"),
                size: reader.choice("size", of: StickerSize.self),
                order: Self.order(&reader),
                availability: Self.availability(&reader),
                productID: reader.text("productID", Self.productIDForm, Self.productID))
            settings.kind = reader.choice("kind", of: PackKind.self) ?? .stickers
            settings.box = reader.integer("box", in: ConfigurationRange.box)
            if settings.box != nil, settings.kind != .pieces {
                reader.issues.add(
                    reader.keyPath("box"), at: reader.position(of: "box"),
                    "only a pack of pieces has a box; add \"kind\": \"pieces\"")
            }
            return settings
        }
    }

    private static let productIDForm =
        "a product like \"com.example.stickers.cats\", of at most 100 ASCII letters, digits, dots, underscores and hyphens"

    private static func productID(_ text: String) -> String? {
        text.wholeMatch(of: /[A-Za-z0-9._-]{1,100}/) == nil ? nil : text
    }

    private static func availability(_ reader: inout JSONObjectReader) -> Availability? {
        var availability: Availability?
        let moment = "a day like \"2026-12-01\" or a moment like \"2026-12-01T09:00:00+01:00\""
        reader.object("available") { reader in
            let from = reader.text("from", moment, Availability.moment)
            let until = reader.text("until", moment, Availability.moment)
            if let from, let until, until <= from {
                reader.issues.add(
                    reader.keyPath("until"), at: reader.position(of: "until"), "expected a moment after `from`")
            }
            availability = Availability(from: from, until: until)
        }
        return availability
    }

    private static func order(_ reader: inout JSONObjectReader) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        for item in reader.list("order") ?? [] {
            guard case .text(let name) = item.value.content, !name.allSatisfy(\.isWhitespace) else {
                reader.issues.add(
                    item.path, at: item.value.position, "expected a sticker's name, found \(item.value.found)")
                continue
            }
            if !seen.insert(name).inserted {
                reader.issues.add(
                    item.path, at: item.value.position, "expected each sticker once, found \(name.quoted) again")
            }
            names.append(name)
        }
        return names
    }
}

extension Sidecar {
    /// Reads the sidecar of a sticker.
    ///
    /// - Parameter file: the name of the file, for messages.
    /// - Throws: `ConfigurationError.invalid`, with all errors in the text.
    package init(json: [UInt8], file: String) throws(ConfigurationError) {
        self = try JSONObjectReader.read(json, file: file) { reader in
            Sidecar(
                label: reader.words("label", "a label"),
                labels: reader.wordsByLanguage("labels", "a label"),
                size: reader.choice("size", of: StickerSize.self),
                trim: reader.boolean("trim"),
                padding: reader.number("padding", in: ConfigurationRange.padding),
                frameRate: reader.number("frameRate", in: ConfigurationRange.sequenceFrameRate),
                loops: reader.integer("loops", in: ConfigurationRange.loops),
                format: reader.choice("format", of: AnimationSettings.Format.self),
                anchor: Self.anchor(&reader))
        }
    }

    private static func anchor(_ reader: inout JSONObjectReader) -> PieceAnchor? {
        var anchor: PieceAnchor?
        reader.object("anchor") { reader in
            let centre = PieceAnchor()
            anchor = PieceAnchor(
                x: reader.number("x", in: ConfigurationRange.anchor) ?? centre.x,
                y: reader.number("y", in: ConfigurationRange.anchor) ?? centre.y)
        }
        return anchor
    }
}
