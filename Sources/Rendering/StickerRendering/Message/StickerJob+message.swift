import JobModel
import PNG
import Pixels
import StickerManifest
import Vips

extension StickerJob {
    /// Does the job for the picture of an interactive message: opaque, square, as PNG or JPEG, with the rules for messages instead of those
    /// for stickers.
    ///
    /// - Throws: as `run`; `SourceRejection` if the source is the cause.
    func runMessage(_ message: MessageRecipe, inspection: Inspection, output: any JobOutput) throws -> StickerAnswer {
        let name = RuleFinding.pathToken
        let limits = RuleLimits(changed: recipe.ruleLimits)
        guard inspection.facts.frames == 1, frameNames.isEmpty else {
            throw SourceRejection(
                Rule.messageAnimated.finding(
                    "\(name) has \(NumberFormat.number(inspection.facts.frames)) frames; the picture of a message does not "
                        + "move."),
                facts: inspection.facts, others: inspection.findings)
        }
        let art = try SourceDecoder.decode(inspection, name: name, trimThreshold: 0)
        guard art.content != nil else {
            throw SourceRejection(
                Rule.emptyArt.finding("Every pixel of \(name) is transparent: there is nothing to see."),
                facts: inspection.facts, others: inspection.findings)
        }
        let picture = try MessagePicture(art, inspection: inspection, recipe: recipe, message: message, name: name)
        let encoder = MessageEncoder(settings: recipe.encode, name: name)
        var findings = inspection.findings + picture.findings(name: name, limits: limits)
        var scales: [StickerAnswer.Scale] = []
        var largest: RenditionEncoder.Outcome?
        for scale in Recipe.scales {
            guard let ideal = picture.scales[scale] else { continue }
            do {
                let outcome = try encoder.encode(
                    ideal, original: scale == 3 ? picture.original : nil, larger: largest)
                scales.append(try StickerJob.send(outcome.picture, scale: scale, to: output))
                findings += scale == 3 ? outcome.findings : []
                largest = largest ?? outcome
            } catch let failure as RenditionEncoder.Failure {
                return StickerAnswer(art: inspection.facts, findings: findings + [failure.finding], output: nil)
            }
        }
        guard let largest else { return StickerAnswer(art: inspection.facts, findings: findings, output: nil) }
        let pixels = largest.picture.pixels
        findings += MessageValidator.findings(pixels, texts: message.texts, name: name, limits: limits)
        findings += MessageTextValidator.findings(message.texts, name: name, limits: limits)
        let previews = try BubbleDrawing(pixels).previews(of: message.texts, on: recipe.backgrounds).map {
            StickerAnswer.OnBackground(background: $0.name, file: try output.add($0.bytes, kind: $0.kind))
        }
        return StickerAnswer(
            art: inspection.facts, findings: findings,
            output: StickerAnswer.Output(
                scales: scales, previews: previews, fit: largest.fit, pixels: Digest.sha256(pixels.bytes)))
    }
}
