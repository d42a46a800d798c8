import ImageHeaders
import JobModel
import PNG
import Pixels

/// Decodes pictures that are embedded in a drawing in the same way as sources.
struct EmbeddedPictureDecoder {
    private let limits: SourceLimits
    /// The name of the drawing, for messages.
    private let name: String
    /// The findings about the colours of the decoded pictures, at most one for each rule.
    private(set) var findings: [RuleFinding] = []
    /// The number of pixels that may still be decoded. All pictures of a drawing together have the limit of one
    /// source.
    private var remaining: Int

    init(limits: SourceLimits, name: String) {
        self.limits = limits
        self.name = name
        remaining = limits.pixels
    }

    /// The picture as a PNG that is upright and in sRGB, so that librsvg shows it as browsers do.
    ///
    /// - Returns: nil if librsvg already shows the picture in this way, or if the picture cannot be decoded.
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
