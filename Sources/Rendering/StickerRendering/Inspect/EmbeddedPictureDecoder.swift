import ImageHeaders
import JobModel
import PNG
import Pixels

/// Decodes pictures that are embedded in a drawing as if they were sources themselves.
struct EmbeddedPictureDecoder {
    private let limits: SourceLimits
    /// The name of the drawing, for messages.
    private let name: String
    /// The findings about the colours of earlier pictures, one per rule.
    private(set) var findings: [RuleFinding] = []
    /// The number of pixels that may still be decoded. All pictures of a drawing share the limit of one source.
    private var remaining: Int

    init(limits: SourceLimits, name: String) {
        self.limits = limits
        self.name = name
        remaining = limits.pixels
    }

    /// A PNG that librsvg shows as browsers show the picture: upright, and in sRGB.
    ///
    /// - Returns: nil for a picture that librsvg shows in the same way, and for one that cannot be decoded.
    mutating func png(of bytes: [UInt8]) -> [UInt8]? {
        var limits = limits
        limits.pixels = remaining
        guard let format = SourceFormat.identify(bytes.prefix(4096)), format != .svg, format != .pdf,
            let inspection = try? Inspector.inspect(bytes, name: "A picture in \(name)", limits: limits)
        else { return nil }
        for finding in inspection.findings where EmbeddedPictureDecoder.isAboutColours(finding) {
            if !findings.contains(where: { $0.rule == finding.rule }) { findings.append(finding) }
        }
        let isPlain = inspection.orientation == 1 && inspection.colours == .sRGB
        if isPlain, [.png, .jpeg, .gif].contains(format) { return nil }
        remaining -= inspection.facts.width * inspection.facts.height
        guard let pixels = try? SourceDecoder.wholePicture(inspection) else { return nil }
        return try? PNGEncoder.encode(pixels, level: .fast)
    }

    private static func isAboutColours(_ finding: RuleFinding) -> Bool {
        [Rule.unusualProfile.id, Rule.brokenProfile.id].contains(finding.rule)
    }
}
