import Deflate

/// Deflates the rows of preview pictures and sheets, in about a third of the time that zlib takes at its quickest level; see
/// docs/decisions/sheet-pages.md.
///
/// Rows of pages, stored as differences from the one above, are mostly zeros; and what differs comes again where the
/// same sticker lies on the next background. So bytes are compared with two places only, the pixel before and the cell
/// before, and nothing is looked up. Rows come one after the other and blocks are written as they fill, since pages are
/// too large to be held in memory.
struct PageDeflater: ~Copyable {
    /// Bytes that a row may be filled beyond its end.
    static let spare = 8

    private var window: [UInt8]
    /// What of the window has been deflated already, and where its bytes end.
    private var (start, end) = (0, 0)
    private let matcher: PageMatcher
    private var tokens: [UInt32]
    private var bits = BitWriter()
    private var checksum = Adler32()

    /// - Parameters:
    ///   - rowBytes: the most bytes of a row.
    ///   - pixelBytes: bytes of a pixel.
    ///   - cellBytes: bytes from a cell's beginning to the next one's; nil where nothing comes again.
    init(rowBytes: Int, pixelBytes: Int, cellBytes: Int?) {
        matcher = PageMatcher(pixelBytes: pixelBytes, cellBytes: cellBytes)
        let block = max(131_072, rowBytes)
        window = [UInt8](repeating: 0, count: matcher.reach + block + PageDeflater.spare)
        tokens = [UInt32](repeating: 0, count: matcher.reach + block)
    }

    /// Takes a row of `count` bytes, which `fill` writes to where it is told; up to `spare` bytes may follow.
    mutating func append(count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        if end + count + PageDeflater.spare > window.count { deflate() }
        window.withUnsafeMutableBytes { bytes in
            fill(UnsafeMutableRawBufferPointer(rebasing: bytes[end..<end + count + PageDeflater.spare]))
        }
        end += count
    }

    /// Whole bytes of deflate, which others may follow: no block is the last.
    consuming func finished() -> (bytes: ArraySlice<UInt8>, checksum: Adler32) {
        if start < end { deflate() }
        // An empty block of stored bytes, which begin where a byte does (RFC 1951, 3.2.4).
        bits.append(0, count: 3)
        bits.align()
        bits.append(bytes: [0x00, 0x00, 0xFF, 0xFF])
        return (bits.bytes, checksum)
    }

    /// Writes what has come since the last block as one of its own, and keeps of it what can still come again.
    private mutating func deflate() {
        let count = window.withUnsafeBytes { bytes in
            checksum.add(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            return tokens.withUnsafeMutableBufferPointer { matcher.find(in: bytes, start..<end, tokens: $0) }
        }
        tokens.withUnsafeBufferPointer { tokens in
            DeflateBlock(UnsafeBufferPointer(rebasing: tokens[..<count]), matcher.distances)
                .write(to: &bits)
        }
        let kept = min(end, matcher.reach)
        window.withUnsafeMutableBytes { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[end - kept..<end]))
        }
        (start, end) = (kept, kept)
    }
}
