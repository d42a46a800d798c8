import Deflate
import ImageHeaders
import Pixels

/// Writes an animated PNG frame by frame, each in the form with the fewest bytes. Only the compressed frames and a
/// few canvases are kept in memory.
///
/// The order of the chunks is one that every known player accepts: acTL, palette, and each fcTL directly before its
/// pixels. See docs/decisions/animation-colour.md. The same frames always give the same bytes.
package struct APNGStreamWriter: Sendable {
    private enum Chooser: Sendable {
        case indexed(FrameOptimizer<IndexedPixels>)
        case truecolour(FrameOptimizer<TruecolourPixels>)
    }

    /// The content of an fcTL chunk, and the zlib stream of the frame.
    private struct Frame: Sendable {
        var control: FrameControl
        let stream: [UInt8]
    }

    private let width: Int
    private let height: Int
    private let loopCount: Int
    private let level: DeflateLevel
    private var chooser: Chooser
    private var flatFrames: ZopfliBudget?
    private var frames: [Frame] = []
    /// The filters that were best for the first frame, which are tried for all later frames.
    private var filters: [FilterStrategy]?

    /// Creates a writer for frames with one palette.
    ///
    /// - Parameters:
    ///   - palette: different colours in the order of `IndexedAnimation.palette`. Those with an alpha below 255 are
    ///     first.
    ///   - care: the additional time that may be spent to save a few per cent of the bytes.
    package init(
        width: Int, height: Int, loopCount: Int, palette: [RGBAColour], level: DeflateLevel, care: EffortHint = .usual
    ) {
        self.init(
            width, height, loopCount, min(level, .best),
            .indexed(FrameOptimizer(form: IndexedPixels(palette), width: width, height: height, level: level)))
        flatFrames = ZopfliBudget(care, level: level)
    }

    /// Creates a writer for frames in truecolour with alpha, or in grey with alpha if `isGrey` is true.
    package init(width: Int, height: Int, loopCount: Int, isGrey: Bool, level: DeflateLevel) {
        self.init(
            width, height, loopCount, level,
            .truecolour(
                FrameOptimizer(form: TruecolourPixels(isGrey: isGrey), width: width, height: height, level: level)))
    }

    private init(_ width: Int, _ height: Int, _ loopCount: Int, _ level: DeflateLevel, _ chooser: Chooser) {
        (self.width, self.height, self.loopCount, self.level) = (width, height, loopCount, level)
        self.chooser = chooser
    }

    /// The number of compressed bytes of the frames that have been added, without chunk headers.
    package var streamBytes: Int { frames.reduce(0) { $0 + $1.stream.count } }

    /// The number of frames in the file.
    package var frameCount: Int { frames.count }

    /// Adds a frame of palette indices. If the frame equals the last one, the last one is shown for longer instead.
    ///
    /// - Throws: `outOfMemory`.
    package mutating func append(_ indices: [UInt8], delay: FrameDelay) throws(PNGError) {
        precondition(indices.count == width * height, "a frame holds one index per pixel")
        guard case .indexed(var chooser) = chooser else { preconditionFailure("this animation is not indexed") }
        // Replaces `self.chooser` until this call ends. A second reference to the chooser would cause each change to
        // copy the canvases.
        self.chooser = .indexed(
            FrameOptimizer(form: chooser.form, width: width, height: height, level: level))
        defer { self.chooser = .indexed(chooser) }
        try append(indices, delay: delay, &chooser)
    }

    /// Adds a frame of pixels in the form of `RGBAImage.words`. If the frame equals the last one, the last one is
    /// shown for longer instead.
    ///
    /// - Throws: `outOfMemory`.
    package mutating func append(_ words: [UInt32], delay: FrameDelay) throws(PNGError) {
        precondition(words.count == width * height, "a frame holds one word per pixel")
        guard case .truecolour(var chooser) = chooser else { preconditionFailure("this animation has a palette") }
        self.chooser = .truecolour(FrameOptimizer(form: chooser.form, width: width, height: height, level: level))
        defer { self.chooser = .truecolour(chooser) }
        try append(words, delay: delay, &chooser)
    }

    private mutating func append<Form: AnimationPixels>(
        _ frame: [Form.Pixel], delay: FrameDelay, _ chooser: inout FrameOptimizer<Form>
    ) throws(PNGError) {
        if let last = frames.last, chooser.shows(frame), let longer = last.control.delay.adding(delay) {
            frames[frames.count - 1].control.delay = longer
            return
        }
        let form = try chooser.next(frame)
        if !frames.isEmpty { frames[frames.count - 1].control.disposal = form.disposalBefore }
        let scanlines = chooser.form.scanlines(
            of: form.pixels, width: form.rectangle.width, height: form.rectangle.height)
        let stream = try stream(
            of: scanlines, trying: chooser.form.filters(for: level), isIndexed: chooser.form.palette != nil
        )
        // Copies the stream, because the copy has no spare capacity.
        .withUnsafeBufferPointer { [UInt8]($0) }
        frames.append(
            Frame(control: FrameControl(rectangle: form.rectangle, delay: delay, blend: form.blend), stream: stream))
    }

    private mutating func stream(
        of scanlines: Scanlines, trying all: [FilterStrategy], isIndexed: Bool
    ) throws(PNGError) -> [UInt8] {
        if filters == nil {
            filters = try EncodingEvaluator.best(level < .best ? 2 : 3, of: all, on: scanlines, level: level)
        }
        let stream = try EncodingEvaluator.smallest(
            of: scanlines, filters: filters ?? all, level: level, isIndexed: isIndexed)
        let flat = try flatFrames?.stream(of: FilterStrategy.fixed(.none).apply(to: scanlines)) ?? stream
        return flat.count < stream.count ? flat : stream
    }

    /// The complete file, which is a still PNG if there is only one frame.
    ///
    /// - Throws: `noWholeFrame` if no frame was added, `unwritableSize`, `tooLarge`.
    package consuming func finished() throws(PNGError) -> [UInt8] {
        guard !frames.isEmpty else { throw .noWholeFrame }
        let (form, palette) =
            switch chooser {
            case .indexed(let chooser): (chooser.form.header, chooser.form.palette)
            case .truecolour(let chooser): (chooser.form.header, nil as [RGBAColour]?)
            }
        let header = try PNGHeader(
            width: width, height: height, bitDepth: form.bitDepth, colourType: form.colourType)
        var file = ChunkWriter(header, capacity: streamBytes + frames.count * 64 + 2048)
        if frames.count > 1 { file.append(.acTL, APNGWriter.animationControl(frames.count, loopCount: loopCount)) }
        if let palette { file.append(palette: palette) }
        var sequence: UInt32 = 0
        for (place, frame) in frames.enumerated() {
            if frames.count > 1 {
                file.append(.fcTL, frame.control.data(sequence: sequence))
                sequence += 1
            }
            if place == 0 {
                try file.appendImageData(frame.stream)
            } else {
                try file.appendFrameData(frame.stream, sequence: sequence)
                sequence += 1
            }
        }
        return file.finished()
    }
}
