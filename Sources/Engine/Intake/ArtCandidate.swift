import ImageHeaders

/// A file that is a picture by its name or by its content, or a folder of frames.
struct ArtCandidate: Sendable, Hashable {
    var file: SeenEntry
    var name: ArtName
    var format: SourceFormat
    /// Where the frames of a folder of them are, in the order in which they are shown; empty for a file.
    var framePaths: [String] = []

    /// Whether this file rather than another of the same title becomes the sticker: what moves without loss first, then
    /// by the format, then the scale (a name without one is drawn at 1), then the order of the names.
    func isPreferred(to other: ArtCandidate) -> Bool {
        if framePaths.isEmpty != other.framePaths.isEmpty { return !framePaths.isEmpty }
        if format != other.format { return format.preference < other.format.preference }
        let (scale, otherScale) = (name.scale ?? 1, other.name.scale ?? 1)
        return scale != otherScale ? scale > otherScale : file.name < other.file.name
    }

    /// The name without regard to case.
    var nameKey: String { file.name.lowercased() }
}
