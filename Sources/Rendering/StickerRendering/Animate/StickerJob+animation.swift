import CryptoPrimitives
import ImageHeaders
import JobModel
import Pixels
import StickerManifest

/// The rendered frames of an animation.
struct RenderedAnimation {
    /// The frames by scale.
    let stores: [Int: FrameStore]
    /// The number of plays. 0 means forever.
    let loopCount: Int
    /// The findings of all stages up to rendering.
    let findings: [RuleFinding]
}

extension StickerJob {
    /// The rendered frames of an animation. Nil for a still picture. The source is released before the frames are
    /// encoded.
    ///
    /// - Throws: `SourceRejection` if the source cannot be published; `PNGError`.
    func renderedAnimation(_ inspection: Inspection) throws -> RenderedAnimation? {
        let name = RuleFinding.pathToken
        guard let source = try AnimationOpener.open(inspection, name: name, limits: recipe.limits) else { return nil }
        let limits = RuleLimits(changed: recipe.ruleLimits)
        let art = try MovingArt(source, trimThreshold: UInt8(clamping: recipe.render.trimThreshold))
        guard let content = art.content, let visible = art.firstVisible?.frame else {
            throw SourceRejection(
                Rule.emptyArt.finding("Every pixel of all frames of \(name) is transparent: there is nothing to see."),
                facts: inspection.facts, others: inspection.findings)
        }
        let (stores, rendering) = try AnimationRenderer.render(
            source, content: content, size: recipe.size, settings: recipe.render)
        let findings =
            inspection.findings + source.findings
            + SourceValidator.findings(
                DecodedImage(
                    origin: .raster(reduction: 1), pixels: visible, content: content, isOpaque: art.isOpaque),
                rendering, name: name, limits: limits)
            + AnimationValidator.findings(source, art, name: name, limits: limits)
        return RenderedAnimation(stores: stores, loopCount: source.loopCount, findings: findings)
    }

    /// Encodes the frames at each scale and creates previews, as for a still picture.
    ///
    /// - Throws: the errors of `run`.
    func encode(
        _ rendered: RenderedAnimation, inspection: Inspection, backdrops: JobBackgrounds, output: any JobOutput
    ) throws -> StickerAnswer {
        let name = RuleFinding.pathToken
        let limits = RuleLimits(changed: recipe.ruleLimits)
        let stores = rendered.stores
        var findings = rendered.findings
        let (encode, animation) = encoding
        var scales: [StickerAnswer.Scale] = []
        var largest: AnimationSearch.Outcome?
        var looked: EncodedAnimation?
        for scale in Recipe.scales {
            guard var store = stores[scale] else { continue }
            if animation.format == .gif {
                let prepared = try GIFPreparation.prepare(store, name: name, limits: limits)
                store = prepared.store
                findings += scale == 3 ? prepared.findings : []
            }
            let encoder = AnimationEncoder(
                store: store, loopCount: rendered.loopCount, settings: encode, animation: animation,
                isLargest: scale == 3)
            do {
                let outcome = try searched(encoder, scale: scale, like: largest, inspection: inspection)
                scales.append(try StickerJob.send(outcome.animation, scale: scale, to: output))
                // Losses of smaller scales are reported only if the largest scale has no findings.
                findings += largest?.findings.isEmpty ?? true ? outcome.findings : []
                largest = largest ?? outcome
                if scale == StickerJob.previewScale { looked = outcome.animation }
            } catch let failure as AnimationSearch.Failure {
                let finding = FitSummary(encoder: encoder, name: name).nothingFits(
                    failure, smaller: try? smallerSize(stores, encoder, limits: limits))
                return StickerAnswer(art: inspection.facts, findings: findings + [finding], output: nil)
            }
        }
        guard let largest else { return StickerAnswer(art: inspection.facts, findings: findings, output: nil) }
        return try finish(
            largest, looked: looked ?? largest.animation, scales: scales, findings: findings, facts: inspection.facts,
            backdrops: backdrops, output: output, limits: limits)
    }

    /// Searches for the encoding of a scale. The memory of the search is released at the end.
    ///
    /// - Parameter larger: the outcome of @3x. Nil for @3x itself.
    /// - Throws: `AnimationSearch.Failure` if nothing fits; `QuantizerError`, `PNGError`, `VipsError`.
    private func searched(
        _ encoder: AnimationEncoder, scale: Int, like larger: AnimationSearch.Outcome?, inspection: Inspection
    ) throws -> AnimationSearch.Outcome {
        let name = RuleFinding.pathToken
        var search = try AnimationSearch(encoder: encoder, name: scale == 3 ? name : "\(name) at @\(scale)x")
        if let larger { return try search.run(like: larger) }
        return try AnimationPassthrough.better(than: Result { try search.run() }, inspection, encoder)
    }

