import ImageHeaders
import JobModel
import PNG
import Pixels
import Vips

/// An animated GIF. Each frame is decoded separately, and then drawn on the canvas as browsers do.
struct GIFSource: FrameSource {
    let width: Int
    let height: Int
    let delays: [FrameDelay]
    let loopCount: Int
    let findings: [RuleFinding]

    private let reader: GIFReader
    private let facts: ArtFacts
    private let name: String

    /// - Throws: `SourceRejection` if there are too many frames or pixels, or no complete frame.
    init(_ inspection: Inspection, name: String, limits: SourceLimits) throws {
        do {
            reader = try GIFReader(inspection.bytes, frameLimit: limits.frames)
        } catch {
            throw SourceRejection(
                GIFSource.rejection(error, frames: inspection.facts.frames, name: name), facts: inspection.facts,
                others: inspection.findings)
        }
        width = reader.width
        height = reader.height
        loopCount = reader.loopCount
        facts = inspection.facts
        self.name = name
        let timing = BrowserTiming(milliseconds: reader.frames.map { Int($0.control.delay.numerator) * 10 }, name: name)
        delays = timing.delays
        let damage = Rule.animationDamaged.finding(
            "\(name) ends in the middle of the animation; \(NumberFormat.number(reader.frames.count)) frames are "
                + "complete."
        )
        let missing = reader.framesWithoutPalette
        let colourless = Rule.animationDamaged.finding(
            "\(NumberFormat.number(missing)) \(missing == 1 ? "frame" : "frames") of \(name) without a palette "
                + "\(missing == 1 ? "was" : "were") left out.")
        findings = timing.findings + (reader.isCutOff ? [damage] : []) + (missing > 0 ? [colourless] : [])
        try FrameSize.check(
            width: width, height: height, frames: delays.count, name: name, limits: limits, inspection: inspection)
    }

    func forEachFrame(_ body: (Int, RGBAImage) throws -> Void) throws {
        var compositor = APNGCompositor(width: width, height: height)
        for (place, frame) in reader.frames.enumerated() {
            do {
                let (visible, control) = try onCanvas(frame)
                try compositor.draw(visible, control)
            } catch {
                throw SourceRejection(
                    Rule.damagedFile.finding("Frame \(place + 1) of \(name) cannot be decoded (\(error))."),
                    facts: facts)
            }
            try body(place, compositor.canvas)
        }
    }

    /// The part of a frame that is inside the canvas. One transparent pixel if no part is inside.
    private func onCanvas(_ frame: GIFFrame) throws -> (RGBAImage, FrameControl) {
        var control = frame.control
        let rectangle = control.rectangle
        guard !frame.isEmpty, rectangle.x < width, rectangle.y < height else {
            control.rectangle = FrameRectangle(width: 1, height: 1)
            return (RGBAImage(width: 1, height: 1, filledWith: .clear), control)
        }
        let pixels = try Image.load(reader.file(of: frame), strictness: .truncated).inSRGB(by: .sRGB).rgba()
        if rectangle.fits(width: width, height: height) { return (pixels, control) }
        let visible = PixelRectangle(
            x: 0, y: 0, width: min(rectangle.width, width - rectangle.x),
            height: min(rectangle.height, height - rectangle.y))
        control.rectangle = FrameRectangle(
            x: rectangle.x, y: rectangle.y, width: visible.width, height: visible.height)
        return (Resampler.crop(pixels, to: visible), control)
    }

    private static func rejection(_ error: GIFError, frames: Int, name: String) -> RuleFinding {
        switch error {
        case .tooManyFrames(let limit): FrameSize.tooManyFrames(frames, limit: limit, name: name)
        default: Rule.damagedFile.finding("\(name) cannot be read as an animation: \(error)")
        }
    }
}
