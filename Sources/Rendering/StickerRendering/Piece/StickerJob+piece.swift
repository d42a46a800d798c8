import ImageHeaders
import JobModel
import Pixels
import StickerManifest

extension StickerJob {
    /// Runs the job for a game piece. The whole canvas, including its margins, is fitted into a square at every
    /// scale. Pieces whose canvases have the same size therefore keep their relative sizes.
    ///
    /// - Throws: the errors of `run`; `SourceRejection` if the source cannot be published.
    func runPiece(
        _ inspection: Inspection, backdrops: JobBackgrounds, output: any JobOutput
    ) throws -> StickerAnswer {
        let name = RuleFinding.pathToken
        let facts = inspection.facts
        guard facts.frames == 1, frameNames.isEmpty else {
            throw SourceRejection(
                Rule.pieceAnimated.finding("\(name) has \(NumberFormat.number(facts.frames)) frames."),
                facts: facts, others: inspection.findings)
        }
        let art = try SourceDecoder.decode(inspection, name: name, trimThreshold: recipe.render.trimThreshold)
        guard art.content != nil else {
            throw SourceRejection(
                Rule.emptyArt.finding("Every pixel of \(name) is transparent: there is nothing to see."),
                facts: facts, others: inspection.findings)
        }
        let rendering = try Renderer.render(art, settings: recipe.render) { recipe.pixels(scale: $0) }
        var findings = inspection.findings + softness(of: rendering, name: name)
        let encoder = RenditionEncoder(settings: recipe.encode, name: name)
        var scales: [StickerAnswer.Scale] = []
        var largest: RenditionEncoder.Outcome?
        for scale in Recipe.scales {
            guard let picture = rendering.scales[scale] else { continue }
            do {
                let outcome = try encoder.encode(picture, larger: largest)
                scales.append(try StickerJob.send(outcome.picture, scale: scale, to: output))
                findings += scale == 3 ? outcome.findings : []
                largest = largest ?? outcome
            } catch let failure as RenditionEncoder.Failure {
                return StickerAnswer(art: facts, findings: findings + [failure.finding], output: nil)
            }
        }
        guard let largest else { return StickerAnswer(art: facts, findings: findings, output: nil) }
        let previews = try PreviewMaker.previews(
            of: largest.picture, on: recipe.backgrounds, photoFormat: recipe.photoFormat, backdrops: backdrops
        ).map { StickerAnswer.OnBackground(background: $0.name, file: try output.add($0.bytes, kind: $0.kind)) }
        return StickerAnswer(
            art: facts, findings: findings,
            output: StickerAnswer.Output(
                scales: scales, previews: previews, fit: largest.fit,
                pixels: Digest.sha256(largest.picture.pixels.bytes)))
    }

    /// The finding about pixels that were enlarged. Empty if none were enlarged.
    private func softness(of rendering: Rendering, name: String) -> [RuleFinding] {
        guard rendering.enlargement > 1.05 else { return [] }
        return [
            Rule.lowResolution.finding(
                "\(name) has \(NumberFormat.number(rendering.contentPixels)) pixels on its long side; at @3x the piece has "
                    + "\(NumberFormat.number(rendering.targetPixels)), so it was enlarged "
                    + "\(NumberFormat.number(rendering.enlargement, digits: 2)) times.",
                measured: Double(rendering.contentPixels), limit: Double(rendering.targetPixels))
        ]
    }
}
