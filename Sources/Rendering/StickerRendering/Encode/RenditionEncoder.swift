import JobModel
import PNG
import Pixels
import StickerCatalog

/// Makes the smallest file of a picture that still looks like it.
///
/// First a palette: the smallest that reaches the target. Where even the largest stays below the floor, truecolour
/// without loss, and where that is too large, truecolour with as little rounding as fits.
struct RenditionEncoder {
    /// What came out, and how.
    struct Outcome: Sendable {
        let picture: EncodedPicture
        let fit: Fit
        let findings: [RuleFinding]
    }

    /// Nothing fits: what was tried, and the sentence for people.
    struct Failure: Error, Sendable {
        let finding: RuleFinding
    }

    let settings: EncodeSettings
    /// The sticker's name, for messages.
    let name: String

    /// - Parameter larger: what was made of the same picture at a larger scale.
    /// - Throws: `Failure` when no way is small enough and good enough; `QuantizerError` and `PNGError` when a
    ///   library gives up, which no picture makes it do.
    func encode(_ ideal: RGBAImage, larger: Outcome? = nil) throws -> Outcome {
        var search = PaletteSearch(ideal: ideal, settings: settings)
        let best = try search.run(like: larger?.picture.indexed?.palette)
        var candidate: PaletteCandidate? = best
        while let palette = candidate, palette.fidelity >= settings.fidelityFloor {
            let file = try PNGEncoder.encode(
                palette.image, level: settings.pressingEffort.level, trials: settings.pressingEffort.trials)
            if file.bytes.count < settings.byteLimit {
                return outcome(of: palette, file: file, search: search, isSqueezed: palette.colours < best.colours)
            }
            search.record(palette, bytes: file.bytes.count)
            candidate = try search.smaller(than: palette.colours)
        }
        return try encodeTruecolour(ideal, palette: best, search: search)
    }

    /// - Parameter isSqueezed: whether the byte limit, and not the target, decided how few colours there are.
    private func outcome(
        of candidate: PaletteCandidate, file: IndexedPNG, search: PaletteSearch, isSqueezed: Bool
    ) -> Outcome {
        let picture = EncodedPicture(
            bytes: file.bytes, format: "png", colours: file.palette.count, fidelity: candidate.fidelity.roundedFidelity,
            pixels: candidate.expanded, indexed: file)
        let exact = search.colourCount <= candidate.colours
        let gaveUp = exact ? "nothing" : candidate.isDithered ? "dither" : "colours"
        return Outcome(
            picture: picture,
            fit: Fit(
                summary: paletteSummary(picture, exact: exact, dithered: candidate.isDithered, of: search.colourCount),
                gaveUp: gaveUp, attempts: search.attempts + [attempt(picture, candidate.isDithered)]),
            findings: isSqueezed ? [squeezed(picture)] : [])
    }

    private func paletteSummary(_ picture: EncodedPicture, exact: Bool, dithered: Bool, of colours: Int) -> String {
        let bytes = "\(Wording.number(picture.bytes.count)) bytes"
        if exact { return "All \(Wording.number(colours)) colours kept, without loss, in \(bytes)." }
        let kept = "\(picture.colours ?? 0) of \(Wording.number(colours)) colours\(dithered ? ", dithered" : "")"
        let fidelity = Wording.number(picture.fidelity, digits: 4)
        let reached = picture.fidelity >= settings.fidelityTarget
        return reached
            ? "\(kept), which reach fidelity \(Wording.number(settings.fidelityTarget, digits: 4)) "
                + "(measured \(fidelity)), in \(bytes)."
            : "\(kept), the most a palette may have; fidelity \(fidelity) is below the target of "
                + "\(Wording.number(settings.fidelityTarget, digits: 4)) and above the floor, in \(bytes)."
    }

    private func squeezed(_ picture: EncodedPicture) -> RuleFinding {
        Rule.coloursReduced.finding(
            "\(name): \(picture.colours ?? 0) colours had to do, to stay under \(Wording.number(settings.byteLimit)) bytes "
                + "(it is \(Wording.number(picture.bytes.count)) bytes now, fidelity "
                + "\(Wording.number(picture.fidelity, digits: 4))).",
            measured: Double(picture.bytes.count), limit: Double(settings.byteLimit))
    }

    private func attempt(_ picture: EncodedPicture, _ dithered: Bool) -> Fit.Attempt {
        Fit.Attempt(
            method: dithered ? "dithered-palette" : "palette", colours: picture.colours, bytes: picture.bytes.count,
            fidelity: picture.fidelity)
    }
}
