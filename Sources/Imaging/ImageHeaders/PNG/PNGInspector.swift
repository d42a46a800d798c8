/// Fills in a `PNGInspection`, chunk by chunk.
struct PNGInspector {
    let bytes: [UInt8]
    private var order = ChunkOrder()
    private var paletteEntries = 0
    private var damage: [ChunkDamage] = []

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The header, which must come first, or after CgBI.
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

    /// Everything after the header.
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
            // A chunk where it must not be, or for the second time, does not count.
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

    /// Whether the chunk stands in its place.
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

    /// Takes what one chunk says; false when it says something impossible.
    private mutating func understand(_ chunk: Chunk, _ inspection: inout PNGInspection) -> Bool {
        let data = chunk.data
        switch chunk.name {
        case .PLTE:
            paletteEntries = data.count / 3
            // PNG 11.2.2: grey has no palette.
            let isGrey = inspection.colourType == .greyscale || inspection.colourType == .greyscaleAlpha
            return data.count % 3 == 0 && (1...256).contains(paletteEntries) && !isGrey
        case .tRNS where inspection.colourType.hasAlphaChannel:
            note(ChunkDamage(.needless, .tRNS, at: chunk.offset))
            return true
        case .tRNS: return understandTransparency(data, &inspection)
        case .acTL: return understandAnimation(data, &inspection)
        case .sRGB:
            inspection.hasSRGBChunk = data.count == 1 && bytes[data.lowerBound] <= 3
            return inspection.hasSRGBChunk
        case .gAMA:
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

    /// tRNS: an alpha for each of the first palette entries, or the one colour that is transparent (PNG 11.3.2.1).
    private func understandTransparency(_ data: Range<Int>, _ inspection: inout PNGInspection) -> Bool {
        switch inspection.colourType {
        case .indexed:
            guard !data.isEmpty, data.count <= paletteEntries else { return false }
            inspection.hasTransparency = bytes[data].contains { $0 < 255 }
            return true
        case .greyscale, .truecolour:
            inspection.hasTransparency = data.count == inspection.colourType.channels * 2
            return inspection.hasTransparency
        case .greyscaleAlpha, .truecolourAlpha: return false
        }
    }

    /// acTL: how many frames, and how many times they play.
    private func understandAnimation(_ data: Range<Int>, _ inspection: inout PNGInspection) -> Bool {
        guard data.count == 8, let frames = bytes.bigEndian32(at: data.lowerBound), frames > 0,
            let plays = bytes.bigEndian32(at: data.lowerBound + 4)
        else { return false }
        inspection.frameCount = Int(frames)
        inspection.loopCount = Int(plays)
        return true
    }
}
