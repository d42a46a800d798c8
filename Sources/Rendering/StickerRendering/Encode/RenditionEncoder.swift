import JobModel
import PNG
import Pixels
import StickerManifest

/// Creates the smallest file that looks the same as a picture.
///
/// First, it searches for the smallest palette that reaches the target. If no palette both reaches the floor and fits
/// the byte limit, it uses truecolour, with as little rounding as fits.
struct RenditionEncoder {
    /// The encoded picture, a summary of the search, and the findings about losses.
    struct Outcome: Sendable {
        let picture: EncodedPicture
        let fit: Fit
        let findings: [RuleFinding]
    }

    /// No encoding fits. Contains the finding that explains this.
    struct Failure: Error, Sendable {
        let finding: RuleFinding
    }

    let settings: EncodeSettings
    /// The sticker's name, for messages.
    let name: String

    /// - Parameter larger: the result for the same picture at a larger scale. Nil for the largest scale.
    /// - Throws: `Failure` if no encoding is small enough and good enough; `QuantizerError` and `PNGError` if a library
    ///   fails, which no picture causes.
    func encode(_ ideal: RGBAImage, larger: Outcome? = nil) throws -> Outcome {
        var search = PaletteSearch(ideal: ideal, settings: settings)
        let best = try search.run(like: larger?.picture.indexed?.palette)
        var candidate: PaletteCandidate? = best
        while let nearest = candidate, nearest.fidelity >= settings.fidelityFloor {
            let palette = try compressible(nearest, search: search)
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

    /// The picture with indices that compress better, if its file is probably smaller. Other indices can also shorten
    /// long matches.
    private func compressible(_ nearest: PaletteCandidate, search: PaletteSearch) throws -> PaletteCandidate {
        guard let cheaper = search.cheaper(than: nearest) else { return nearest }
        func bytes(of image: IndexedImage) throws -> Int {
            try PNGEncoder.encode(image, level: .balanced, trials: .sampled).bytes.count
        }
        return try bytes(of: cheaper.image) < bytes(of: nearest.image) ? cheaper : nearest
    }

    /// - Parameter isSqueezed: whether the byte limit decided the number of colours, and not the target.
    private func outcome(
        of candidate: PaletteCandidate, file: IndexedPNG, search: PaletteSearch, isSqueezed: Bool
    ) -> Outcome {
        let picture = EncodedPicture(
            bytes: file.bytes, format: .png, colours: file.palette.count, fidelity: candidate.fidelity.roundedFidelity,
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
        let bytes = "\(NumberFormat.number(picture.bytes.count)) bytes"
        if exact { return "All \(NumberFormat.number(colours)) colours kept, without loss, in \(bytes)." }
        let kept = "\(picture.colours ?? 0) of \(NumberFormat.number(colours)) colours\(dithered ? ", dithered" : "")"
        let fidelity = NumberFormat.number(picture.fidelity, digits: 4)
        let reached = picture.fidelity >= settings.fidelityTarget
        return reached
            ? "\(kept), which reach fidelity \(NumberFormat.number(settings.fidelityTarget, digits: 4)) "
                + "(measured \(fidelity)), in \(bytes)."
            : "\(kept), the most that a palette may contain; fidelity \(fidelity) is below the target of "
                + "\(NumberFormat.number(settings.fidelityTarget, digits: 4)) and above the floor, in \(bytes)."
    }

    private func squeezed(_ picture: EncodedPicture) -> RuleFinding {
        Rule.coloursReduced.finding(
            "\(name): reduced to \(picture.colours ?? 0) colours to stay under "
                + "\(NumberFormat.number(settings.byteLimit)) bytes (it is now "
                + "\(NumberFormat.number(picture.bytes.count)) bytes long, with fidelity "
                + "\(NumberFormat.number(picture.fidelity, digits: 4))).",
            measured: Double(picture.bytes.count), limit: Double(settings.byteLimit))
    }

    private func attempt(_ picture: EncodedPicture, _ dithered: Bool) -> Fit.Attempt {
        Fit.Attempt(
            method: dithered ? "dithered-palette" : "palette", colours: picture.colours, bytes: picture.bytes.count,
            fidelity: picture.fidelity)
    }
}

extension RenditionEncoder {
    /// The numbers of low bits that may be rounded away, in the order in which they are tried.
    private static let reductions = [0, 1, 2, 3]

    func encodeTruecolour(_ ideal: RGBAImage, palette: PaletteCandidate, search: PaletteSearch) throws -> Outcome {
        var attempts = search.attempts
        for bits in RenditionEncoder.reductions {
            let pixels = Posterizer.rounded(ideal, droppingBits: bits)
            let fidelity = bits == 0 ? 1 : search.fidelity(of: pixels).roundedFidelity
            guard fidelity >= settings.fidelityFloor else { break }
            let bytes = try PNGEncoder.encode(
                pixels, level: settings.pressingEffort.truecolourLevel, trials: settings.pressingEffort.trials)
            attempts.append(
                Fit.Attempt(
                    method: bits == 0 ? "truecolour" : "reduced-truecolour", colours: nil, bytes: bytes.count,
                    fidelity: fidelity))
            guard bytes.count < settings.byteLimit else { continue }
            let picture = EncodedPicture(
                bytes: bytes, format: .png, colours: nil, fidelity: fidelity, pixels: pixels, indexed: nil)
            return outcome(of: picture, droppedBits: bits, palette: palette, attempts: attempts)
        }
        throw Failure(finding: nothingFits(attempts, palette: palette))
    }

    private func outcome(
        of picture: EncodedPicture, droppedBits bits: Int, palette: PaletteCandidate, attempts: [Fit.Attempt]
    ) -> Outcome {
        let why =
            palette.fidelity < settings.fidelityFloor
            ? "\(palette.colours) colours reach fidelity \(NumberFormat.number(palette.fidelity, digits: 4)), below the floor "
                + "of \(NumberFormat.number(settings.fidelityFloor, digits: 4))"
            : "no palette that is good enough fits the limit"
        let bytes = "\(NumberFormat.number(picture.bytes.count)) bytes"
        let summary =
            bits == 0
            ? "Truecolour without loss in \(bytes): \(why)."
            : "Truecolour with \(8 - bits) bits per channel (fidelity \(NumberFormat.number(picture.fidelity, digits: 4))) in "
                + "\(bytes): \(why), and more bits do not fit the limit."
        let finding = Rule.coloursReduced.finding(
            "\(name): reduced to \(8 - bits) bits per channel to stay under "
                + "\(NumberFormat.number(settings.byteLimit)) bytes (it is now \(bytes) long).",
            measured: Double(picture.bytes.count), limit: Double(settings.byteLimit))
        return Outcome(
            picture: picture, fit: Fit(summary: summary, gaveUp: bits == 0 ? "nothing" : "depth", attempts: attempts),
            findings: bits == 0 ? [] : [finding])
    }

    private func nothingFits(_ attempts: [Fit.Attempt], palette: PaletteCandidate) -> RuleFinding {
        let smallest = attempts.compactMap(\.bytes).min()
        let palettes =
            palette.fidelity < settings.fidelityFloor
            ? "\(palette.colours) colours reach only fidelity \(NumberFormat.number(palette.fidelity, digits: 4))"
            : "palettes that are good enough are too large"
        let least = smallest.map { "the smallest file that is good enough has \(NumberFormat.number($0)) bytes" }
        return Rule.fileSize.finding(
            "\(name) does not fit: \(palettes) (the floor is \(NumberFormat.number(settings.fidelityFloor, digits: 4))), "
                + "\(least ?? "truecolour is not good enough either"), and the limit is under "
                + "\(NumberFormat.number(settings.byteLimit)).",
            measured: smallest.map(Double.init), limit: Double(settings.byteLimit))
    }
}

/// The file of a finished still, and the picture that it shows.
struct EncodedPicture: Sendable {
    /// The file.
    let bytes: [UInt8]
    /// The format of the file: `png` or `jpeg`.
    let format: StickerFormat
    /// The number of colours in the palette. Nil for truecolour.
    let colours: Int?
    /// The fidelity of the file. 1 means that it does not differ from the ideal.
    let fidelity: Double
    /// The pixels after decoding.
    let pixels: RGBAImage
    /// The file with its palette. Previews on plain colours are created from it without compressing the pixels again.
    /// Nil for truecolour and for JPEG.
    let indexed: IndexedPNG?
}
