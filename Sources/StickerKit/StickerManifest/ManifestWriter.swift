import Foundation

/// A manifest as it is written, and where in it each sticker stands: the next one is written from what stays the same.
package struct ManifestText: Sendable {
    /// The manifest.
    package let bytes: [UInt8]
    fileprivate let catalog: Catalog
    /// The places of all stickers of `packs`, in their order.
    fileprivate let places: [Range<Int>]
}

extension ManifestText {
    /// Every sticker and its place, by the ids of the pack and its own.
    fileprivate var stickers: [String: [String: (sticker: Sticker, place: Range<Int>)]] {
        var places = places[...]
        return catalog.packs.reduce(into: [:]) { packs, pack in
            for sticker in pack.stickers {
                guard let place = places.popFirst() else { return }
                packs[pack.id, default: [:]][sticker.id] = (sticker, place)
            }
        }
    }
}

extension Catalog {
    /// The manifest as it is written.
    ///
    /// - Parameter last: one that was written before; of ten thousand stickers, encoding those that changed is a
    ///   hundredth of the work.
    package func written(after last: ManifestText? = nil) throws -> ManifestText {
        var writer = ManifestWriter(after: last)
        return try writer.text(of: self)
    }
}

/// Writes a manifest sticker by sticker: an encoder needs many times the memory of what it is given at once, and a
/// manifest may name ten thousand stickers. The bytes are those that it would write of the whole.
private struct ManifestWriter {
    private let encoder: JSONEncoder
    private let last: ManifestText?
    private var text: [UInt8] = []
    private var places: [Range<Int>] = []

    init(after last: ManifestText?) {
        self.last = last
        encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    }

    /// The manifest, with a newline at its end.
    mutating func text(of catalog: Catalog) throws -> ManifestText {
        let earlier = last?.stickers ?? [:]
        text.reserveCapacity((last?.bytes.count ?? 0) + 1 << 16)
        var frame = catalog
        frame.packs = []
        try write(catalog.packs, asList: "packs", in: frame, depth: 0) { writer, pack in
            let known = earlier[pack.id] ?? [:]
            var frame = pack
            frame.stickers = []
            try writer.write(pack.stickers, asList: "stickers", in: frame, depth: 2) { writer, sticker in
                try writer.write(sticker, known: known[sticker.id])
            }
        }
        text.append(UInt8(ascii: "\n"))
        return ManifestText(bytes: text, catalog: catalog, places: places)
    }

    private mutating func write(_ sticker: Sticker, known: (sticker: Sticker, place: Range<Int>)?) throws {
        let start = text.count
        if let last, let known, known.sticker == sticker {
            text.append(contentsOf: last.bytes[known.place])
        } else {
            append(try encoder.encode(sticker), depth: 4)
        }
        places.append(start..<text.count)
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
