/// What a PNG's chunks say, read without decoding a pixel. Made from any bytes at all: what is wrong is told, not fatal.
package struct PNGInspection: Sendable {
    /// Pixels, 1 to 2^31 - 1.
    package let width: Int
    /// Pixels, 1 to 2^31 - 1.
    package let height: Int
    /// Bits a sample, or a palette index.
    package let bitDepth: Int
    package let colourType: PNGColourType
    /// Whether the rows come in the seven passes of Adam7.
    package let isInterlaced: Bool
    /// How many frames the animation says it has; nil when this is no APNG, that is, no acTL comes before the pixels.
    package internal(set) var frameCount: Int?
    /// How many times the animation plays, 0 for ever; nil when this is no APNG.
    package internal(set) var loopCount: Int?
    /// How many frames are described, whatever the animation says that it has.
    package internal(set) var describedFrames = 0
    /// Whether the colour type has alpha, or a tRNS chunk makes a colour translucent. No pixel need use it.
    package internal(set) var hasTransparency: Bool
    /// The ICC profile, or why what is there cannot be used; nil when there is none.
    package internal(set) var iccProfile: Result<[UInt8], ProfileDamage>?
    /// Whether the file says that its colours are sRGB.
    package internal(set) var hasSRGBChunk = false
    /// The gAMA chunk's exponent, 0.45455 for the usual 1/2.2; nil when there is none.
    package internal(set) var gamma: Double?
    /// How Exif wants the picture turned, 1 (as it is) to 8; nil when it does not say.
    package internal(set) var exifOrientation: Int?
    /// Whether the chunks go on to IEND.
    package internal(set) var endsProperly = false
    /// Bytes after IEND.
    package internal(set) var trailingBytes = 0
    /// What is wrong, in the order of the file; the first `damageLimit` things.
    package internal(set) var damage: [ChunkDamage] = []
    /// Whether this is the variant which Xcode makes for devices; most decoders cannot read it.
    package internal(set) var isCgBI = false

    /// Bytes to which a colour profile may inflate.
    package static let profileLimit = 16 << 20
    /// Entries that `damage` may have.
    package static let damageLimit = 64

    /// - Throws: `notPNG`, or `unusableHeader` when not even width and height can be told.
    package init(_ bytes: [UInt8]) throws(PNGError) {
        var scanner = try ChunkScanner(bytes)
        var inspector = PNGInspector(bytes: bytes)
        let header = try inspector.readHeader(from: &scanner)
        self.init(header)
        inspector.read(scanner, into: &self)
    }

    private init(_ header: PNGHeader) {
        width = header.width
        height = header.height
        bitDepth = header.bitDepth
        colourType = header.colourType
        isInterlaced = header.isInterlaced
        hasTransparency = header.colourType.hasAlphaChannel
    }
}
