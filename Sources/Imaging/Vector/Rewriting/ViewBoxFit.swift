/// The fit of a view box into a rectangle. Source: SVG 2, section 8.2.
struct ViewBoxFit {
    /// The visible part, in the coordinates of the view box.
    let visible: SVGBox

    /// - Parameters:
    ///   - viewBox: four numbers.
    ///   - ratio: the value of `preserveAspectRatio`.
    /// - Returns: nil for a view box or a rectangle without a size.
    init?(_ viewBox: String, ratio: String?, width: Double, height: Double) {
        let box = StyleValue.numbers(viewBox)
        guard box.count == 4, box[2] > 0, box[3] > 0, width > 0, height > 0 else { return nil }
        let words = (ratio ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        let align = words.first ?? "xMidYMid"
        if align == "none" {
            visible = SVGBox(x: box[0], y: box[1], width: box[2], height: box[3])
            return
        }
        let scales = [width / box[2], height / box[3]]
        guard let scale = words.contains("slice") ? scales.max() : scales.min() else { return nil }
        let (shownWidth, shownHeight) = (width / scale, height / scale)
        visible = SVGBox(
            x: box[0] - ViewBoxFit.share(align, "x") * (shownWidth - box[2]),
            y: box[1] - ViewBoxFit.share(align, "Y") * (shownHeight - box[3]), width: shownWidth, height: shownHeight)
    }

    /// The share of the free space that is before the view box.
    private static func share(_ align: String, _ axis: String) -> Double {
        if align.contains("\(axis)Min") { return 0 }
        return align.contains("\(axis)Max") ? 1 : 0.5
    }

    /// Whether the visible part is exactly the view box.
    func isWhole(of viewBox: String) -> Bool {
        let box = StyleValue.numbers(viewBox)
        let shown = [visible.x, visible.y, visible.width, visible.height]
        let tolerance = 1e-3 * max(visible.width, visible.height)
        return zip(box, shown).allSatisfy { abs($0 - $1) <= tolerance }
    }

    /// The visible part, as the value of `viewBox`.
    var text: String { "\(visible.x) \(visible.y) \(visible.width) \(visible.height)" }
}
