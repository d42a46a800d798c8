/// Opens what moves, by its format.
enum AnimationOpener {
    /// The frames of a source that has more than one; nil for a still, and for formats whose first frame stands for all.
    ///
    /// Nothing is decoded here: what a header asks for is held against the limits first.
    ///
    /// - Throws: `Refusal` when there are too many frames or pixels, or no whole frame.
    static func open(_ inspection: Inspection, name: String, limits: SourceLimits) throws -> (any FrameSource)? {
        guard inspection.facts.frames > 1 else { return nil }
        return switch inspection.format {
        case .png: try APNGSource(inspection, name: name, limits: limits)
        default: nil
        }
    }
}
