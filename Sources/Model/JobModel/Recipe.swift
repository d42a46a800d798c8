import StickerManifest

/// All settings that affect a sticker's files. Two jobs with the same source bytes, recipe and library versions give
/// the same files on every machine.
package struct Recipe: Codable, Hashable, Sendable {
    /// The rendered scales, the largest first.
    package static let scales = [3, 2, 1]

    /// The size class, which determines the number of pixels at each scale.
    package var size: StickerSize
    package var render: RenderSettings
    package var encode: EncodeSettings
    package var animation: AnimationSettings
    /// The timing for a folder of frames. Nil for all other sources.
    package var timing: FrameTiming?
    /// The backgrounds of the previews, in display order.
    package var backgrounds: [Background]
    /// The format of a still preview on a background picture.
    package var photoFormat: PreviewFormat
    package var limits: SourceLimits
    /// The limits of rules that the configuration changes, by rule id.
    package var ruleLimits: [String: Double]
    /// The settings of an interactive message's picture. Nil for a sticker.
    package var message: MessageRecipe?
    /// The settings of a game piece. Nil for a sticker.
    package var piece: PieceRecipe?

    private enum CodingKeys: String, CodingKey {
        case size, render, encode, animation, timing, backgrounds, photoFormat, limits, ruleLimits, message, piece
    }

    /// The side of the square in pixels at a scale of 1, 2 or 3.
    package func pixels(scale: Int) -> Int {
        if message != nil { return MessageRecipe.points * scale }
        return piece.map { $0.box * scale } ?? size.pixels(scale: scale)
    }

    package init(
        size: StickerSize, render: RenderSettings, encode: EncodeSettings, backgrounds: [Background],
        limits: SourceLimits, ruleLimits: [String: Double], animation: AnimationSettings = AnimationSettings(),
        timing: FrameTiming? = nil, photoFormat: PreviewFormat = .jpeg, message: MessageRecipe? = nil,
        piece: PieceRecipe? = nil
    ) {
        self.size = size
        self.render = render
        self.encode = encode
        self.animation = animation
        self.timing = timing
        self.backgrounds = backgrounds
        self.photoFormat = photoFormat
        self.limits = limits
        self.ruleLimits = ruleLimits
        self.message = message
        self.piece = piece
    }
}
