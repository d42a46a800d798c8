import Intake
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest

/// Determines the recipes of sources from the configuration and their sidecars.
package struct Recipes: Sendable {
    let configuration: Configuration
    let backgrounds: [Background]
    /// The identity of the renderer, which is part of every fingerprint.
    let identity: RenderIdentity
    /// Computes the fingerprints. Keeps the hashes of recipes for the lifetime of this value.
    let fingerprint: Fingerprint

    package init(configuration: Configuration, backgrounds: [Background], identity: RenderIdentity) {
        self.configuration = configuration
        self.backgrounds = backgrounds
        self.identity = identity
        fingerprint = Fingerprint(identity: identity)
    }

    func size(of art: ScannedSource, in pack: DroppedPack) -> StickerSize {
        switch art.itemKind {
        case .sticker: art.sidecar?.size ?? pack.settings.size ?? configuration.recipe.size
        // The picture of a message has a fixed size, independent of the configuration, so its recipe does not change.
        case .message: .large
        case .piece: PieceRecipe.size
        }
    }

    package func recipe(for art: ScannedSource, size: StickerSize) -> Recipe {
        switch art.itemKind {
        case .sticker: recipe(forSticker: art, size: size)
        case .message: Recipe(message: art.messageTexts ?? MessageTexts(), configuration)
        case .piece(let box): Recipe(pieceOf: box, configuration, backgrounds: backgrounds)
        }
    }

    private func recipe(forSticker art: ScannedSource, size: StickerSize) -> Recipe {
        let settings = configuration.recipe
        var render = settings.render
        render.trim = art.sidecar?.trim ?? render.trim
        render.padding = art.sidecar?.padding ?? render.padding
        var animation = settings.animation
        animation.format = art.sidecar?.format ?? animation.format
        return Recipe(
            size: size, render: render, encode: settings.encode, backgrounds: backgrounds, limits: settings.limits,
            ruleLimits: configuration.rules.limits, animation: animation, timing: timing(of: art),
            photoFormat: settings.photoFormat)
    }

    private func timing(of art: ScannedSource) -> FrameTiming? {
        guard !art.framePaths.isEmpty else { return nil }
        var timing = FrameTiming()
        timing.frameRate = art.sidecar?.frameRate ?? timing.frameRate
        timing.loopCount = art.sidecar?.loops ?? timing.loopCount
        return timing
    }
}

extension Recipe {
    /// The recipe of a message's picture, and of its film if the picture is animated. The picture fills its square, so
    /// it is not trimmed or padded.
    init(message texts: MessageTexts, _ configuration: Configuration) {
        let settings = configuration.recipe
        var encode = settings.encode
        encode.byteLimit = settings.messages.maxBytes
        self.init(
            size: .large, render: RenderSettings(trim: false, padding: 0), encode: encode,
            backgrounds: MessageRecipe.backgrounds(of: texts), limits: settings.limits,
            ruleLimits: configuration.rules.limits, animation: settings.animation,
            message: MessageRecipe(background: settings.messages.background, texts: texts))
    }

    /// The recipe of a game piece, which is a still picture. A piece keeps its canvas, so it is not trimmed or padded.
    ///
    /// - Parameter box: the side of the piece's square, in points.
    init(pieceOf box: Int, _ configuration: Configuration, backgrounds: [Background]) {
        let settings = configuration.recipe
        self.init(
            size: PieceRecipe.size, render: RenderSettings(trim: false, padding: 0), encode: settings.encode,
            backgrounds: backgrounds, limits: settings.limits, ruleLimits: configuration.rules.limits,
            photoFormat: settings.photoFormat, piece: PieceRecipe(box: box))
    }
}

/// Computes fingerprints, and chooses between recipes that differ only in the encoding effort.
package struct RecipeFingerprints {
    /// The fingerprints of the stickers in the manifest.
    let published: Set<String>
    private let fingerprint: Fingerprint

    package init(_ fingerprint: Fingerprint, published: Set<String>) {
        self.published = published
        self.fingerprint = fingerprint
    }

    /// Chooses the configured recipe, or its variant with more effort if the result of that variant is already
    /// published. A build therefore keeps the results of a nightly rebuild.
    package func chosen(sha256: String, recipe: Recipe) -> (recipe: Recipe, fingerprint: String) {
        // Variants are ordered by decreasing effort. The first published variant is chosen, even if a variant with less
        // effort is the approved one.
        for variant in recipe.variants {
            let fingerprint = of(sha256: sha256, recipe: variant)
            if variant == recipe || published.contains(fingerprint) { return (variant, fingerprint) }
        }
        return (recipe, of(sha256: sha256, recipe: recipe))
    }

    package func of(sha256: String, recipe: Recipe) -> String {
        fingerprint.of(sha256: sha256, recipe: recipe)
    }

    /// Creates a rendering input. Inputs with the same recipe share its storage.
    func input(sha256: String, recipe: Recipe, fingerprint: String) -> RenderInput {
        RenderInput(sha256: sha256, recipe: self.fingerprint.shared(recipe), fingerprint: fingerprint)
    }
}

extension Recipe {
    /// This recipe with another encoding effort.
    func with(_ effort: EncodeSettings.Effort) -> Recipe {
        var recipe = self
        recipe.encode.effort = effort
        recipe.encode.pressing = nil
        return recipe
    }

    /// A recipe that gives the same pixels as this one, but compresses the files with another effort.
    func pressed(_ effort: EncodeSettings.Effort) -> Recipe {
        var recipe = self
        recipe.encode.pressing = effort
        return recipe
    }

    /// This recipe and its variants with more effort, ordered by decreasing effort.
    var variants: [Recipe] {
        ([encode.effort] + encode.effort.harder).reversed().flatMap { effort in
            let plain = with(effort)
            return effort.harder.reversed().map(plain.pressed) + [plain]
        }
    }
}

extension EncodeSettings.Effort {
    /// All greater efforts.
    var harder: [EncodeSettings.Effort] {
        Array(EncodeSettings.Effort.allCases.drop { $0 != self }.dropFirst())
    }
}

extension Catalog {
    /// The fingerprints of all published stickers and of all stickers that await approval.
    var fingerprints: Set<String> { Set(finishedStickers.map(\.fingerprint)) }

    /// The SHA-256 of the pixels of each sticker with a decision, by fingerprint.
    func decidedPixels(_ reviews: Reviews) -> [String: String] {
        var decided: [String: String] = [:]
        for pack in finishedPacks {
            for sticker in pack.stickers where reviews.of(sticker, in: pack.id) != nil {
                decided[sticker.fingerprint] = sticker.pixels
            }
        }
        return decided
    }
}
