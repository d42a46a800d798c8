/// A way of writing that librsvg does not draw, or draws differently, and that can be written in another way.
package enum SVGRewrite: CaseIterable, Sendable {
    // In the order in which they are applied.
    case pictures
    case dropShadow
    case styleRules
    case styleValues
    case transformOrigin
    case strokes
    case markerAngles
    case points
    case foreignStyles
    case languages
    case embeddedDrawings
    /// After all others, since it copies what they have changed.
    case copies
    /// Applied by `SVGDocument`, at each size.
    case morphology

    /// Whether a drawn element needs it.
    func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        switch self {
        case .pictures: drawn.picture?.isDrawnAsItIs == false
        case .dropShadow: drawn.name == "feDropShadow"
        case .styleRules:
            drawn.sheet.nested?.decides(drawn.element) == true
                || drawn.sheet.conditional?.decides(drawn.element) == true
        case .styleValues: drawn.losesColour || drawn.isDropped { $0.contains("var(") }
        case .transformOrigin: drawn.movesByOrigin
        case .strokes: drawn.keepsStroke
        case .markerAngles: drawn.hasAngleInUnits
        case .points: drawn.element.hasUnevenPoints
        case .foreignStyles: drawn.tree.hasForeignStyles
        case .languages: drawn.isForOtherLanguages
        case .embeddedDrawings: drawn.embeddedDrawing != nil
        case .copies: drawn.needsCopy
        case .morphology: drawn.isCappedMorphology
        }
    }
}
