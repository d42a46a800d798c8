import ImageHeaders
import JobModel

/// Opens animations of every format.
package enum AnimationOpener {
    /// The frames of a source with more than one frame. Nil for a still picture, and for formats of which stickerd
    /// uses only the first frame.
    ///
    /// This checks the sizes in the header against the limits, and decodes no pixels.
    ///
    /// - Throws: `SourceRejection` if there are too many frames or pixels, or no complete frame.
    static func open(_ inspection: Inspection, name: String, limits: SourceLimits) throws -> (any FrameSource)? {
        guard inspection.facts.frames > 1 else { return nil }
        if let sequence = inspection.sequence {
            return try FrameSequenceSource(sequence, inspection, name: name, limits: limits)
        }
        return switch inspection.format {
        case .png: try APNGSource(inspection, name: name, limits: limits)
        case .gif: try GIFSource(inspection, name: name, limits: limits)
        case .webp: try WebPSource(inspection, name: name, limits: limits)
        default: nil
        }
    }

    /// The frames of a job's source. Nil for a still picture.
    ///
    /// - Throws: `SourceRejection` if the source cannot be read, or exceeds limits; the errors of `inputs`.
    package static func open(_ job: StickerJob, _ inputs: any JobInputs) throws -> (any FrameSource)? {
        try open(try job.inspected(inputs), name: RuleFinding.pathToken, limits: job.recipe.limits)
    }

    /// The frames of a file's bytes. Nil for a still picture.
    ///
    /// - Throws: `SourceRejection` if the file cannot be read, or exceeds limits.
    package static func open(_ bytes: [UInt8], name: String, limits: SourceLimits) throws -> (any FrameSource)? {
        try open(try Inspector.inspect(bytes, name: name, limits: limits), name: name, limits: limits)
    }
}

/// The size in an animation's header, checked against the limits before any pixel is decoded.
enum FrameSize {
    /// - Throws: `SourceRejection` if all frames together have more pixels than the limit.
    static func check(
        width: Int, height: Int, frames: Int, name: String, limits: SourceLimits, inspection: Inspection
    ) throws {
        let (canvas, overflow) = width.multipliedReportingOverflow(by: height)
        let (pixels, more) = canvas.multipliedReportingOverflow(by: frames)
        guard overflow || more || pixels > limits.pixels else { return }
        throw SourceRejection(
            Rule.tooManyPixels.finding(
                "\(name) has \(NumberFormat.number(frames)) frames of \(NumberFormat.number(width)) × "
                    + "\(NumberFormat.number(height)) pixels; the limit for all frames together is "
                    + "\(NumberFormat.number(limits.pixels)) pixels.",
                measured: Double(width) * Double(height) * Double(frames), limit: Double(limits.pixels)),
            facts: inspection.facts, others: inspection.findings)
    }

    static func tooManyFrames(_ frames: Int, limit: Int, name: String) -> RuleFinding {
        Rule.tooManyFrames.finding(
            "\(name) has \(NumberFormat.number(frames)) frames; the limit is \(NumberFormat.number(limit)).",
            measured: Double(frames), limit: Double(limit))
    }
}
