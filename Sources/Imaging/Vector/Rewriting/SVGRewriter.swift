/// Rewrites a drawing before librsvg draws it.
package struct SVGRewriter {
    /// Converts the bytes of an embedded picture to an upright PNG in sRGB. Nil if the picture needs no conversion,
    /// or cannot be decoded.
    package typealias PictureConverter = ([UInt8]) -> [UInt8]?

    private let convertPicture: PictureConverter

    package init(convertPicture: @escaping PictureConverter = { _ in nil }) {
        self.convertPicture = convertPicture
    }

    /// - Returns: nil if the drawing needs no change.
    package func rewritten(_ bytes: [UInt8], tree: SVGTree, contents: SVGContents) -> [UInt8]? {
        var rewrites = contents.rewrites
        // The rewritten rules may need further rewrites.
        if rewrites.contains(.styleRules) {
            rewrites.formUnion([.styleValues, .transforms, .lengths, .strokes, .clips])
        }
        guard !rewrites.isEmpty, let document = XMLDocument(bytes) else { return nil }
        guard var source = SVGSource(document: document, tree: tree) else { return nil }
        let changes = SVGRewrite.allCases.filter(rewrites.contains).map { apply($0, to: &source) }
        return changes.contains(true) ? document.bytes : nil
    }

    /// - Returns: whether anything was changed.
    private func apply(_ rewrite: SVGRewrite, to source: inout SVGSource) -> Bool {
        switch rewrite {
        case .pictures: PictureRewrite.apply(to: source, convert: convertPicture)
        case .invalidValues: InvalidValueRewrite.apply(to: source)
        case .boxUnits: BoxUnitsRewrite.apply(to: source)
        case .patterns: PatternRewrite.apply(to: source)
        case .clips: ClipRewrite.apply(to: source)
        case .maskColours: MaskColourRewrite.apply(to: source)
        case .isolation: IsolationRewrite.apply(to: source)
        case .viewports: ViewportRewrite.apply(to: source)
        case .imageSizes: ImageSizeRewrite.apply(to: source)
        case .blurRegions: BlurRegionRewrite.apply(to: source)
        case .dropShadow: DropShadowRewrite.apply(to: source)
        case .styleRules: StyleRuleRewrite.apply(to: &source)
        case .styleValues: StyleValueRewrite.apply(to: source)
        case .transforms: TransformRewrite.apply(to: source)
        case .lengths: LengthRewrite.apply(to: source)
        case .strokes: StrokeRewrite.apply(to: source)
        case .markers: MarkerRewrite.apply(to: source)
        case .points: PointsRewrite.apply(to: source)
        case .foreignStyles: ForeignStyleRewrite.apply(to: source)
        case .conditions: ConditionRewrite.apply(to: source)
        case .embeddedDrawings: EmbeddedDrawingRewrite.apply(to: source)
        case .copies: CopyRewrite.apply(to: source)
        case .morphology: false
        }
    }
}
