import Deflate
import ImageHeaders

/// Parses an animated PNG, and collects its frames and its problems.
struct APNGParser {
    let header: PNGHeader
    private(set) var loopCount = 0
    private(set) var frames: [APNGFrame] = []
    /// The byte ranges of the complete chunks that every frame needs.
    private(set) var shared: [Range<Int>] = []
    /// The byte ranges of the default image's zlib stream, if that image is not a frame.
    private(set) var defaultImagePieces: [Range<Int>] = []
    private(set) var warnings: [APNGWarning] = []

    private let bytes: [UInt8]
    private let limits: APNGLimits
    private var scanner: ChunkScanner
    private var order = ChunkOrder()
    private var isAnimated = false
    /// The number of frames that acTL declares. Nil if that chunk is damaged.
    private var declaredFrames: Int?
    private var nextSequence: UInt32 = 0
    /// The number of fcTL chunks that have been read, which is the number of the next frame.
    private var described = 0
    private var current: OpenFrame?

    /// Reads the header.
    init(_ bytes: [UInt8], limits: APNGLimits) throws(PNGError) {
        self.bytes = bytes
        self.limits = limits
        scanner = try ChunkScanner(bytes)
        guard let first = scanner.next() else { throw .unusableHeader("it is missing") }
        guard first.name != .CgBI else { throw .appleOptimised }
        guard first.name == .IHDR else { throw .unusableHeader("it is not at the start of the file") }
        header = try PNGHeader(bytes, in: first.data)
        guard first.isIntact else { throw .damaged(ChunkDamage(.badChecksum, .IHDR, at: first.offset)) }
        _ = order.place(.IHDR)
    }

    /// Reads the chunks after the header.
    mutating func parse() throws(PNGError) {
        while let chunk = scanner.next() {
            try take(chunk)
        }
        if case .broken(let damage) = scanner.ending {
            warn(.damaged(damage))
            current?.isSuspect = true
        }
        close()
        guard isAnimated else { throw .notAnimated }
        if let declaredFrames, described != declaredFrames {
            warn(.wrongFrameCount(declared: declaredFrames, found: described))
        }
    }

    private mutating func take(_ chunk: Chunk) throws(PNGError) {
        let isFirstImageData = chunk.name == .IDAT && !order.hasMet(.IDAT)
        let misplaced = order.place(chunk.name)
        if let misplaced {
            warn(.damaged(ChunkDamage(misplaced, chunk.name, at: chunk.offset)))
        }
        if !chunk.isIntact {
            warn(.damaged(ChunkDamage(.badChecksum, chunk.name, at: chunk.offset)))
        }
        switch chunk.name {
        case .acTL where misplaced == nil: try takeAnimation(chunk)
        case .fcTL: try takeDescription(chunk)
        case .IDAT:
            guard isAnimated else { throw .notAnimated }
            if isFirstImageData, header.colourType == .indexed, !order.hasMet(.PLTE) {
                throw .damaged(ChunkDamage(.missing, .PLTE, at: chunk.offset))
            }
            takeImageData(chunk, isSuspect: misplaced != nil || !chunk.isIntact)
        case .fdAT: takeFrameData(chunk)
        case .PLTE, .tRNS, .cICP, .iCCP, .sRGB, .gAMA, .cHRM, .sBIT:
            if misplaced == nil { try takeShared(chunk) }
        default: break
        }
    }

    /// Reads acTL: the numbers of frames and of plays.
    private mutating func takeAnimation(_ chunk: Chunk) throws(PNGError) {
        guard chunk.data.count == 8, let declared = bytes.bigEndian32(at: chunk.data.lowerBound), declared > 0,
            let plays = bytes.bigEndian32(at: chunk.data.lowerBound + 4)
        else { return warn(.damaged(ChunkDamage(.badContent, .acTL, at: chunk.offset))) }
        isAnimated = true
        loopCount = Int(plays)
        guard chunk.isIntact else { return }
        declaredFrames = Int(declared)
        try checkLimits(frames: Int(declared))
    }

    private func checkLimits(frames: Int) throws(PNGError) {
        guard frames <= limits.frames else { throw .tooManyFrames(frames, limit: limits.frames) }
        // Sides are below 2^31, so the pixels of one canvas cannot overflow, but those of all frames can.
        let (pixels, overflow) = (header.width * header.height).multipliedReportingOverflow(by: frames)
        guard !overflow, pixels <= limits.pixels else {
            throw .tooManyPixels(
                width: header.width, height: header.height, frames: frames, limit: limits.pixels)
        }
    }

