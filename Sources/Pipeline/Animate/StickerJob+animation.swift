import Crypto
import PNG
import Pixels
import StickerCatalog

extension StickerJob {
    /// Does the job for art that moves: the same stages as for stills, each over all frames.
    ///
    /// - Throws: as `run`; `Refusal` when the source is at fault.
    func runAnimated(_ source: any FrameSource, inspection: Inspection, backdrops: Backdrops) throws -> StickerResult {
        let name = RuleFinding.pathToken
        let limits = RuleLimits(changed: recipe.ruleLimits)
        let art = try MovingArt(source, trimThreshold: UInt8(clamping: recipe.render.trimThreshold))
        guard let content = art.content, let visible = art.firstVisible?.frame else {
            throw Refusal(
                Rule.emptyArt.finding("Every pixel of all frames of \(name) is transparent: there is nothing to see."),
                facts: inspection.facts, others: inspection.findings)
        }
        let (stores, rendering) = try AnimationRenderer.render(
            source, content: content, size: recipe.size, settings: recipe.render)
        var findings =
            inspection.findings + source.findings
            + SourceJudge.findings(
                Artwork(
                    origin: .raster(reduction: 1), pixels: visible, content: content, isOpaque: art.isOpaque),
                rendering, name: name, limits: limits)
            + AnimationJudge.findings(source, art, name: name, limits: limits)
        var scales: [RenderedSticker.Scale] = []
        var largest: AnimationSearch.Outcome?
        for scale in Renderer.scales {
            guard let store = stores[scale] else { continue }
            let encoder = AnimationEncoder(
                store: store, loopCount: source.loopCount, settings: recipe.encode, animation: recipe.animation)
            var search = try AnimationSearch(encoder: encoder, name: name)
            do {
                let outcome = try largest.map { try search.run(like: $0.animation.plan) } ?? search.run()
                scales.append(try write(outcome.animation, scale: scale))
                findings += scale == 3 ? outcome.findings : []
                largest = largest ?? outcome
            } catch let failure as AnimationSearch.Failure {
                return StickerResult(art: inspection.facts, findings: findings + [failure.finding], output: nil)
            }
        }
        guard let largest else { return StickerResult(art: inspection.facts, findings: findings, output: nil) }
        return try finish(
            largest, scales: scales, findings: findings, facts: inspection.facts, backdrops: backdrops, limits: limits)
    }

    private func finish(
        _ outcome: AnimationSearch.Outcome, scales: [RenderedSticker.Scale], findings: [RuleFinding], facts: ArtFacts,
        backdrops: Backdrops, limits: RuleLimits
    ) throws -> StickerResult {
        let animation = outcome.animation
        var findings = findings
        var digest = SHA256()
        var poster: RGBAImage?
        try animation.forEachFrame { place, frame in
            let delay = animation.delays[place]
            digest.update(data: frame.bytes + Array("\(delay.numerator)/\(delay.denominator)".utf8))
            if poster == nil, frame.bytes.contains(where: { $0 != 0 }) { poster = frame }
        }
        guard let poster else { return StickerResult(art: facts, findings: findings, output: nil) }
        findings += try RenditionJudge.findings(
            poster, name: RuleFinding.pathToken, backgrounds: recipe.backgrounds, backdrops: backdrops, limits: limits)
        if animation.format != "apng" {
            findings.append(
                Rule.animationFlattened.finding(
                    "All \(facts.frames) frames of \(RuleFinding.pathToken) show the same, so that it was published as "
                        + "a still.", measured: Double(facts.frames), limit: 1))
        }
        let previews = try AnimationPreviewMaker.previews(
            of: animation, poster: poster, on: recipe.backgrounds, backdrops: backdrops
        ).map { RenderedSticker.OnBackground(background: $0.name, file: try ContentFile.write($0.bytes, fileExtension: "png", folder: outputFolder)) }
        return StickerResult(
            art: facts, findings: findings,
            output: RenderedSticker(
                scales: scales, previews: previews, fit: outcome.fit, pixels: Digest.hexadecimal(digest.finalize()),
                animation: animation.format == "apng"
                    ? Animation(
                        frames: animation.delays.count, duration: animation.duration, loopCount: animation.loopCount)
                    : nil))
    }

    private func write(_ animation: EncodedAnimation, scale: Int) throws -> RenderedSticker.Scale {
        RenderedSticker.Scale(
            scale: scale, width: animation.side, height: animation.side,
            file: try ContentFile.write(animation.bytes, fileExtension: "png", folder: outputFolder),
            format: animation.format, colours: animation.colours, fidelity: animation.fidelity)
    }
}
