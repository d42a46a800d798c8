import Foundation

/// Writes a manifest of schema version 1 sticker by sticker, because an encoder needs many times the memory of its
/// input, and a manifest may contain ten thousand stickers. The bytes are those of an encoder for the whole manifest.
struct ManifestWriter {
    private let encoder: JSONEncoder
    private var text: [UInt8] = []

    init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    }

    /// The manifest, with a newline at its end.
    mutating func text(of catalog: Catalog) throws -> [UInt8] {
        var frame = catalog
        frame.packs = []
        try write(catalog.packs, asList: "packs", in: frame, depth: 0) { writer, pack in try writer.write(pack) }
        text.append(UInt8(ascii: "\n"))
        return text
    }

    /// One of the packs as encoded in the manifest, without a final newline.
    mutating func text(of pack: Pack) throws -> [UInt8] {
        indent(2)
        try write(pack)
        return text
    }

    /// The text of a manifest before and after its packs.
    ///
    /// - Throws: `EncodingError` if the list is not found.
    static func frame(of catalog: Catalog) throws -> (head: Data, tail: Data) {
        var frame = catalog
        frame.packs = []
        let text = try ManifestWriter().encoder.encode(frame)
        let place = try start(ofList: "packs", in: text)
        return (text[..<place], text[place...] + Data("\n".utf8))
    }

    private mutating func write(_ pack: Pack) throws {
        var frame = pack
        frame.stickers = []
        try write(pack.stickers, asList: "stickers", in: frame, depth: 2) { writer, sticker in
            writer.append(try writer.encoder.encode(sticker), depth: 4)
        }
    }

    /// The position in `frame` at which elements can be inserted into an empty list.
    ///
    /// - Throws: `EncodingError` if the list is not found.
    private static func start(ofList name: String, in frame: Data) throws -> Data.Index {
        // Strings contain no line breaks, so only the frame's own list has this indent at the start of a line.
        guard let head = frame.range(of: Data("\n  \"\(name)\" : [\n".utf8)) else {
            // The encoder of another Foundation version may format lists differently. It is better to fail than to
            // write a manifest without its stickers.
            throw EncodingError.invalidValue(
                name, EncodingError.Context(codingPath: [], debugDescription: "The empty list “\(name)” is not found."))
        }
        return head.upperBound
    }

    /// Writes a value in which the empty list of this name is replaced by these elements.
    ///
    /// - Parameter depth: the indentation of the value, in levels of two spaces.
    /// - Throws: `EncodingError` if the list is not found.
    private mutating func write<Element>(
        _ elements: [Element], asList name: String, in frame: some Encodable, depth: Int,
        each: (inout ManifestWriter, Element) throws -> Void
    ) throws {
        let frame = try encoder.encode(frame)
        guard !elements.isEmpty else { return append(frame, depth: depth) }
        let place = try ManifestWriter.start(ofList: name, in: frame)
        append(frame[..<place], depth: depth)
        for (number, element) in elements.enumerated() {
            if number > 0 { text.append(contentsOf: ",\n".utf8) }
            indent(depth + 2)
            try each(&self, element)
        }
        // The rest starts with the line break of the empty list.
        append(frame[place...], depth: depth)
    }

    /// Adds lines, and indents all but the first of them.
    private mutating func append(_ lines: Data, depth: Int) {
        lines.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            var rest = bytes[...]
            while depth > 0, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                text.append(contentsOf: rest[...end])
                rest = rest[(end + 1)...]
                // The encoder writes an empty line between the brackets of an empty list. This line is not indented.
                if let first = rest.first, first != UInt8(ascii: "\n") { indent(depth) }
            }
            text.append(contentsOf: rest)
        }
    }

    private mutating func indent(_ depth: Int) {
        for _ in 0..<depth { text.append(contentsOf: "  ".utf8) }
    }
}