    /// Reads fcTL, which starts a new frame.
    private mutating func takeDescription(_ chunk: Chunk) throws(PNGError) {
        if !takeSequence(of: chunk) { current?.isSuspect = true }
        close()
        let number = described
        described += 1
        let isDefaultImage = !order.hasMet(.IDAT)
        if let declaredFrames, number >= declaredFrames {
            current = OpenFrame(number: number, control: nil, isDefaultImage: isDefaultImage, isExtra: true)
            return
        }
        try checkLimits(frames: described)
        var control = chunk.isIntact ? FrameControl(bytes, in: chunk.data) : nil
        let canvas = FrameRectangle(width: header.width, height: header.height)
        if isDefaultImage, let rectangle = control?.rectangle, rectangle != canvas {
            warn(.firstFrameNotWhole)
            control?.rectangle = canvas
        }
        current = OpenFrame(number: number, control: control, isDefaultImage: isDefaultImage)
    }

    private mutating func takeImageData(_ chunk: Chunk, isSuspect: Bool) {
        if let frame = current {
            // IDAT chunks after the start of a later frame have already been reported as out of order.
            guard frame.isDefaultImage else { return }
            current?.take(chunk.data, isSuspect: isSuspect)
        } else if described == 0 {
            defaultImagePieces.append(chunk.data)
        }
    }

    private mutating func takeFrameData(_ chunk: Chunk) {
        let isInSequence = takeSequence(of: chunk)
        guard let frame = current, !frame.isDefaultImage else {
            return warn(.damaged(ChunkDamage(.outOfOrder, .fdAT, at: chunk.offset)))
        }
        let data = min(chunk.data.lowerBound + 4, chunk.data.upperBound)..<chunk.data.upperBound
        current?.take(data, isSuspect: !isInSequence || !chunk.isIntact)
    }

    /// Whether the sequence number at the start of an fcTL or fdAT chunk is the next one.
    private mutating func takeSequence(of chunk: Chunk) -> Bool {
        guard chunk.data.count >= 4, let found = bytes.bigEndian32(at: chunk.data.lowerBound) else {
            warn(.damaged(ChunkDamage(.badContent, chunk.name, at: chunk.offset)))
            return false
        }
        let expected = nextSequence
        nextSequence = found &+ 1
        if found == expected { return true }
        warn(.wrongSequence(expected: expected, found: found, offset: chunk.offset))
        return false
    }

    private mutating func takeShared(_ chunk: Chunk) throws(PNGError) {
        // tRNS is meaningless with an alpha channel (PNG 11.3.1.1).
        if chunk.name == .tRNS, header.colourType.hasAlphaChannel { return }
        if chunk.isIntact {
            shared.append(chunk.whole)
        } else if chunk.name == .PLTE || chunk.name == .tRNS {
            // The colours of every frame would be wrong.
            throw .damaged(ChunkDamage(.badChecksum, chunk.name, at: chunk.offset))
        }
    }

    /// Adds the current frame to `frames`, or records a warning if it cannot be used.
    private mutating func close() {
        guard let frame = current else { return }
        current = nil
        guard !frame.isExtra else { return }
        guard let control = frame.control else { return warn(.lostFrame(frame.number, .brokenDescription)) }
        let rectangle = control.rectangle
        guard rectangle.fits(width: header.width, height: header.height) else {
            return warn(.lostFrame(frame.number, .outsideCanvas(rectangle)))
        }
        guard !frame.pieces.isEmpty else { return warn(.lostFrame(frame.number, .noPixels)) }
        if !isWhole(frame.pieces, width: rectangle.width, height: rectangle.height) {
            guard !frame.isSuspect else { return warn(.lostFrame(frame.number, .brokenPixels)) }
            // The frame is kept, because the decoder may be able to read it.
            warn(.oddPixels(frame.number))
        }
        frames.append(APNGFrame(control: control, number: frame.number, pieces: frame.pieces))
    }

    /// Whether the pieces inflate to a picture with these sides, and their checksum is right.
    private func isWhole(_ pieces: [Range<Int>], width: Int, height: Int) -> Bool {
        var header = header
        (header.width, header.height) = (width, height)
        guard let size = header.inflatedSize else { return false }
        return Inflater.inflates(pieces.flatMap { bytes[$0] }, to: size)
    }

    private mutating func warn(_ warning: APNGWarning) {
        if warnings.count < APNGReader.warningLimit {
            warnings.append(warning)
        }
    }
}

/// A frame whose pixels are still being collected.
private struct OpenFrame {
    let number: Int
    /// Nil if the frame's control chunk cannot be used.
    let control: FrameControl?
    /// Whether the frame's pixels are in IDAT chunks.
    let isDefaultImage: Bool
    /// Whether this frame exceeds the declared number of frames.
    var isExtra = false
    var pieces: [Range<Int>] = []
    /// Whether a chunk of the frame has a problem, so that the pixels of the frame must be checked.
    var isSuspect = false

    mutating func take(_ piece: Range<Int>, isSuspect: Bool) {
        if !piece.isEmpty { pieces.append(piece) }
        if isSuspect { self.isSuspect = true }
    }
}
