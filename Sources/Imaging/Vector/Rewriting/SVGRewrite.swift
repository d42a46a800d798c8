/// A way of writing that librsvg does not draw, or draws differently, and that can be written in another way.
package enum SVGRewrite: CaseIterable, Sendable {
    case pictures
    case dropShadow

    /// Whether a drawn element needs it.
    func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        switch self {
        case .pictures: drawn.picture?.isDrawnAsItIs == false
        case .dropShadow: drawn.name == "feDropShadow"
        }
    }
}
