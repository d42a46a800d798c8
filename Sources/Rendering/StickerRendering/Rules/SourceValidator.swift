import JobModel
import Pixels

/// The rules that check a source's pixels.
enum SourceValidator {
    /// The enlargement, as a share of the size, up to which art does not look softer.
    private static let leastEnlargement = 0.05

    static func findings(_ art: DecodedImage, _ rendering: Rendering, name: String, limits: RuleLimits) -> [RuleFinding]
    {
        var findings: [RuleFinding] = []
        if art.isOpaque {
            findings.append(
                Rule.opaqueBackground.finding(
                    "\(name) is opaque everywhere, so it will cover bubbles and photos as a rectangle."))
        } else {
            findings += edgeFinding(art, rendering, name: name, limits: limits).map { [$0] } ?? []
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
                    "\(name) has \(NumberFormat.number(specks)) faint pixels away from the art.",
                    measured: Double(specks), limit: limits.value(.strayPixels)))
        }
        if case .raster = art.origin, let fringe = MatteFringe.measure(art.pixels),
            fringe.share * 100 > limits.value(.matteFringe)
        {
            findings.append(
                Rule.matteFringe.finding(
                    "\(NumberFormat.percent(fringe.share)) of the soft edge of \(name) is "
                        + "\(fringe.isPale ? "paler" : "darker") than the art beside it (up to "
                        + "\(NumberFormat.number(limits.value(.matteFringe), digits: 0)) % is fine), because it "
                        + "contains the remains of a \(fringe.isPale ? "white" : "black") background.",
                    measured: (fringe.share * 100).rounded(), limit: limits.value(.matteFringe)))
        }
        return findings
    }

    /// The finding about art that extends along an edge of its canvas, or that the edge cuts off. Nil if neither is
    /// the case.
    private static func edgeFinding(
        _ art: DecodedImage, _ rendering: Rendering, name: String, limits: RuleLimits
    ) -> RuleFinding? {
        let limit = limits.value(.touchesEdge)
        if let contact = EdgeContact.longest(in: art.pixels), contact.share * 100 > limit {
            return Rule.touchesEdge.finding(
                "\(name) touches \(NumberFormat.percent(contact.share)) of the \(contact.side.rawValue) edge of its "
                    + "canvas (up to \(NumberFormat.number(limit, digits: 0)) % is fine); it may be cut off.",
                measured: (contact.share * 100).rounded(), limit: limit)
        }
        // If the limit of the rule was raised, cuts are also allowed.
        guard limit <= Rule.touchesEdge.limit ?? limit,
            let cut = EdgeContact.longestCut(in: art.pixels, pixelsPerPoint: pixelsPerPoint(art, rendering))
        else { return nil }
        return Rule.touchesEdge.finding(
            "\(name) ends in a straight cut at the \(cut.side.rawValue) edge of its canvas, along "
                + "\(NumberFormat.percent(cut.share)) of that edge: a shape continues beyond it.",
            limit: limit)
    }

    /// The number of pixels of the decoded art per point of the sticker.
    private static func pixelsPerPoint(_ art: DecodedImage, _ rendering: Rendering) -> Double {
        let reduction =
            switch art.origin {
            case .raster(let reduction): reduction
            case .vector: 1
            }
        return Double(rendering.contentPixels) / Double(max(1, reduction))
            / (Double(max(1, rendering.targetPixels)) / 3)
    }
}
