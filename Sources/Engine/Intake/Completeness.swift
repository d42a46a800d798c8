import FileAccess
import ImageHeaders

/// Whether a file is complete, according to its end. Formats define how a file ends.
package enum Completeness: Sendable, Hashable {
    case complete
    /// The end is missing. Contains a description of the expected end, such as "the IEND chunk of a PNG".
    case cut(missing: String)
    /// The format is unknown, or finding the end would take too long.
    case cannotTell
    /// The file attributes have changed since the listing, because a program is writing to the file or has removed it.
    case changed

    /// Checks the first and last bytes of a file. If these do not show the end, checks the whole file.
    ///
    /// - Parameter stamp: the attributes of the file in the listing.
    package static func of(fileAt path: String, stamp: FileStat) -> Completeness {
        do throws(SystemCallError) {
            let file = try OpenFile(path)
            guard try file.stamp() == stamp else { return .changed }
            let found = try of(file, size: stamp.size, name: path)
            return try file.stamp() == stamp ? found : .changed
        } catch {
            // A file that cannot be read is reported later. A file that was removed has changed.
            return error.saysMissing ? .changed : .cannotTell
        }
    }

    /// Checks all frames in a folder of frames. The result is never `complete`, because more frames may be added at
    /// any time.
    package static func of(framesAt paths: [String]) -> Completeness {
        for path in paths {
            guard let stamp = try? OpenFile(path).stamp() else { return .changed }
            let frame = of(fileAt: path, stamp: stamp)
            if frame != .complete, frame != .cannotTell { return frame }
        }
        return .cannotTell
    }

    /// The number of bytes that are read at the end of a file. Programs may append a small amount of data after the
    /// image.
    private static let tailSize = 4096
    /// The maximum size of a file that is checked from its start if its last bytes are not the end of a picture. For
    /// example, phones append videos to photos.
    private static let walkLimit = 64 << 20

    private static func of(_ file: borrowing OpenFile, size: Int, name: String) throws(SystemCallError) -> Completeness
    {
        guard size > 0 else { return .cut(missing: "its content") }
        let head = try file.bytes(at: 0, count: SourceFormat.headSize)
        guard let format = SourceFormat.identify(head) else {
            guard name.hasSuffix(".json") else { return .cannotTell }
            let tail = try file.bytes(at: max(0, size - tailSize), count: tailSize)
            return FileEnding.isJSON(tail) ? .complete : .cut(missing: "the last } of the settings")
        }
        switch format {
        case .heic, .avif:
            return try BoxChain.isWhole(file, size: size)
                ? .complete : .cut(missing: "the rest of a box of the picture")
        case .webp:
            return FileEnding.isWebP(head, size: size) ? .complete : .cut(missing: "the rest of a WebP")
        default:
            let tail = try file.bytes(at: max(0, size - tailSize), count: tailSize)
            let found = FileEnding.completeness(of: format, tail: tail)
            guard case .cut = found else { return found }
            if format == .png { return try ChunkChain.isWhole(file, size: size) ? .complete : found }
            guard size <= walkLimit else { return found }
            return FileEnding.isWhole(try file.bytes(at: 0, count: size), format) ? .complete : found
        }
    }
}