    /// The scale of animated previews. Most screens have two pixels per point. Three would double the time and the
    /// bytes.
    private static let previewScale = 2

    /// The settings for encoding the frames. For a GIF, without those that the format does not support.
    private var encoding: (EncodeSettings, AnimationSettings) {
        var (encode, animation) = (recipe.encode, recipe.animation)
        if animation.format == .gif {
            animation.colour = .palette
            encode.maximumColours = min(encode.maximumColours, 255)
        }
        return (encode, animation)
    }

    /// The next smaller size class, and the estimated number of bytes in that class. Nil if the animation would not
    /// fit. The number is estimated from @2x, which has about as many pixels as the smaller class has at @3x.
    private func smallerSize(_ stores: [Int: FrameStore], _ tooLarge: AnimationEncoder, limits: RuleLimits) throws
        -> (size: StickerSize, bytes: Int)?
    {
        guard let smaller = StickerSize.allCases.last(where: { $0.points < recipe.size.points }), var store = stores[2]
        else { return nil }
        if tooLarge.animation.format == .gif {
            store = try GIFPreparation.prepare(store, name: RuleFinding.pathToken, limits: limits).store
        }
        let encoder = AnimationEncoder(
            store: store, loopCount: tooLarge.loopCount, settings: tooLarge.settings, animation: tooLarge.animation)
        var search = try AnimationSearch(encoder: encoder, name: RuleFinding.pathToken)
        let ratio = Double(smaller.pixels(scale: 3)) / Double(store.side)
        guard let bytes = try search.foreseen().map({ Int(Double($0) * max(1, ratio * ratio)) }),
            bytes < tooLarge.settings.byteLimit
        else { return nil }
        return (smaller, bytes)
    }

    private func finish(
        _ outcome: AnimationSearch.Outcome, looked: EncodedAnimation, scales: [StickerAnswer.Scale],
        findings: [RuleFinding], facts: ArtFacts,
        backdrops: JobBackgrounds, output: any JobOutput, limits: RuleLimits
    ) throws -> StickerAnswer {
        let animation = outcome.animation
        var findings = findings
        var digest = SHA256()
        var poster: RGBAImage?
        try animation.forEachFrame { place, frame in
            let delay = animation.delays[place]
            digest.update(frame.bytes + Array("\(delay.numerator)/\(delay.denominator)".utf8))
            if poster == nil, frame.bytes.contains(where: { $0 != 0 }) { poster = frame }
        }
        guard let poster else { return StickerAnswer(art: facts, findings: findings, output: nil) }
        findings += try RenditionValidator.findings(
            poster, name: RuleFinding.pathToken, backgrounds: recipe.backgrounds, backdrops: backdrops, limits: limits)
        if !animation.isMoving {
            findings.append(
                Rule.animationFlattened.finding(
                    "All \(facts.frames) frames of \(RuleFinding.pathToken) are equal, so it was published as a "
                        + "still picture.", measured: Double(facts.frames), limit: 1))
        }
        let previews = try AnimationPreviewMaker.previews(
            of: looked, on: recipe.backgrounds, backdrops: backdrops
        ).map {
            StickerAnswer.OnBackground(background: $0.name, file: try output.add($0.bytes, kind: .png))
        }
        return StickerAnswer(
            art: facts, findings: findings,
            output: StickerAnswer.Output(
                scales: scales, previews: previews, fit: outcome.fit, pixels: Digest.hexadecimal(digest.finalize()),
                animation: animation.isMoving
                    ? Animation(
                        frames: animation.delays.count, duration: animation.duration, loopCount: animation.loopCount)
                    : nil,
                filmstrip: animation.isMoving ? try StickerJob.filmstrip(of: looked, to: output) : nil))
    }

    private static func filmstrip(
        of animation: EncodedAnimation, to output: any JobOutput
    ) throws -> StickerAnswer.Filmstrip {
        let strip = try FilmstripMaker.filmstrip(of: animation)
        return StickerAnswer.Filmstrip(
            file: try output.add(strip.bytes, kind: .png), width: strip.width, height: strip.height, times: strip.times)
    }

    private static func send(
        _ animation: EncodedAnimation, scale: Int, to output: any JobOutput
    ) throws -> StickerAnswer.Scale {
        StickerAnswer.Scale(
            scale: scale, width: animation.side, height: animation.side,
            file: try output.add(animation.bytes, kind: FileKind(animation.format)),
            format: animation.format, colours: animation.colours, fidelity: animation.fidelity)
    }
}
