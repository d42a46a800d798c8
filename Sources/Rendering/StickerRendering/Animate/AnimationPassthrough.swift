import Deflate
import ImageHeaders
import JobModel
import PNG
import Pixels
import StickerManifest
import Vips

/// Keeps the frames of an animated PNG that is already a finished sticker, because encoding the pixels again could
/// only reduce the quality.
enum AnimationPassthrough {
    /// Selects the @3x encoding or the source's own frames. The source's frames must equal the ideal frames exactly.
    /// They are used if they are not larger, or if no other encoding fits without a loss.
    ///
    /// - Throws: the errors of the encoding, if the source's frames cannot be used; `PNGError`, `VipsError`.
    static func better(
        than made: Result<AnimationSearch.Outcome, any Error>, _ inspection: Inspection, _ encoder: AnimationEncoder
    ) throws -> AnimationSearch.Outcome {
        var limit = encoder.settings.byteLimit
        if case .success(let outcome) = made, outcome.findings.isEmpty { limit = outcome.animation.bytes.count + 1 }
        guard encoder.animation.format == .apng, let kept = try kept(inspection, encoder, under: limit) else {
            return try made.get()
        }
        let other = try? made.get()
        let attempt = Fit.Attempt(method: "source", colours: kept.colours, bytes: kept.bytes.count, fidelity: 1)
        return AnimationSearch.Outcome(
            animation: kept,
            fit: Fit(
                summary: "The source's own \(NumberFormat.number(kept.delays.count)) frames, repacked, in "
                    + "\(NumberFormat.number(kept.bytes.count)) bytes: "
                    + (other.map { "stickerd's own encoding had \(NumberFormat.number($0.animation.bytes.count))." }
                        ?? "none of stickerd's own encodings fits."),
                gaveUp: "nothing", attempts: (other?.fit.attempts ?? []) + [attempt]),
            findings: [])
    }

    private static func kept(_ inspection: Inspection, _ encoder: AnimationEncoder, under limit: Int) throws
        -> EncodedAnimation?
    {
        let store = encoder.store
        let limits = APNGLimits(frames: store.count, pixels: store.count * store.side * store.side)
        guard inspection.colours == .sRGB, inspection.orientation == 1, inspection.facts.width == store.side,
            inspection.facts.height == store.side,
            let source = try? APNGReader(inspection.bytes, limits: limits),
            source.frames.map(\.control.delay) == store.delays, encoder.animation.colour.allows(source.colourType),
            let bytes = try source.repacked(
                level: min(encoder.settings.pressingEffort.animationLevel, .best), under: limit),
            let packed = try? APNGReader(bytes, limits: limits, isStrict: true), try shows(packed, store)
        else { return nil }
        let isIndexed = source.colourType == .indexed
        return EncodedAnimation(
            bytes: bytes, format: .apng, side: store.side,
            colours: isIndexed ? packed.paletteCount : nil, fidelity: 1, delays: store.delays,
            loopCount: source.loopCount,
            plan: AnimationPlan(
                colours: isIndexed
                    ? .palette(min(packed.paletteCount, encoder.settings.maximumColours))
                    : .truecolour(.nothing)),
            frames: .truecolour(store))
    }

    /// Whether a player shows exactly the ideal pixels, and the frames contain no hidden data.
    private static func shows(_ file: APNGReader, _ store: FrameStore) throws -> Bool {
        var compositor = APNGCompositor(width: file.width, height: file.height)
        var reader = store.reader
        for (place, frame) in file.frames.enumerated() {
            let piece = try Image.load(file.png(of: frame), strictness: .truncated).rgba()
            guard !piece.hidesColours else { return false }
            try compositor.draw(piece, frame.control)
            let same = zip(compositor.canvas.words, try reader.image(place).words).allSatisfy { shown, ideal in
                shown == ideal || shown >> 24 == 0 && ideal >> 24 == 0
            }
            guard same else { return false }
        }
        return true
    }
}

extension AnimationSettings.Colour {
    fileprivate func allows(_ type: PNGColourType) -> Bool {
        switch self {
        case .auto: true
        case .palette: type == .indexed
        case .truecolour: type != .indexed
        }
    }
}
