import Deflate
import JobModel
import PNG
import Pixels
import StickerManifest

/// Encodes rendered frames according to a plan: all frames, or a few of them to estimate the total size.
struct AnimationEncoder {
    /// The number of runs of adjacent frames from which a size is estimated. Runs are needed because the size of a
    /// frame depends on the previous frame.
    private static let runs = 4
    private static let runLength = 6
    /// The number of frames of the finished animation whose fidelity is measured.
    private static let measuredFrames = 6

    let store: FrameStore
    let loopCount: Int
    let settings: EncodeSettings
    let animation: AnimationSettings
    /// Whether this is the largest scale, for which more time is spent on compression.
    var isLargest = false

    /// The frames that a plan keeps.
    func kept(_ plan: AnimationPlan) -> [FrameThinning.Kept] {
        FrameThinning(
            store.delays, step: plan.step, longest: 1 / Double(animation.minimumFrameRate)
        ).kept
    }

    /// Estimates the size of the file in bytes.
    ///
    /// - Parameter palette: the palette, which is used only if the plan has one.
    /// - Throws: `PNGError.outOfMemory`.
    func estimate(_ plan: AnimationPlan, palette: [RGBAColour]) throws -> Int {
        try estimated(plan, palette: palette).bytes
    }

    /// Estimates the size of the file, and of its first frame, in bytes.
    func estimated(_ plan: AnimationPlan, palette: [RGBAColour]) throws -> (bytes: Int, first: Int) {
        let kept = kept(plan)
        let wanted = AnimationEncoder.runs * AnimationEncoder.runLength
        guard kept.count > wanted + AnimationEncoder.runs else {
            let whole = try write(kept[...], plan, palette: palette, level: .balanced)
            return (whole.streamBytes + overhead(kept.count), whole.firstBytes)
        }
        var first = 0
        var others = 0
        for run in 0..<AnimationEncoder.runs {
            let start = run * (kept.count - AnimationEncoder.runLength - 1) / (AnimationEncoder.runs - 1)
            let whole = try write(
                kept[start...(start + AnimationEncoder.runLength)], plan, palette: palette, level: .balanced)
            if run == 0 { first = whole.firstBytes }
            others += whole.streamBytes - whole.firstBytes
        }
        return (first + others * (kept.count - 1) / wanted + overhead(kept.count), first)
    }

    /// Estimates the size in truecolour as a multiple of the size with a palette. Only a few frames at the beginning
    /// are used, because each takes a fiftieth of a second in truecolour.
    ///
    /// - Throws: `PNGError.outOfMemory`.
    func costOfTruecolour(besides plan: AnimationPlan, palette: [RGBAColour]) throws -> Double {
        let truecolour = AnimationPlan(colours: .truecolour(.nothing))
        let few = kept(plan).prefix(4)
        let least = try write(few, plan, palette: palette, level: .balanced).streamBytes
        return try Double(write(few, truecolour, palette: palette, level: .balanced).streamBytes)
            / Double(max(1, least))
    }

    /// The finished animation.
    ///
    /// - Throws: `PNGError`.
    func encode(_ plan: AnimationPlan, palette: [RGBAColour]) throws -> EncodedAnimation {
        let kept = kept(plan)
        let palette = isGIF ? AnimationEncoder.hard(palette) : palette
        var writer = writer(plan, palette: palette, level: level(plan), care: care(kept.count))
        var shown = IndexedAnimation(width: store.side, height: store.side, palette: palette, loopCount: loopCount)
        var pixels = FrameStore(side: store.side)
        let measured = Set(AnimationPalette.evenly(AnimationEncoder.measuredFrames, of: kept.count))
        var fidelity = 1.0
        var frames = FrameMaker(plan, palette: palette, side: store.side)
        var reader = store.reader
        for (number, frame) in kept.enumerated() {
            let ideal = try reader.image(frame.place)
            let made: RGBAImage
            switch frames.next(ideal) {
            case .indices(let indices):
                if !isGIF { try writer.append(indices, delay: frame.delay) }
                try shown.append(indices, delay: frame.delay)
                guard measured.contains(number) else { continue }
                made =
                    IndexedImage(width: store.side, height: store.side, indices: indices, palette: palette).expanded
            case .words(let words):
                try writer.append(words, delay: frame.delay)
                made = RGBAImage(width: store.side, height: store.side, words: words)
                try pixels.append(made, delay: frame.delay)
                guard measured.contains(number), plan.droppedBits != .nothing || plan.tolerance > 0 else { continue }
            }
            fidelity = min(fidelity, Fidelity.of(FidelityMeter(ideal: ideal).score(made)))
        }
        pixels.close()
        let isMovingGIF = isGIF && shown.delays.count > 1
        // If all frames are equal, a still picture is written as PNG.
        if isGIF, !isMovingGIF { try writer.append(try shown.indices(of: 0), delay: shown.delays[0]) }
        let format: StickerFormat = isMovingGIF ? .gif : writer.frameCount > 1 ? .apng : .png
        let isIndexed = plan.paletteColours != nil
        return EncodedAnimation(
            bytes: isMovingGIF ? try shown.gif() : try writer.finished(), format: format, side: store.side,
            colours: isIndexed ? palette.count : nil, fidelity: fidelity.roundedFidelity,
            delays: isIndexed ? shown.delays : pixels.delays, loopCount: loopCount, plan: plan,
            frames: isIndexed ? .indexed(shown) : .truecolour(pixels))
    }

