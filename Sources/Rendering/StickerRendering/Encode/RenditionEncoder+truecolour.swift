import JobModel
import PNG
import Pixels
import StickerCatalog

extension RenditionEncoder {
    /// How many low bits are rounded away, the least first.
    private static let reductions = [0, 1, 2, 3]

    func encodeTruecolour(_ ideal: RGBAImage, palette: PaletteCandidate, search: PaletteSearch) throws -> Outcome {
        var attempts = search.attempts
        for bits in RenditionEncoder.reductions {
            let pixels = Posterizer.rounded(ideal, droppingBits: bits)
            let fidelity = bits == 0 ? 1 : search.fidelity(of: pixels).roundedFidelity
            guard fidelity >= settings.fidelityFloor else { break }
            let bytes = try PNGEncoder.encode(pixels, level: settings.pressingEffort.truecolourLevel)
            attempts.append(
                Fit.Attempt(
                    method: bits == 0 ? "truecolour" : "reduced-truecolour", colours: nil, bytes: bytes.count,
                    fidelity: fidelity))
            guard bytes.count < settings.byteLimit else { continue }
            let picture = EncodedPicture(
                bytes: bytes, format: "png", colours: nil, fidelity: fidelity, pixels: pixels, indexed: nil)
            return outcome(of: picture, droppedBits: bits, palette: palette, attempts: attempts)
        }
        throw Failure(finding: nothingFits(attempts, palette: palette))
    }

    private func outcome(
        of picture: EncodedPicture, droppedBits bits: Int, palette: PaletteCandidate, attempts: [Fit.Attempt]
    ) -> Outcome {
        let why =
            palette.fidelity < settings.fidelityFloor
            ? "\(palette.colours) colours reach fidelity \(Wording.number(palette.fidelity, digits: 4)), below the floor "
                + "of \(Wording.number(settings.fidelityFloor, digits: 4))"
            : "no palette that is good enough fits the limit"
        let bytes = "\(Wording.number(picture.bytes.count)) bytes"
        let summary =
            bits == 0
            ? "Truecolour without loss in \(bytes): \(why)."
            : "Truecolour with \(8 - bits) bits a channel (fidelity \(Wording.number(picture.fidelity, digits: 4))) in "
                + "\(bytes): \(why), and more bits do not fit the limit."
        let finding = Rule.coloursReduced.finding(
            "\(name): \(8 - bits) bits a channel had to do, to stay under "
                + "\(Wording.number(settings.byteLimit)) bytes (it is \(bytes) now).",
            measured: Double(picture.bytes.count), limit: Double(settings.byteLimit))
        return Outcome(
            picture: picture, fit: Fit(summary: summary, gaveUp: bits == 0 ? "nothing" : "depth", attempts: attempts),
            findings: bits == 0 ? [] : [finding])
    }

    private func nothingFits(_ attempts: [Fit.Attempt], palette: PaletteCandidate) -> RuleFinding {
        let smallest = attempts.compactMap(\.bytes).min()
        let palettes =
            palette.fidelity < settings.fidelityFloor
            ? "\(palette.colours) colours reach only fidelity \(Wording.number(palette.fidelity, digits: 4))"
            : "palettes that are good enough are too large"
        let least = smallest.map { "the smallest file that is good enough has \(Wording.number($0)) bytes" }
        return Rule.fileSize.finding(
            "\(name) does not fit: \(palettes) (the floor is \(Wording.number(settings.fidelityFloor, digits: 4))), "
                + "\(least ?? "truecolour is not good enough either"), and the limit is under "
                + "\(Wording.number(settings.byteLimit)).",
            measured: smallest.map(Double.init), limit: Double(settings.byteLimit))
    }
}
