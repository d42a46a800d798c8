import JobModel
import Pixels

/// The rules that look at a source's own pixels.
enum SourceValidator {
    /// Art that is enlarged by less than this looks no softer for it.
    private static let leastEnlargement = 0.05

    static func findings(_ art: DecodedImage, _ rendering: Rendering, name: String, limits: RuleLimits) -> [RuleFinding]
    {
        var findings: [RuleFinding] = []
        if art.isOpaque {
            findings.append(
                Rule.opaqueBackground.finding(
                    "\(name) has no transparent pixel: it will cover bubbles and photos as a rectangle."))
        } else if let edge = longestEdgeRun(art.pixels), edge.share * 100 > limits.value(.touchesEdge) {
            findings.append(
                Rule.touchesEdge.finding(
                    "\(name) runs along \(NumberFormat.percent(edge.share)) of the \(edge.side) edge of its canvas (up to "
                        + "\(NumberFormat.number(limits.value(.touchesEdge), digits: 0)) % is fine); it may be cut off.",
                    measured: (edge.share * 100).rounded(), limit: limits.value(.touchesEdge)))
        }
        if rendering.enlargement > 1 + leastEnlargement {
            findings.append(
                Rule.lowResolution.finding(
                    "The art in \(name) is \(NumberFormat.number(rendering.contentPixels)) pixels on its long side; the "
                        + "sticker needs \(NumberFormat.number(rendering.targetPixels)), so it was enlarged "
                        + "\(NumberFormat.number(rendering.enlargement, digits: 2)) times.",
                    measured: Double(rendering.contentPixels), limit: Double(rendering.targetPixels)))
        }
        let specks = StrayPixels.count(in: art.pixels)
        if Double(specks) > limits.value(.strayPixels) {
            findings.append(
                Rule.strayPixels.finding(
                    "\(name) has \(NumberFormat.number(specks)) faint pixels lying apart from the art.",
                    measured: Double(specks), limit: limits.value(.strayPixels)))
        }
        if case .raster = art.origin, let fringe = MatteFringe.measure(art.pixels),
            fringe.share * 100 > limits.value(.matteFringe)
        {
            findings.append(
                Rule.matteFringe.finding(
                    "\(NumberFormat.percent(fringe.share)) of the soft edge of \(name) is \(fringe.isPale ? "paler" : "darker")"
                        + " than the art beside it (up to \(NumberFormat.number(limits.value(.matteFringe), digits: 0)) % is "
                        + "fine): the rest of a \(fringe.isPale ? "white" : "black") background.",
                    measured: (fringe.share * 100).rounded(), limit: limits.value(.matteFringe)))
        }
        return findings
    }

    /// The longest unbroken run of solid pixels along one edge, as a share of that edge.
    private static func longestEdgeRun(_ image: RGBAImage) -> (side: String, share: Double)? {
        let right = image.width - 1
        let bottom = image.height - 1
        let edges: [(String, Int, (Int) -> Int)] = [
            ("upper", image.width, { $0 }), ("lower", image.width, { bottom * image.width + $0 }),
            ("left", image.height, { $0 * image.width }), ("right", image.height, { $0 * image.width + right }),
        ]
        return edges.map { side, length, pixel in
            var longest = 0
            var run = 0
            for step in 0..<length {
                run = image.bytes[pixel(step) * 4 + 3] > 127 ? run + 1 : 0
                longest = max(longest, run)
            }
            return (side, Double(longest) / Double(length))
        }.max { $0.1 < $1.1 }
    }
}
