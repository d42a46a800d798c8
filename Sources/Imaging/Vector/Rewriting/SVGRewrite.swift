/// A way of writing that librsvg does not draw, or draws differently, and that can be written in another way.
package enum SVGRewrite: CaseIterable, Sendable {
    // In the order in which they are applied.
    case pictures
    case invalidValues
    case styleRules
    case styleValues
    case transformOrigin
    case strokes
    case markerAngles
    case points
    case foreignStyles
    case languages
    case embeddedDrawings
    case clips
    /// Copies what those before it have changed.
    case copies
    // Those that replace elements: the others need the elements that the document was read with.
    case blurRegions
    case dropShadow
    /// Applied by `SVGDocument`, at each size.
    case morphology

    /// Whether a drawn element needs it.
    func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        switch self {
        case .pictures: drawn.picture?.isDrawnAsItIs == false
        case .dropShadow: drawn.name == "feDropShadow"
        case .invalidValues: InvalidValueRewrite.isNeeded(by: drawn)
        case .clips: drawn.needsMask
        case .blurRegions: BlurRegionRewrite.isLoneCutBlur(drawn.element)
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
