import JobModel
import Pixels
import Quantizer
import StickerCatalog
import Vips

extension StickerJob {
    /// Does the job: Inspect, Render, Encode, Preview, and the rules about looks.
    ///
    /// Whatever is wrong with the source ends in the result as findings.
    ///
    /// - Parameter backdrops: the backgrounds a worker keeps between jobs.
    /// - Throws: `JobError` when the fault is not the source's: it changed or vanished, or the output folder cannot be
    ///   written; `BackgroundError` for a background that cannot be read.
    package func run(backdrops: BackgroundCache) throws -> StickerResult {
        do {
            let inspection = try inspected()
            if let source = try AnimationOpener.open(
                inspection, name: RuleFinding.pathToken, limits: recipe.limits)
            {
                return try runAnimated(source, inspection: inspection, backdrops: backdrops)
            }
            let art = try SourceDecoder.decode(
                inspection, name: RuleFinding.pathToken, trimThreshold: recipe.render.trimThreshold)
            guard art.content != nil else {
                throw Refusal(
                    Rule.emptyArt.finding(
                        "Every pixel of \(RuleFinding.pathToken) is transparent: there is nothing to see."),
                    facts: inspection.facts, others: inspection.findings)
            }
            return try finish(art, inspection: inspection, backdrops: backdrops)
        } catch let refusal as Refusal {
            return StickerResult(art: refusal.facts, findings: refusal.findings, output: nil)
        }
    }

    /// What the source is, by its header or those of its frames.
    ///
    /// - Throws: `Refusal`, `JobError`.
    func inspected() throws -> Inspection {
        guard framePaths.isEmpty else { return try Inspector.inspectFrames(of: self) }
        if let refusal = SourceFile.refusal(sourcePath, limits: recipe.limits) { throw Refusal(refusal) }
        let bytes = try SourceFile.read(sourcePath, name: name, sha256: sha256)
        return try Inspector.inspect(bytes, name: RuleFinding.pathToken, limits: recipe.limits)
    }

    private func finish(_ art: DecodedImage, inspection: Inspection, backdrops: BackgroundCache) throws -> StickerResult
    {
        let limits = RuleLimits(changed: recipe.ruleLimits)
        let rendering = try Renderer.render(art, size: recipe.size, settings: recipe.render)
        var findings =
            inspection.findings + flattened(inspection.facts)
            + SourceValidator.findings(art, rendering, name: RuleFinding.pathToken, limits: limits)
        let encoder = RenditionEncoder(settings: recipe.encode, name: RuleFinding.pathToken)
        var scales: [RenderedSticker.Scale] = []
        var largest: RenditionEncoder.Outcome?
        for scale in Recipe.scales {
            guard let picture = rendering.scales[scale] else { continue }
            let outcome: RenditionEncoder.Outcome
            do {
                outcome = try kept(
                    inspection, art: art, ideal: picture, scale: scale, encoder: encoder, larger: largest)
            } catch let failure as RenditionEncoder.Failure {
                return StickerResult(art: inspection.facts, findings: findings + [failure.finding], output: nil)
            }
            largest = largest ?? outcome
            scales.append(try write(outcome.picture, scale: scale))
            findings += scale == 3 ? outcome.findings : []
        }
        guard let largest else { return StickerResult(art: inspection.facts, findings: findings, output: nil) }
        findings += try RenditionValidator.findings(
            largest.picture.pixels, name: RuleFinding.pathToken, backgrounds: recipe.backgrounds, backdrops: backdrops,
            limits: limits)
        let previews = try PreviewMaker.previews(
            of: largest.picture, on: recipe.backgrounds, backdrops: backdrops
        ).map { RenderedSticker.OnBackground(background: $0.name, file: try write($0.bytes, fileExtension: "png")) }
        return StickerResult(
            art: inspection.facts, findings: findings,
            output: RenderedSticker(
                scales: scales, previews: previews, fit: largest.fit,
                pixels: Digest.sha256(largest.picture.pixels.bytes)))
    }

    /// The finding about a source whose other frames were left out.
    private func flattened(_ facts: ArtFacts) -> [RuleFinding] {
        guard facts.frames > 1 else { return [] }
        return [
            Rule.animationFlattened.finding(
                "\(RuleFinding.pathToken) has \(facts.frames) frames; only the first one was published.",
                measured: Double(facts.frames), limit: 1)
        ]
    }

    /// The source itself where it is already what is wanted and smaller than what would be made of it.
    private func kept(
        _ inspection: Inspection, art: DecodedImage, ideal: RGBAImage, scale: Int, encoder: RenditionEncoder,
        larger: RenditionEncoder.Outcome?
    ) throws -> RenditionEncoder.Outcome {
        let original = scale == 3 ? SourcePassthrough.picture(inspection, art: art, recipe: recipe) : nil
        do {
            let made = try encoder.encode(ideal, larger: larger)
            guard let original, original.bytes.count <= made.picture.bytes.count else { return made }
            return SourcePassthrough.outcome(original, insteadOf: made, name: RuleFinding.pathToken)
        } catch let failure as RenditionEncoder.Failure {
            guard let original else { throw failure }
            return SourcePassthrough.outcome(original, insteadOf: nil, name: RuleFinding.pathToken)
        }
    }

    private func write(_ picture: EncodedPicture, scale: Int) throws -> RenderedSticker.Scale {
        RenderedSticker.Scale(
            scale: scale, width: picture.pixels.width, height: picture.pixels.height,
            file: try write(picture.bytes, fileExtension: picture.format == "jpeg" ? "jpg" : "png"),
            format: picture.format, colours: picture.colours, fidelity: picture.fidelity)
    }

    private func write(_ bytes: [UInt8], fileExtension: String) throws -> RenderedSticker.File {
        try ContentFile.write(bytes, fileExtension: fileExtension, folder: outputFolder)
    }
}
