import ImageHeaders
import JobModel

/// The properties of a source from its header, and the findings of the rules about files.
package struct Inspection {
    /// The conversion of the file's colours to sRGB.
    enum Colours: Hashable, Sendable {
        /// The colours are sRGB, or are assumed to be.
        case sRGB
        /// Through the embedded profile.
        case profile
        /// Through a profile that is created from other information in the file.
        case described(profile: [UInt8])
        /// Through a standard press profile.
        case cmyk
    }

    /// The position of the alpha in a decoder's output.
    enum Alpha: Hashable, Sendable {
        /// In the band after the colours, if there is one.
        case asDecoded
        /// There is no alpha: all further bands have another meaning.
        case none
        /// In a later band: the number of bands between the colours and the alpha.
        case after(extras: Int)
    }

    let bytes: [UInt8]
    let format: SourceFormat
    /// The data for the manifest.
    let facts: ArtFacts
    /// The drawing, for vector art. Nil for raster images.
    let drawing: VectorDrawing?
    /// The EXIF orientation, from 1 (upright) to 8.
    let orientation: Int
    let colours: Colours
    let findings: [RuleFinding]
    /// Whether the colours in the file have been multiplied by their alpha.
    var isPremultiplied = false
    /// The transforms of the decoded picture, applied before everything else.
    var transforms: [HEIFTransform] = []
    /// The position of the alpha in the decoded picture.
    var alpha = Alpha.asDecoded
    /// All frames of a folder of frames; `bytes` are those of the first. Nil for other sources.
    var sequence: FrameSequence?
}

/// The reason why a source is rejected: the finding, and the known facts about the file.
package struct SourceRejection: Error, Sendable {
    let facts: ArtFacts?
    package let findings: [RuleFinding]

    init(_ finding: RuleFinding, facts: ArtFacts? = nil, others: [RuleFinding] = []) {
        self.facts = facts
        self.findings = others + [finding]
    }
}
