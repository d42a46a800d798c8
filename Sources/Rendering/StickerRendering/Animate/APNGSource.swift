import ImageHeaders
import JobModel
import PNG
import Pixels
import Vips

/// An animated PNG. Each frame is decoded separately, and then drawn on the canvas as its control chunk specifies.
struct APNGSource: FrameSource {
    let width: Int
    let height: Int
    let delays: [FrameDelay]
    let loopCount: Int
    let findings: [RuleFinding]

    private let reader: APNGReader
    private let colours: Inspection.Colours
    private let orientation: Int
    private let facts: ArtFacts
    private let name: String

    /// - Throws: `SourceRejection` if there are too many frames or pixels, or no complete frame.
    init(_ inspection: Inspection, name: String, limits: SourceLimits) throws {
        let png: PNGInspection
        do {
            png = try PNGInspection(inspection.bytes)
            reader = try APNGReader(
                inspection.bytes, limits: APNGLimits(frames: limits.frames, pixels: limits.pixels))
        } catch {
            throw SourceRejection(
                APNGSource.rejection(error, name: name), facts: inspection.facts, others: inspection.findings)
        }
        orientation = inspection.orientation
        (width, height) = orientation >= 5 ? (reader.height, reader.width) : (reader.width, reader.height)
        delays = reader.frames.map(\.control.delay)
        loopCount = reader.loopCount
        colours = inspection.colours
        facts = inspection.facts
        self.name = name
        findings = APNGSource.notices(reader, png, name: name)
    }

    /// Whether a PNG declares an animation, even if it is damaged.
    static func isAnimated(_ inspection: Inspection) -> Bool {
        do {
            _ = try APNGReader(inspection.bytes, limits: APNGLimits(frames: .max, pixels: .max))
            return true
        } catch PNGError.notAnimated {
            return false
        } catch {
            return true
        }
    }

    func forEachFrame(_ body: (Int, RGBAImage) throws -> Void) throws {
        var compositor = APNGCompositor(width: reader.width, height: reader.height)
        for (place, frame) in reader.frames.enumerated() {
            do {
                let pixels = try Image.load(reader.png(of: frame), strictness: .truncated).inSRGB(by: colours).rgba()
                try compositor.draw(pixels, frame.control)
            } catch {
                throw SourceRejection(
                    Rule.damagedFile.finding("Frame \(frame.number + 1) of \(name) cannot be decoded (\(error))."),
                    facts: facts)
            }
            try body(place, compositor.canvas.upright(from: orientation))
        }
    }

    private static func rejection(_ error: PNGError, name: String) -> RuleFinding {
        switch error {
        case .tooManyFrames(let frames, let limit):
            Rule.tooManyFrames.finding(
                "\(name) has \(NumberFormat.number(frames)) frames; the limit is \(NumberFormat.number(limit)).",
                measured: Double(frames), limit: Double(limit))
        case .tooManyPixels(let width, let height, let frames, let limit):
            Rule.tooManyPixels.finding(
                "\(name) has \(NumberFormat.number(frames)) frames of \(NumberFormat.number(width)) × "
                    + "\(NumberFormat.number(height)) pixels; the limit for all frames together is "
                    + "\(NumberFormat.number(limit)) pixels.",
                measured: Double(width) * Double(height) * Double(frames), limit: Double(limit))
        default: Rule.damagedFile.finding("\(name) cannot be read as an animation: \(error)")
        }
    }

    /// The findings about a file that has problems, but whose frames can be shown.
    private static func notices(_ reader: APNGReader, _ inspection: PNGInspection, name: String) -> [RuleFinding] {
        var findings: [RuleFinding] = []
        if reader.hasSeparateDefaultImage {
            findings.append(
                Rule.hiddenFirstFrame.finding(
                    "\(name) contains a separate picture for players without animation. It is not one of the frames "
                        + "and was left out."))
        }
        if inspection.bitDepth == 16 {
            findings.append(
                Rule.deepAnimation.finding("\(name) has 16 bits per channel; it was published with 8 bits."))
        }
        if inspection.trailingBytes > 0 {
            findings.append(
                Rule.trailingBytes.finding(
                    "\(name) has \(NumberFormat.number(inspection.trailingBytes)) additional bytes after its end. "
                        + "They were left out.", measured: Double(inspection.trailingBytes)))
        }
        return findings + damage(reader, name: name)
    }

    private static func damage(_ reader: APNGReader, name: String) -> [RuleFinding] {
        let lost = reader.warnings.compactMap { warning -> String? in
            if case .lostFrame = warning { "\(warning)" } else { nil }
        }
        guard let first = reader.warnings.first else { return [] }
        let damage = lost.isEmpty ? "\(first)" : lost.prefix(3).joined(separator: "; ")
        let more = reader.warnings.count > 1 ? " (\(NumberFormat.number(reader.warnings.count)) problems in total)" : ""
        return [Rule.animationDamaged.finding("\(name) is damaged: \(damage)\(more).")]
    }
}
