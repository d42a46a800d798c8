extension SourceFormat {
    /// The bytes at the start of a file that `identify` needs to be sure: an SVG may begin with a long comment.
    package static let headSize = 4096

    /// What a file is by its first bytes, whatever its name says; nil when it is no picture that is known here.
    ///
    /// - Parameter head: the start of the file, `headSize` bytes or all there are.
    package static func identify(_ head: some Collection<UInt8>) -> SourceFormat? {
        let head = Array(head.prefix(headSize))
        if let signature = signatures.first(where: { head.starts(with: $0.bytes) }) { return signature.format }
        if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("WEBP".utf8)) { return .webp }
        if isBitmap(head) { return .bmp }
        return MediaBrands(head)?.format ?? (SVGOpening.isFound(in: head) ? .svg : nil)
    }

    /// What files of a format begin with, by the formats' own specifications.
    private static let signatures: [(bytes: [UInt8], format: SourceFormat)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),  // W3C PNG, 5.2
        ([0xFF, 0xD8, 0xFF], .jpeg),  // ITU T.81, B.1.1.3: SOI, then any marker
        (Array("GIF87a".utf8), .gif),
        (Array("GIF89a".utf8), .gif),
        ([0x49, 0x49, 0x2A, 0x00], .tiff),  // TIFF 6.0, little-endian
        ([0x4D, 0x4D, 0x00, 0x2A], .tiff),  // TIFF 6.0, big-endian
        ([0x49, 0x49, 0x2B, 0x00, 0x08, 0x00, 0x00, 0x00], .tiff),  // BigTIFF: offsets of 8 bytes
        ([0x4D, 0x4D, 0x00, 0x2B, 0x00, 0x08, 0x00, 0x00], .tiff),
        (Array("8BPS".utf8) + [0, 1], .psd),  // Adobe Photoshop File Formats: version 1
        (Array("8BPS".utf8) + [0, 2], .psd),  // version 2, for large documents (PSB)
        (Array("%PDF-".utf8), .pdf),  // ISO 32000-1, 7.5.2
        ([0xFF, 0x0A], .jxl),  // ISO 18181-1: a bare codestream
        ([0, 0, 0, 0x0C] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A], .jxl),  // ISO 18181-2: in boxes
        ([0x1F, 0x8B, 0x08], .svgz),  // RFC 1952: gzip; what is in it cannot be seen from here
    ]

    /// `BM` alone is too little, as a text may begin so: the sizes of the known headers are asked for as well.
    private static func isBitmap(_ head: [UInt8]) -> Bool {
        let headerSizes: [UInt8] = [12, 40, 52, 56, 64, 108, 124]
        return head.count >= 18 && head.starts(with: [0x42, 0x4D])
            && headerSizes.contains(head[14]) && head[15...17].allSatisfy { $0 == 0 }
    }
}
