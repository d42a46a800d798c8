import ImageHeaders
import JobModel

/// The properties of a source that its header contains, and the findings of the rules about files.
package struct Inspection {
    /// The conversion of the file's colours to sRGB.
    enum Colours: Hashable, Sendable {
        /// The colours are sRGB, or are assumed to be.
        case sRGB
        /// The embedded profile is applied.
        case profile
        /// A profile is applied that is created from other information in the file.
        case described(profile: [UInt8])
        /// A standard press profile is applied.
        case cmyk
    }

    /// The position of the alpha in the picture that a decoder returns.
    enum Alpha: Hashable, Sendable {
        /// The alpha is the band after the colours, if there is one.
        case asDecoded
        /// There is no alpha. Other bands have another meaning.
        case none
        /// The alpha is a later band. `extras` is the number of bands between the colours and the alpha.
        case after(extras: Int)
    }

    var bytes: [UInt8]
    let format: SourceFormat
    /// The facts about the source that the manifest contains.
    let facts: ArtFacts
    /// The drawing, for vector art. Nil for raster images.
    let drawing: VectorDrawing?
    /// The EXIF orientation, from 1 (upright) to 8.
    let orientation: Int
    let colours: Colours
    let findings: [RuleFinding]
    /// Whether the colours in the file are premultiplied by alpha.
    var isPremultiplied = false
    /// The transforms of the decoded picture, which are applied before everything else.
    var transforms: [HEIFTransform] = []
    /// The position of the alpha in the decoded picture.
    var alpha = Alpha.asDecoded
    /// The frames of a folder. `bytes` are then those of the first frame. Nil for other sources.
    var sequence: FrameSequence?
}

/// The reason why a source is rejected: the finding, and the facts that are known about the file.
package struct SourceRejection: Error, Sendable {
    let facts: ArtFacts?
    package let findings: [RuleFinding]

    init(_ finding: RuleFinding, facts: ArtFacts? = nil, others: [RuleFinding] = []) {
        self.facts = facts
        self.findings = others + [finding]
    }
}
