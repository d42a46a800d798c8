/// Reads a PNG chunk by chunk, and completes a `PNGInspection`.
struct PNGInspector {
    let bytes: [UInt8]
    private var order = ChunkOrder()
    private var damage: [ChunkDamage] = []

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the header, which must be the first chunk, or follow a CgBI chunk.
    mutating func readHeader(from scanner: inout ChunkScanner) throws(PNGError) -> PNGHeader {
        var chunk = scanner.next()
        if let first = chunk, first.name == .CgBI {
            note(first)
            chunk = scanner.next()
        }
        guard let chunk, chunk.name == .IHDR else { throw .unusableHeader("it is not at the start of the file") }
        note(chunk)
        return try PNGHeader(bytes, in: chunk.data)
    }

    /// Reads all chunks after the header.
    mutating func read(_ rest: ChunkScanner, into inspection: inout PNGInspection) {
        var scanner = rest
        while let chunk = scanner.next() {
            if chunk.name == .IDAT, !order.hasMet(.IDAT), inspection.colourType == .indexed, !order.hasMet(.PLTE) {
                note(ChunkDamage(.missing, .PLTE, at: chunk.offset))
            }
            if chunk.name == .IEND, !order.hasMet(.IDAT) {
                note(ChunkDamage(.missing, .IDAT, at: chunk.offset))
            }
            if chunk.name == .fcTL { inspection.describedFrames += 1 }
            // A misplaced or repeated chunk is ignored.
            guard note(chunk) else { continue }
            if !understand(chunk, &inspection) {
                note(ChunkDamage(.badContent, chunk.name, at: chunk.offset))
            }
        }
        switch scanner.ending {
        case .broken(let broken): note(broken)
        case .end, nil: inspection.endsProperly = true
        }
        inspection.trailingBytes = inspection.endsProperly ? bytes.count - scanner.offset : 0
        inspection.isCgBI = order.hasMet(.CgBI)
        inspection.damage = damage
    }

    /// Records the damage of a chunk. Returns whether its position is valid.
    @discardableResult
    private mutating func note(_ chunk: Chunk) -> Bool {
        if !chunk.isIntact {
            note(ChunkDamage(.badChecksum, chunk.name, at: chunk.offset))
        }
        guard let kind = order.place(chunk.name) else { return true }
        note(ChunkDamage(kind, chunk.name, at: chunk.offset))
        return false
    }

    private mutating func note(_ damage: ChunkDamage) {
        if self.damage.count < PNGInspection.damageLimit {
            self.damage.append(damage)
        }
    }

    /// Reads one chunk. Returns false if the chunk has an impossible value.
    private mutating func understand(_ chunk: Chunk, _ inspection: inout PNGInspection) -> Bool {
        let data = chunk.data
        switch chunk.name {
        case .PLTE:
            inspection.paletteEntries = data.count / 3
            // PNG 11.2.2: greyscale images must not have a palette.
            let isGrey = inspection.colourType == .greyscale || inspection.colourType == .greyscaleAlpha
            return data.count % 3 == 0 && (1...256).contains(inspection.paletteEntries) && !isGrey
        case .tRNS where inspection.colourType.hasAlphaChannel:
            note(ChunkDamage(.needless, .tRNS, at: chunk.offset))
            return true
        case .tRNS where inspection.colourType == .indexed && !order.hasMet(.PLTE):
            note(ChunkDamage(.outOfOrder, .tRNS, at: chunk.offset))
            return true
        case .tRNS: return understandTransparency(data, &inspection)
        case .acTL: return understandAnimation(data, &inspection)
        case .sRGB:
            inspection.hasSRGBChunk = data.count == 1 && bytes[data.lowerBound] <= 3
            return inspection.hasSRGBChunk
        case .cICP where chunk.isIntact:
            inspection.codePoints = ColourCodePoints(bytes, in: data)
            return inspection.codePoints != nil
        case .cHRM where chunk.isIntact:
            inspection.chromaticities = PNGChromaticities(bytes, in: data)
            return inspection.chromaticities != nil
        case .gAMA where chunk.isIntact:
            guard data.count == 4, let gamma = bytes.bigEndian32(at: data.lowerBound), gamma > 0 else { return false }
            inspection.gamma = Double(gamma) / 100_000
            return true
        case .iCCP:
            let (bytes, colourType) = (bytes, inspection.colourType)
            inspection.iccProfile = Result { () throws(ProfileDamage) in
                try EmbeddedProfile.read(
                    bytes, in: data, colourType: colourType, limit: PNGInspection.profileLimit)
            }
            return true
        case .eXIf:
            inspection.exifOrientation = ExifOrientation.read(bytes, in: data)
            return true
        default: return true
        }
    }

