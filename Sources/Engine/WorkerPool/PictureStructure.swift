import Deflate
import ImageHeaders
import JobModel

/// Checks that the file of a picture is intact.
///
/// Used for pictures from other machines, because otherwise only a viewer of the picture would notice damage. The
/// pixels of a PNG are inflated and discarded, which takes about 2 ms for a sticker. The content of the picture is not
/// judged.
package enum PictureStructure {
    /// The maximum number of inflated bytes. Larger pictures are not inflated.
    private static let mostInflated = 64 << 20

    /// Searches the bytes of a file for damage.
    ///
    /// - Returns: the damage as the end of a sentence. Nil if the file is intact.
    package static func damage(of bytes: [UInt8], _ kind: FileKind) -> String? {
        switch kind {
        case .png: png(bytes)
        case .gif: gif(bytes)
        case .jpeg: jpeg(bytes)
        case .webp: webP(bytes)
        case .mp4: mp4(bytes)
        case .strip, .document: nil
        }
    }

    private static func jpeg(_ bytes: [UInt8]) -> String? {
        switch JPEGSegments.ending(of: bytes) {
        case .end(bytes.count): JPEGMetadata.stripped(bytes) == nil ? "its pixels cannot be read" : nil
        case .end: "it does not end where it should"
        case .cut: "it is cut off"
        case .unknown, nil: "its segments cannot be read"
        }
    }

    private static func png(_ bytes: [UInt8]) -> String? {
        guard let inspection = try? PNGInspection(bytes) else { return "its header cannot be read" }
        if let damage = inspection.damage.first(where: \.touchesPixels) { return "\(damage)" }
        guard inspection.endsProperly, inspection.trailingBytes == 0 else { return "it does not end where it should" }
        if let frames = inspection.frameCount, frames != inspection.describedFrames {
            return "it has \(inspection.describedFrames) frames and should have \(frames)"
        }
        return hasPixels(bytes) ? nil : "its pixels cannot be read"
    }

    /// Whether the compressed data of the picture, or of each frame of an animation, has the right length.
    private static func hasPixels(_ bytes: [UInt8]) -> Bool {
        guard var scanner = try? ChunkScanner(bytes), let first = scanner.next(),
            let canvas = try? PNGHeader(bytes, in: first.data)
        else { return false }
        var (picture, stream, isFirst) = (canvas, [UInt8](), true)
        while let chunk = scanner.next() {
            switch chunk.name {
            case .fcTL:
                guard stream.isEmpty ? isFirst : inflates(stream, picture),
                    let frame = FrameControl(bytes, in: chunk.data)?.rectangle,
                    frame.fits(width: canvas.width, height: canvas.height)
                else { return false }
                (picture.width, picture.height, stream, isFirst) = (frame.width, frame.height, [], false)
            case .IDAT: stream += bytes[chunk.data]
            case .fdAT: stream += bytes[chunk.data].dropFirst(4)
            default: break
            }
        }
        return inflates(stream, picture)
    }

    private static func inflates(_ stream: [UInt8], _ picture: PNGHeader) -> Bool {
        guard let size = picture.inflatedSize, size <= mostInflated else { return !stream.isEmpty }
        guard let (rows, length) = Inflater.stream(stream[...], to: size), length == stream.count else { return false }
        guard !picture.isInterlaced else { return true }
        let rowBytes = size / picture.height
        return (0..<picture.height).allSatisfy { RowFilter(rawValue: rows[$0 * rowBytes]) != nil }
    }

    private static func gif(_ bytes: [UInt8]) -> String? {
        guard let reader = try? GIFReader(bytes, frameLimit: 10_000) else { return "its frames cannot be read" }
        return reader.isCutOff ? "it is cut off" : nil
    }

    /// Checks that the boxes of a film fill the file exactly and have the expected order. The frames are not decoded.
    private static func mp4(_ bytes: [UInt8]) -> String? {
        var (place, types) = (0, [String]())
        while place < bytes.count {
            guard bytes.count - place >= 8 else { return "it is cut off" }
            let size = (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
            guard size >= 8, size <= bytes.count - place else { return "it is cut off" }
            types.append(String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self))
            place += size
        }
        return types == ["ftyp", "moov", "mdat"] ? nil : "its parts are not those of a film"
    }

    private static func webP(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 12 else { return "it is cut off" }
        let size = (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) }
        return size + 8 == bytes.count ? nil : "it does not end where it should"
    }
}