    private func level(_ plan: AnimationPlan) -> DeflateLevel {
        let effort = settings.pressingEffort
        return plan.paletteColours == nil
            ? effort.truecolourAnimationLevel(isLargest: isLargest) : effort.animationLevel
    }

    private func write(
        _ kept: ArraySlice<FrameThinning.Kept>, _ plan: AnimationPlan, palette: [RGBAColour], level: DeflateLevel
    ) throws -> (streamBytes: Int, firstBytes: Int) {
        if isGIF { return try writeGIF(kept, plan, palette: AnimationEncoder.hard(palette)) }
        var writer = writer(plan, palette: palette, level: level)
        var frames = FrameMaker(plan, palette: palette, side: store.side)
        var reader = store.reader
        var firstBytes = 0
        for frame in kept {
            switch frames.next(try reader.image(frame.place)) {
            case .indices(let indices): try writer.append(indices, delay: frame.delay)
            case .words(let words): try writer.append(words, delay: frame.delay)
            }
            if firstBytes == 0 { firstBytes = writer.streamBytes }
        }
        return (writer.streamBytes, firstBytes)
    }

    private func writeGIF(
        _ kept: ArraySlice<FrameThinning.Kept>, _ plan: AnimationPlan, palette: [RGBAColour]
    ) throws -> (streamBytes: Int, firstBytes: Int) {
        var frames = FrameMaker(plan, palette: palette, side: store.side)
        var shown = IndexedAnimation(width: store.side, height: store.side, palette: palette, loopCount: loopCount)
        var reader = store.reader
        var firstBytes = 0
        for frame in kept {
            guard case .indices(let indices) = frames.next(try reader.image(frame.place)) else { continue }
            try shown.append(indices, delay: frame.delay)
            if firstBytes == 0 { firstBytes = try shown.gif().count }
        }
        return (try shown.gif().count, firstBytes)
    }

    private var isGIF: Bool { animation.format == .gif }

    /// The palette with every colour either opaque or fully transparent. The quantizer adds half-transparent colours
    /// if it has too few colours.
    private static func hard(_ palette: [RGBAColour]) -> [RGBAColour] {
        palette.map { $0.alpha < 128 ? .clear : RGBAColour(red: $0.red, green: $0.green, blue: $0.blue) }
    }

    private func writer(
        _ plan: AnimationPlan, palette: [RGBAColour], level: DeflateLevel, care: EffortHint = .usual
    ) -> APNGStreamWriter {
        plan.paletteColours == nil
            ? APNGStreamWriter(
                width: store.side, height: store.side, loopCount: loopCount, isGrey: store.isGrey, level: level)
            : APNGStreamWriter(
                width: store.side, height: store.side, loopCount: loopCount, palette: palette, level: level,
                care: care)
    }

    /// The additional time that may be spent to make indexed frames a few per cent smaller.
    private func care(_ frames: Int) -> EffortHint {
        isLargest && animation.isExact ? .exact(frames: frames) : .usual
    }

    /// The estimated size of everything besides the pixels, in bytes: fcTL and fdAT of each frame, and the common
    /// chunks.
    private func overhead(_ frames: Int) -> Int { frames * 54 + 1200 }
}

/// Converts each ideal frame to its encoded form, according to a plan.
private struct FrameMaker {
    enum Frame {
        case indices([UInt8])
        case words([UInt32])
    }

    private let plan: AnimationPlan
    private var indexer: FrameIndexer?
    private var shown: [UInt32] = []

    init(_ plan: AnimationPlan, palette: [RGBAColour], side: Int) {
        self.plan = plan
        indexer =
            plan.paletteColours == nil
            ? nil
            : FrameIndexer(palette: palette, width: side, tolerance: plan.tolerance, isDithered: plan.isDithered)
    }

    mutating func next(_ ideal: RGBAImage) -> Frame {
        if indexer != nil { return .indices(indexer?.next(ideal.words) ?? []) }
        Tolerance.settle(
            Posterizer.rounded(ideal, dropping: plan.droppedBits).words, over: &shown, within: plan.tolerance)
        return .words(shown)
    }
}