    /// Reads tRNS: an alpha for each of the first palette entries, or the one colour that is transparent (PNG
    /// 11.3.1.1).
    private func understandTransparency(_ data: Range<Int>, _ inspection: inout PNGInspection) -> Bool {
        switch inspection.colourType {
        case .indexed:
            guard !data.isEmpty, data.count <= inspection.paletteEntries else { return false }
            inspection.hasTransparency = bytes[data].contains { $0 < 255 }
            return true
        case .greyscale, .truecolour:
            inspection.hasTransparency = data.count == inspection.colourType.channels * 2
            return inspection.hasTransparency
        case .greyscaleAlpha, .truecolourAlpha: return false
        }
    }

    /// Reads acTL: the numbers of frames and of plays.
    private func understandAnimation(_ data: Range<Int>, _ inspection: inout PNGInspection) -> Bool {
        guard data.count == 8, let frames = bytes.bigEndian32(at: data.lowerBound), frames > 0,
            let plays = bytes.bigEndian32(at: data.lowerBound + 4)
        else { return false }
        inspection.frameCount = Int(frames)
        inspection.loopCount = Int(plays)
        return true
    }
}

/// The content of a PNG's chunks, read without decoding pixels. Accepts any bytes: damage is reported and not fatal.
package struct PNGInspection: Sendable {
    /// The width in pixels, 1 to 2^31 - 1.
    package let width: Int
    /// The height in pixels, 1 to 2^31 - 1.
    package let height: Int
    /// The number of bits per sample, or per palette index.
    package let bitDepth: Int
    package let colourType: PNGColourType
    /// Whether the rows are stored in the seven passes of Adam7.
    package let isInterlaced: Bool
    /// The declared number of frames. Nil if the file is not an APNG, because no acTL precedes the pixels.
    package internal(set) var frameCount: Int?
    /// The number of plays. 0 means forever. Nil if the file is not an APNG.
    package internal(set) var loopCount: Int?
    /// The number of frames with a control chunk, which may differ from the declared number.
    package internal(set) var describedFrames = 0
    /// The number of colours in the palette. 0 if there is none.
    package internal(set) var paletteEntries = 0
    /// Whether the colour type has alpha, or a tRNS chunk makes a colour translucent. Every pixel may still be
    /// opaque.
    package internal(set) var hasTransparency: Bool
    /// The ICC profile, or the reason why it cannot be used. Nil if there is none.
    package internal(set) var iccProfile: Result<[UInt8], ProfileDamage>?
    /// Whether the file declares its colours as sRGB.
    package internal(set) var hasSRGBChunk = false
    /// The exponent in the gAMA chunk, which is 0.45455 for the usual 1/2.2. Nil without such a chunk.
    package internal(set) var gamma: Double?
    /// The primaries and the white point of the cHRM chunk. Nil without such a chunk.
    package internal(set) var chromaticities: PNGChromaticities?
    /// The code points of the cICP chunk. Nil without such a chunk.
    package internal(set) var codePoints: ColourCodePoints?
    /// The orientation in Exif, from 1 (upright) to 8. Nil if the file has none.
    package internal(set) var exifOrientation: Int?
    /// Whether the chunks end with IEND.
    package internal(set) var endsProperly = false
    /// The number of bytes after IEND.
    package internal(set) var trailingBytes = 0
    /// The problems in the order of the file, at most `damageLimit`.
    package internal(set) var damage: [ChunkDamage] = []
    /// Whether the file has Apple's private variant CgBI, which Xcode writes for devices. Most decoders cannot read
    /// it.
    package internal(set) var isCgBI = false

    /// The maximum size of an inflated colour profile, in bytes.
    package static let profileLimit = 16 << 20
    /// The maximum number of entries in `damage`.
    package static let damageLimit = 64

    /// - Throws: `notPNG`, or `unusableHeader` if the header is missing or invalid.
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

/// Records the chunks of a file, and checks the position of each chunk (PNG 5.6, and 11.2.3 for IDAT).
package struct ChunkOrder {
    private var met: Set<ChunkName> = []
    private var previous: ChunkName?

    package init() {}

    /// The chunks that may occur only once in a file.
    private static let single: Set<ChunkName> = [
        .IHDR, .PLTE, .tRNS, .acTL, .sRGB, .gAMA, .cHRM, .cICP, .iCCP, .sBIT, .eXIf, .IEND, .CgBI,
    ]
    private static let beforePalette: Set<ChunkName> = [.sRGB, .gAMA, .cHRM, .cICP, .iCCP, .sBIT]
    private static let beforeImageData: Set<ChunkName> = beforePalette.union([.PLTE, .tRNS, .acTL])

    package func hasMet(_ name: ChunkName) -> Bool {
        met.contains(name)
    }

    /// Records a chunk, and returns the problem of its position. Nil if there is none.
    package mutating func place(_ name: ChunkName) -> ChunkDamage.Kind? {
        defer {
            met.insert(name)
            previous = name
        }
        if met.contains(name), ChunkOrder.single.contains(name) { return .repeated }
        let isLate =
            switch name {
            case .CgBI: previous != nil
            case .IHDR: previous != nil && previous != .CgBI
            case .IDAT: met.contains(.IDAT) && previous != .IDAT
            default:
                ChunkOrder.beforePalette.contains(name) && met.contains(.PLTE)
                    || ChunkOrder.beforeImageData.contains(name) && met.contains(.IDAT)
            }
        return isLate ? .outOfOrder : nil
    }
}

/// The Orientation tag of an eXIf chunk, which contains a small TIFF file (PNG 11.3.4.5, TIFF 6.0 section 2).
enum ExifOrientation {
    /// The orientation from 1 to 8. Nil if the tag is missing or invalid.
    static func read(_ bytes: [UInt8], in data: Range<Int>) -> Int? {
        let tiff = [UInt8](bytes[data])
        guard tiff.count >= 14 else { return nil }
        let isLittle = tiff[0] == 0x49 && tiff[1] == 0x49
        guard isLittle || tiff[0] == 0x4D && tiff[1] == 0x4D else { return nil }
        func number16(_ offset: Int) -> Int? {
            tiff.bigEndian16(at: offset).map { Int(isLittle ? $0.byteSwapped : $0) }
        }
        func number32(_ offset: Int) -> Int? {
            tiff.bigEndian32(at: offset).map { Int(isLittle ? $0.byteSwapped : $0) }
        }
        guard number16(2) == 42, let directory = number32(4), let entries = number16(directory) else { return nil }
        // A directory entry has 12 bytes: tag, type, count and value. Orientation is tag 0x112, with one SHORT (type
        // 3).
        for entry in 0..<entries {
            let offset = directory + 2 + entry * 12
            guard let tag = number16(offset) else { return nil }
            guard tag == 0x112 else { continue }
            guard number16(offset + 2) == 3, number32(offset + 4) == 1, let value = number16(offset + 8),
                (1...8).contains(value)
            else { return nil }
            return value
        }
        return nil
    }
}
