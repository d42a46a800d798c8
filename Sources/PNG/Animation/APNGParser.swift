/// Walks over an animated PNG and gathers its frames.
struct APNGParser {
    let header: PNGHeader
    private(set) var loopCount = 0
    private(set) var frames: [APNGFrame] = []
    /// Chunks that every frame needs.
    private(set) var shared: [Range<Int>] = []
    /// Of the default image, when it is no frame.
    private(set) var defaultImagePieces: [Range<Int>] = []
    private(set) var warnings: [APNGWarning] = []

    private let bytes: [UInt8]
    private let limits: APNGLimits
    private var scanner: ChunkScanner
    private var order = ChunkOrder()
    private var declaredFrames: Int?
    private var nextSequence: UInt32 = 0
    /// fcTL chunks met, and so the number of the next frame.
    private var described = 0
    private var current: OpenFrame?

    /// What is known of a frame whose pixels are still coming.
    private struct OpenFrame {
        let number: Int
        /// Nil when the description is of no use.
        let control: FrameControl?
        var pieces: [Range<Int>] = []
        /// Whether the pixels are IDAT.
        let isDefaultImage: Bool
        /// Whether something was wrong with its chunks, so that its pixels have to be tried.
        var isSuspect = false
    }

    /// Reads the header.
    init(_ bytes: [UInt8], limits: APNGLimits) throws(PNGError) {
        self.bytes = bytes
        self.limits = limits
        scanner = try ChunkScanner(bytes)
        guard let first = scanner.next() else { throw .unusableHeader("it is not there") }
        guard first.name != .CgBI else { throw .appleOptimised }
        guard first.name == .IHDR else { throw .unusableHeader("it is not at the start of the file") }
        header = try PNGHeader(bytes, in: first.data)
        guard first.isIntact else { throw .damaged(ChunkDamage(.badChecksum, .IHDR, at: first.offset)) }
        _ = order.place(.IHDR)
    }

    /// Reads everything else.
    mutating func parse() throws(PNGError) {
        while let chunk = scanner.next() {
            try take(chunk)
        }
        if case .broken(let damage) = scanner.ending {
            warn(.damaged(damage))
            current?.isSuspect = true
        }
        close()
        guard let declaredFrames else { throw .notAnimated }
        if described != declaredFrames {
            warn(.wrongFrameCount(declared: declaredFrames, found: described))
        }
    }

    private mutating func take(_ chunk: Chunk) throws(PNGError) {
        let misplaced = order.place(chunk.name)
        if let misplaced {
            warn(.damaged(ChunkDamage(misplaced, chunk.name, at: chunk.offset)))
        }
        if !chunk.isIntact {
            warn(.damaged(ChunkDamage(.badChecksum, chunk.name, at: chunk.offset)))
        }
        switch chunk.name {
        case .acTL where misplaced == nil: try takeAnimation(chunk)
        case .fcTL: takeDescription(chunk)
        case .IDAT:
            if declaredFrames == nil { throw .notAnimated }
            if chunk.offset == firstImageData, header.colourType == .indexed, !order.hasMet(.PLTE) {
                throw .damaged(ChunkDamage(.missing, .PLTE, at: chunk.offset))
            }
            takeImageData(chunk, isSuspect: misplaced != nil || !chunk.isIntact)
        case .fdAT: takeFrameData(chunk)
        case .PLTE, .tRNS, .iCCP, .sRGB, .gAMA, .cHRM, .sBIT, .cICP:
            guard misplaced == nil else { return }
            try takeShared(chunk)
        default: break
        }
    }
}
