import ImageHeaders
import JobModel

/// Opens what moves, by its format.
package enum AnimationOpener {
    /// The frames of a source that has more than one; nil for a still, and for formats whose first frame stands for all.
    ///
    /// Nothing is decoded here: what a header asks for is held against the limits first.
    ///
    /// - Throws: `Refusal` when there are too many frames or pixels, or no whole frame.
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

    /// The frames of a job's source; nil for a still.
    ///
    /// - Throws: `Refusal` when the source cannot be read, or asks for too much; `JobError` when it changed or vanished.
    package static func open(_ job: StickerJob) throws -> (any FrameSource)? {
        try open(try job.inspected(), name: RuleFinding.pathToken, limits: job.recipe.limits)
    }

    /// The frames of a file's bytes; nil for a still.
    ///
    /// - Throws: `Refusal` when the file cannot be read, or asks for too much.
    package static func open(_ bytes: [UInt8], name: String, limits: SourceLimits) throws -> (any FrameSource)? {
        try open(try Inspector.inspect(bytes, name: name, limits: limits), name: name, limits: limits)
    }
}
