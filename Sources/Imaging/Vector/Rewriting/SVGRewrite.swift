/// A notation that librsvg does not draw, or draws differently, and that can be rewritten.
package enum SVGRewrite: CaseIterable, Sendable {
    // The cases are in the order in which they are applied.
    case pictures
    case invalidValues
    case styleRules
    case styleValues
    case transforms
    case lengths
    case strokes
    case markers
    case points
    case foreignStyles
    case conditions
    case embeddedDrawings
    case boxUnits
    case patterns
    case clips
    case maskColours
    case isolation
    case viewports
    case imageSizes
    /// Copies that must be rewritten after other rewrites have changed them.
    case copies
    // The following cases replace elements. They are last, because the other rewrites need the elements of the
    // original document.
    case blurRegions
    case dropShadow
    /// Applied by `SVGDocument`, at each size.
    case morphology

    /// Whether a drawn element needs the rewrite.
    func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        switch self {
        case .pictures: drawn.picture?.isDrawnAsItIs == false
        case .dropShadow: drawn.name == "feDropShadow"
        case .invalidValues: InvalidValueRewrite.isNeeded(by: drawn)
        case .boxUnits: BoxUnitsRewrite.isNeeded(by: drawn)
        case .patterns: PatternRewrite.isNeeded(by: drawn)
        case .clips: drawn.mayNeedMask
        case .maskColours: MaskColourRewrite.isNeeded(by: drawn)
        case .isolation: IsolationRewrite.isNeeded(by: drawn)
        case .viewports: ViewportRewrite.isNeeded(by: drawn)
        case .imageSizes: ImageSizeRewrite.isNeeded(by: drawn)
        case .blurRegions: BlurRegionRewrite.isLoneCutBlur(drawn.element)
        case .styleRules:
            drawn.sheet.nested?.decides(drawn.element) == true
                || drawn.sheet.conditional?.decides(drawn.element) == true
        case .styleValues:
            drawn.losesColour || !drawn.style.corrections.isEmpty || drawn.isDropped { $0.contains("var(") }
        case .transforms: TransformRewrite.isNeeded(drawn.element, style: drawn.style)
        case .lengths: LengthRewrite.isNeeded(by: drawn)
        case .strokes: drawn.keepsStroke
        case .markers: MarkerRewrite.isNeeded(by: drawn)
        case .points: drawn.element.hasUnevenPoints
        case .foreignStyles: drawn.tree.hasForeignStyles
        case .conditions: ConditionRewrite.isNeeded(by: drawn)
        case .embeddedDrawings: drawn.embeddedDrawing != nil
        case .copies: drawn.needsCopy
        case .morphology: drawn.isCappedMorphology
        }
    }
}