/// Detects the end of a complete file, as defined by the specification of each format.
package enum FileEnding {
    /// Whether a file is complete, according to its last bytes. `tail` contains the last bytes of the file, or the
    /// whole file if it is short.
    package static func completeness(of format: SourceFormat, tail: [UInt8]) -> Completeness {
        switch format {
        case .png: holds(tail, iend) ? .complete : .cut(missing: "the IEND chunk of a PNG")
        case .gif: endsGIF(tail) ? .complete : .cut(missing: "the last byte of a GIF, 3B")
        case .jpeg: endsJPEG(tail) ? .complete : .cut(missing: "the end marker of a JPEG, FF D9")
        case .svg: endsSVG(tail) ? .complete : .cut(missing: "the closing </svg>")
        case .pdf: holds(tail, Array("%%EOF".utf8)) ? .complete : .cut(missing: "the %%EOF of a PDF")
        case .webp, .heic, .avif, .psd, .tiff, .jxl, .bmp, .svgz: .cannotTell
        }
    }

    /// Whether a picture is complete. Bytes after its end are ignored.
    ///
    /// - Parameter bytes: the whole file.
    package static func isWhole(_ bytes: [UInt8], _ format: SourceFormat) -> Bool {
        switch format {
        case .jpeg:
            if case .end = JPEGSegments.ending(of: bytes) { true } else { false }
        case .gif: GIFReader.reachesEnd(bytes)
        case .svg: endsSVG(withoutComments(bytes.filter { $0 != 0 }))
        default: false
        }
    }

    /// The text without comments and processing instructions at its end.
    private static func withoutComments(_ text: [UInt8]) -> [UInt8] {
        var rest = withoutFilling(text[...])
        for _ in 0..<1000 {
            let (start, end) = rest.suffix(3).elementsEqual("-->".utf8) ? ("<!--", 3) : ("<?", 2)
            guard end == 3 || rest.suffix(2).elementsEqual("?>".utf8) else { break }
            let opening = Array(start.utf8)
            guard
                let place = rest.indices.dropLast(end + opening.count - 1).last(where: {
                    rest[$0] == opening[0] && rest[$0...].starts(with: opening)
                })
            else { break }
            rest = withoutFilling(rest[..<place])
        }
        return Array(rest.suffix(64))
    }

    /// Whether a WebP file is at least as long as its RIFF header states (RFC 9649, 2.4).
    package static func isWebP(_ head: [UInt8], size: Int) -> Bool {
        guard head.count >= 12 else { return false }
        return head[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } + 8 <= size
    }

    package static func isJSON(_ tail: [UInt8]) -> Bool {
        tail.last { !isBlank($0) } == UInt8(ascii: "}")
    }

    /// An IEND chunk, which is empty, with its checksum (W3C PNG, 11.2.4). Some programs append data after it.
    private static let iend: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    /// Whether the bytes end with the trailer of a GIF (GIF89a, 27). The block before the trailer is always empty.
    /// Bytes inside a picture rarely have the same values.
    private static func endsGIF(_ tail: [UInt8]) -> Bool {
        let end = withoutFilling(tail[...])
        return end.last == 0x3B && end.dropLast().last == 0
    }

    /// Whether the bytes end with the EOI marker of a JPEG (ITU T.81, B.1.1.3). FF D9 does not occur in the data of the
    /// picture, but an embedded thumbnail also ends with it.
    private static func endsJPEG(_ tail: [UInt8]) -> Bool {
        withoutFilling(tail[...]).suffix(2).elementsEqual([0xFF, 0xD9])
    }

    /// Whether the text contains the end tag of the root element. The name of the element may have a namespace prefix,
    /// and comments may follow it.
    private static func endsSVG(_ tail: [UInt8]) -> Bool {
        // ASCII text in UTF-16 becomes UTF-8 when its zero bytes are removed.
        let text = tail.filter { $0 != 0 }
        return text.indices.contains { place in
            guard text[place] == UInt8(ascii: "<"), text[place...].starts(with: "</".utf8) else { return false }
            let tag = text[place...].dropFirst(2).prefix { $0 != UInt8(ascii: ">") }
            guard tag.endIndex < text.endIndex else { return false }
            let names = withoutFilling(tag).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            return names.count <= 2 && names.last?.elementsEqual("svg".utf8) == true
                && names.allSatisfy { !$0.isEmpty && $0.allSatisfy(isNameByte) }
        }
    }

    /// Whether the byte can be part of an XML name without a colon. All bytes of other characters than ASCII can.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), 0x80...:
            true
        default: false
        }
    }

    private static func withoutFilling(_ tail: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var end = tail
        while let last = end.last, last == 0 || isBlank(last) { end = end.dropLast() }
        return end
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }

    private static func holds(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first, bytes.count >= wanted.count else { return false }
        return (0...bytes.count - wanted.count).contains { index in
            bytes[index] == first && bytes[index..<index + wanted.count].elementsEqual(wanted)
        }
    }
}
