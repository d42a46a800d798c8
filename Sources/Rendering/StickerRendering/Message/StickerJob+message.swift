import JobModel
import PNG
import Pixels
import StickerManifest
import Vips

extension StickerJob {
    /// Runs the job for the picture of an interactive message. The picture is opaque and square, and is written as
    /// PNG or JPEG. The rules for messages apply instead of those for stickers.
    ///
    /// - Throws: the errors of `run`; `SourceRejection` if the source cannot be published.
    func runMessage(_ message: MessageRecipe, inspection: Inspection, output: any JobOutput) throws -> StickerAnswer {
        let name = RuleFinding.pathToken
        let limits = RuleLimits(changed: recipe.ruleLimits)
        let source = try AnimationOpener.open(inspection, name: name, limits: recipe.limits)
        let art =
            try source.map { try DecodedImage(firstVisibleOf: $0) }
            ?? SourceDecoder.decode(inspection, name: name, trimThreshold: 0)
        guard art.content != nil else {
            throw SourceRejection(
                Rule.emptyArt.finding("Every pixel of \(name) is transparent: there is nothing to see."),
                facts: inspection.facts, others: inspection.findings)
        }
        let picture = try MessagePicture(art, inspection: inspection, recipe: recipe, message: message, name: name)
        let motion = try source.flatMap { try MessageMotion($0, recipe: recipe, message: message) }
        let encoder = MessageEncoder(settings: recipe.encode, name: name)
        var findings =
            inspection.findings + (source?.findings ?? []) + picture.findings(name: name, limits: limits)
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
        findings += MessageTextValidator.findings(message.texts, name: name, limits: limits)
        var search = motion.map { MessageFilmSearch($0, recipe: recipe, name: name) }
        let film = try search?.run()
        findings += try Self.findings(
            about: film == nil ? nil : motion, still: pixels, texts: message.texts, name: name, limits: limits)
        findings += search?.findings(film) ?? []
        let bubble = BubbleDrawing(pixels, film: film?.shown)
        let previews = try bubble.previews(of: message.texts, on: recipe.backgrounds).map {
            StickerAnswer.OnBackground(background: $0.name, file: try output.add($0.bytes, kind: $0.kind))
        }
        var made = StickerAnswer.Output(
            scales: scales, previews: previews, fit: largest.fit, pixels: Digest.sha256(pixels.bytes))
        if let film, let motion {
            made.film = try film.send(to: output)
            made.animation = motion.animation
            made.filmstrip = try Self.filmstrip(of: film, to: output)
            made.pixels = try motion.digest
            made.fit.summary += " " + film.summary
            made.fit.attempts += search?.attempts ?? []
        }
        return StickerAnswer(art: inspection.facts, findings: findings, output: made)
    }

    /// The findings about the parts that Messages crops and covers. For a film, the first finding of each rule that
    /// the still picture does not break is added.
    private static func findings(
        about motion: MessageMotion?, still: RGBAImage, texts: MessageTexts, name: String, limits: RuleLimits
    ) throws -> [RuleFinding] {
        var findings = MessageValidator.findings(still, texts: texts, name: name, limits: limits)
        guard let motion else { return findings }
        var reader = motion.store.reader
        for place in 0..<motion.store.count {
            let others = MessageValidator.findings(
                try reader.image(place), texts: texts, name: "Frame \(place + 1) of \(name)", limits: limits)
            for finding in others where !findings.contains(where: { $0.rule == finding.rule }) {
                findings.append(finding)
            }
        }
        return findings
    }

    private static func filmstrip(
        of film: MessageFilm, to output: any JobOutput
    ) throws -> StickerAnswer.Filmstrip {
        let strip = try FilmstripMaker.filmstrip(of: film.shown, side: film.side / film.scale)
        return StickerAnswer.Filmstrip(
            file: try output.add(strip.bytes, kind: .png), width: strip.width, height: strip.height, times: strip.times)
    }
}
