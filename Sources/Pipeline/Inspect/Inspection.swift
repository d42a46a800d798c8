/// What a source is, as far as its header tells, and what the rules about files noticed.
package struct Inspection: Sendable {
    /// How the colours in the file become sRGB.
    enum Colours: Hashable, Sendable {
        /// They are sRGB already, or are taken as such.
        case sRGB
        /// Through the embedded profile.
        case profile
        /// Through a standard press profile.
        case cmyk
    }

    let bytes: [UInt8]
    let format: SourceFormat
    /// Pixels after orientation; for vector art, its own units.
    let width: Int
    let height: Int
    /// More than one when it moves.
    let frames: Int
    let colours: Colours
    let findings: [RuleFinding]

    /// Drawn at any size without loss.
    var isVector: Bool { format == .svg || format == .pdf }

    var facts: ArtFacts {
        ArtFacts(format: format.name, width: width, height: height, frames: frames)
    }
}

/// Why a source goes no further: the finding, and what is known of the file.
package struct Refusal: Error, Sendable {
    let facts: ArtFacts?
    let findings: [RuleFinding]

    init(_ finding: RuleFinding, facts: ArtFacts? = nil, others: [RuleFinding] = []) {
        self.facts = facts
        self.findings = others + [finding]
    }
}
