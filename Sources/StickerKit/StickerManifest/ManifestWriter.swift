import Foundation

/// Writes a manifest of schema version 1 sticker by sticker: an encoder needs many times the memory of what it is given at
/// once, and a manifest may name ten thousand stickers. The bytes are those that it would write of the whole.
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
        try write(catalog.packs, asList: "packs", in: frame, depth: 0) { writer, pack in
            var frame = pack
            frame.stickers = []
            try writer.write(pack.stickers, asList: "stickers", in: frame, depth: 2) { writer, sticker in
                writer.append(try writer.encoder.encode(sticker), depth: 4)
            }
        }
        text.append(UInt8(ascii: "\n"))
        return text
    }

    /// Writes a value whose list of this name is empty, with the elements in the list.
    ///
    /// - Parameter depth: how far in the value stands.
    /// - Throws: `EncodingError` where the list is not found.
    private mutating func write<Element>(
        _ elements: [Element], asList name: String, in frame: some Encodable, depth: Int,
        each: (inout ManifestWriter, Element) throws -> Void
    ) throws {
        let frame = try encoder.encode(frame)
        // No string has a line break in it, so nothing but the frame's own list stands so far in at the start of a line.
        let start = Data("\n  \"\(name)\" : [\n".utf8)
        guard !elements.isEmpty else { return append(frame, depth: depth) }
        guard let head = frame.range(of: start) else {
            // An encoder of another version that lays lists out otherwise: a manifest without its stickers is no choice.
            throw EncodingError.invalidValue(
                name, EncodingError.Context(codingPath: [], debugDescription: "The empty list “\(name)” is not found."))
        }
        append(frame[..<head.upperBound], depth: depth)
        for (place, element) in elements.enumerated() {
            if place > 0 { text.append(contentsOf: ",\n".utf8) }
            indent(depth + 2)
            try each(&self, element)
        }
        // What is left begins with the line break of the empty list.
        append(frame[head.upperBound...], depth: depth)
    }

    /// Adds lines, all but the first of them further in.
    private mutating func append(_ lines: Data, depth: Int) {
        lines.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            var rest = bytes[...]
            while depth > 0, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                text.append(contentsOf: rest[...end])
                rest = rest[(end + 1)...]
                // The line between the brackets of an empty list is empty itself.
                if let first = rest.first, first != UInt8(ascii: "\n") { indent(depth) }
            }
            text.append(contentsOf: rest)
        }
    }

    private mutating func indent(_ depth: Int) {
        for _ in 0..<depth { text.append(contentsOf: "  ".utf8) }
    }
}
