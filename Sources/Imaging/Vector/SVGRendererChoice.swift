/// The choice between librsvg and resvg for an SVG, and the features that are reported.
package struct SVGRendererChoice: Equatable, Sendable {
    package enum Renderer: Sendable {
        case librsvg, resvg
    }

    package let renderer: Renderer
    /// The features that are reported as missing or inexact.
    package let reported: [SVGCapability]
    /// The features that only resvg has drawn. Empty if librsvg's drawing is published.
    package let repaired: [SVGCapability]

    /// The largest share of pixels in which the drawings may differ if neither is known to be wrong.
    private static let usualTolerance = 0.008
    /// The largest share of differing pixels if librsvg is known not to draw a feature. Equal texts do not differ in
    /// any pixel, and drawings with and without a small word differ in 0.3 % of the pixels.
    private static let smallTolerance = 0.0005

    /// - Parameters:
    ///   - found: the features that librsvg does not draw.
    ///   - suitsResvg: whether `SVGContents.resvgFonts` is not nil.
    ///   - difference: the share of pixels in which the drawings differ. Nil if resvg failed.
    package init(found: [SVGCapability], suitsResvg: Bool, difference: Double?) {
        let stills = found.filter { $0.effect == .still }
        let faults = found.filter { $0.effect != .still }
        guard let difference, suitsResvg, faults.allSatisfy(\.isDrawnByResvg) else {
            (renderer, reported, repaired) = (.librsvg, found, [])
            return
        }
        let tolerance =
            faults.isEmpty ? SVGRendererChoice.usualTolerance : SVGRendererChoice.smallTolerance
        if difference <= tolerance {
            (renderer, reported, repaired) = (.librsvg, stills, [])
        } else {
            (renderer, reported, repaired) = (.resvg, stills, faults)
        }
    }

    /// Whether the choice depends on resvg's drawing.
    package static func isOpen(_ contents: SVGContents) -> Bool {
        let faults = contents.unsupported.filter { $0.effect != .still }
        return (!faults.isEmpty || contents.hasText) && faults.allSatisfy(\.isDrawnByResvg)
    }
}
