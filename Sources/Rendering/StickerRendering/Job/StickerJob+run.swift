import JobModel
import Pixels
import Quantizer
import StickerManifest
import Vips

extension StickerJob {
    /// Runs the job: inspects, renders and encodes the source, creates previews, and applies the rules about the
    /// appearance of the sticker.
    ///
    /// Problems of the source are findings in the answer, and are not thrown.
    ///
    /// - Parameters:
    ///   - output: receives the files as they are finished.
    ///   - backgrounds: the cache that a renderer keeps between jobs.
    ///   - second: another renderer that may draw an SVG better. Nil if there is none.
    /// - Throws: `BackgroundFault` for a background that cannot be drawn; the errors of `inputs` and `output`.
    package func run(
        inputs: any JobInputs, output: any JobOutput, backgrounds: BackgroundCache,
        second: (any SecondRenderer)? = nil
    ) throws -> StickerAnswer {
        let backdrops = JobBackgrounds(backgrounds, inputs: inputs)
        do {
            return try run(inputs: inputs, output: output, backdrops: backdrops, second: second)
        } catch is SecondRendererFailure {
            // All scales are drawn before the first file is sent, so no file has been sent yet.
            return try run(inputs: inputs, output: output, backdrops: backdrops, second: nil)
        }
    }

    private func run(
        inputs: any JobInputs, output: any JobOutput, backdrops: JobBackgrounds, second: (any SecondRenderer)?
    ) throws -> StickerAnswer {
        do {
            var inspection = try inspected(inputs, second: second)
            if let message = recipe.message {
                return try runMessage(message, inspection: inspection, output: output)
            }
            if recipe.piece != nil { return try runPiece(inspection, backdrops: backdrops, output: output) }
            if let rendered = try renderedAnimation(inspection) {
                // Only the frames of a PNG may be published as they are.
                if inspection.format != .png { inspection.bytes = [] }
                return try encode(rendered, inspection: inspection, backdrops: backdrops, output: output)
            }
            let art = try SourceDecoder.decode(
                inspection, name: RuleFinding.pathToken, trimThreshold: recipe.render.trimThreshold)
            guard art.content != nil else {
                throw SourceRejection(
                    Rule.emptyArt.finding(
                        "Every pixel of \(RuleFinding.pathToken) is transparent: there is nothing to see."),
                    facts: inspection.facts, others: inspection.findings)
            }
            return try finish(art, inspection: inspection, backdrops: backdrops, output: output)
        } catch let rejection as SourceRejection {
            return StickerAnswer(art: rejection.facts, findings: rejection.findings, output: nil)
        }
    }

    /// The inspection of the source. For a folder of frames, that of the first frame.
    ///
    /// - Throws: `SourceRejection`; the errors of `inputs`.
    func inspected(_ inputs: any JobInputs, second: (any SecondRenderer)? = nil) throws -> Inspection {
        guard frameNames.isEmpty else { return try Inspector.inspectFrames(of: self, inputs) }
        return try Inspector.inspect(
            try inputs.bytes(of: .source), name: RuleFinding.pathToken, limits: recipe.limits, second: second)
    }

    private func finish(
        _ art: DecodedImage, inspection: Inspection, backdrops: JobBackgrounds, output: any JobOutput
    ) throws -> StickerAnswer {
        let limits = RuleLimits(changed: recipe.ruleLimits)
        let rendering = try Renderer.render(art, size: recipe.size, settings: recipe.render)
        var findings =
            inspection.findings + flattened(inspection.facts)
            + SourceValidator.findings(art, rendering, name: RuleFinding.pathToken, limits: limits)
        let encoder = RenditionEncoder(settings: recipe.encode, name: RuleFinding.pathToken)
        var scales: [StickerAnswer.Scale] = []
        var largest: RenditionEncoder.Outcome?
        for scale in Recipe.scales {
            guard let picture = rendering.scales[scale] else { continue }
            let outcome: RenditionEncoder.Outcome
            do {
                outcome = try kept(
                    inspection, art: art, ideal: picture, scale: scale, encoder: encoder, larger: largest)
            } catch let failure as RenditionEncoder.Failure {
                return StickerAnswer(art: inspection.facts, findings: findings + [failure.finding], output: nil)
            }
            largest = largest ?? outcome
            scales.append(try StickerJob.send(outcome.picture, scale: scale, to: output))
            findings += scale == 3 ? outcome.findings : []
        }
        guard let largest else { return StickerAnswer(art: inspection.facts, findings: findings, output: nil) }
        findings += try RenditionValidator.findings(
            largest.picture.pixels, name: RuleFinding.pathToken, backgrounds: recipe.backgrounds, backdrops: backdrops,
            limits: limits)
        let previews = try PreviewMaker.previews(
            of: largest.picture, on: recipe.backgrounds, photoFormat: recipe.photoFormat, backdrops: backdrops
        ).map { StickerAnswer.OnBackground(background: $0.name, file: try output.add($0.bytes, kind: $0.kind)) }
        return StickerAnswer(
            art: inspection.facts, findings: findings,
            output: StickerAnswer.Output(
                scales: scales, previews: previews, fit: largest.fit,
                pixels: Digest.sha256(largest.picture.pixels.bytes)))
    }

    /// The finding about a source of which only one frame is used. Empty if the source has only one frame.
    private func flattened(_ facts: ArtFacts) -> [RuleFinding] {
        guard facts.frames > 1 else { return [] }
        return [
            Rule.animationFlattened.finding(
                "\(RuleFinding.pathToken) has \(facts.frames) frames; only the first one was published.",
                measured: Double(facts.frames), limit: 1)
        ]
    }

    /// The source itself, if it already meets the requirements and is smaller than the encoded result. Nil otherwise.
    private func kept(
        _ inspection: Inspection, art: DecodedImage, ideal: RGBAImage, scale: Int, encoder: RenditionEncoder,
        larger: RenditionEncoder.Outcome?
    ) throws -> RenditionEncoder.Outcome {
        let original = scale == 3 ? SourcePassthrough.picture(inspection, art: art, recipe: recipe) : nil
        do {
            let made = try encoder.encode(ideal, larger: larger)
            guard let original, original.bytes.count <= made.picture.bytes.count else { return made }
            return SourcePassthrough.outcome(original, insteadOf: made)
        } catch let failure as RenditionEncoder.Failure {
            guard let original else { throw failure }
            return SourcePassthrough.outcome(original, insteadOf: nil)
        }
    }

    static func send(
        _ picture: EncodedPicture, scale: Int, to output: any JobOutput
    ) throws -> StickerAnswer.Scale {
        StickerAnswer.Scale(
            scale: scale, width: picture.pixels.width, height: picture.pixels.height,
            file: try output.add(picture.bytes, kind: FileKind(picture.format)),
            format: picture.format, colours: picture.colours, fidelity: picture.fidelity)
    }
}
