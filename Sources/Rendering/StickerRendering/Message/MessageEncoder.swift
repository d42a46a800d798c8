import JobModel
import Pixels
import StickerManifest
import Vips

/// Creates the smallest file that looks the same as a message's picture: a PNG if it is smaller or more faithful, and
/// otherwise a JPEG.
///
/// A palette is good for drawings, but adds noise to photos. JPEG is good for photos, but adds noise to drawings.
/// Both are compared with the same ideal. If both reach the target, the smaller file is used.
struct MessageEncoder {
    let settings: EncodeSettings
    /// The name of the picture, for findings.
    let name: String

    /// The advice for losses that are larger than usual.
    private static let fix =
        "Look at the picture. If the loss is visible, simplify textures and noise, or raise \"messages.maxBytes\" in "
        + "pipeline.json."
    /// The fidelity below which a loss is visible and is reported.
    private static let visible = 0.99

    /// - Parameters:
    ///   - original: the source itself, if it may be kept. Nil otherwise.
    ///   - larger: the result for the same picture at a larger scale. Nil for the largest scale.
    /// - Throws: `RenditionEncoder.Failure` if no encoding is small enough and good enough; `QuantizerError`,
    ///   `PNGError` and `VipsError` if a library fails, which no picture causes.
    func encode(
        _ ideal: RGBAImage, original: EncodedPicture?, larger: RenditionEncoder.Outcome?
    ) throws -> RenditionEncoder.Outcome {
        let encoder = RenditionEncoder(settings: settings, name: name)
        let png: Result<RenditionEncoder.Outcome, RenditionEncoder.Failure>
        do {
            png = .success(try encoder.encode(ideal, larger: larger))
        } catch let failure as RenditionEncoder.Failure {
            png = .failure(failure)
        }
        let made = try better(png, ideal: ideal)
        guard let original else { return try made.get() }
        switch made {
        case .success(let made) where made.picture.bytes.count < original.bytes.count && made.picture.fidelity == 1:
            return made
        case .success(let made): return SourcePassthrough.outcome(original, insteadOf: made)
        case .failure: return SourcePassthrough.outcome(original, insteadOf: nil)
        }
    }

    private func better(
        _ png: Result<RenditionEncoder.Outcome, RenditionEncoder.Failure>, ideal: RGBAImage
    ) throws -> Result<RenditionEncoder.Outcome, RenditionEncoder.Failure> {
        // A palette with all colours is lossless, so JPEG cannot be better.
        if case .success(let outcome) = png, outcome.picture.fidelity == 1, outcome.picture.colours != nil {
            return png
        }
        var search = JPEGSearch(ideal: ideal, settings: settings)
        guard let jpeg = try search.run() else {
            guard case .failure(let failure) = png else { return png.map(reworded) }
            return .failure(RenditionEncoder.Failure(finding: reworded(failure.finding, attempts: search.attempts)))
        }
        if case .success(let outcome) = png, !isBetter(jpeg, than: outcome.picture) {
            return .success(reworded(outcome))
        }
        return .success(outcome(of: jpeg, attempts: search.attempts, png: png))
    }

    /// Whether a JPEG is better than a PNG: smaller if both reach the target, and otherwise more faithful.
    private func isBetter(_ jpeg: JPEGSearch.Candidate, than png: EncodedPicture) -> Bool {
        let target = max(settings.fidelityTarget, settings.fidelityFloor)
        if jpeg.picture.fidelity >= min(target, png.fidelity) { return jpeg.picture.bytes.count < png.bytes.count }
        return png.fidelity < target && jpeg.picture.fidelity > png.fidelity
    }

    private func outcome(
        of jpeg: JPEGSearch.Candidate, attempts: [Fit.Attempt],
        png: Result<RenditionEncoder.Outcome, RenditionEncoder.Failure>
    ) -> RenditionEncoder.Outcome {
        let picture = jpeg.picture
        let bytes = "\(NumberFormat.number(picture.bytes.count)) bytes"
        let fidelity = NumberFormat.number(picture.fidelity, digits: 4)
        var summary = "JPEG of quality \(jpeg.quality) (fidelity \(fidelity)) in \(bytes): "
        var before: [Fit.Attempt] = []
        switch png {
        case .success(let outcome):
            before = outcome.fit.attempts
            summary +=
                "the best PNG has \(NumberFormat.number(outcome.picture.bytes.count)) bytes and fidelity "
                + "\(NumberFormat.number(outcome.picture.fidelity, digits: 4))."
        case .failure: summary += "no PNG that is good enough fits the limit."
        }
        let squeezed = Rule.coloursReduced.finding(
            "\(name): compressed as JPEG with quality \(jpeg.quality) to stay under "
                + "\(NumberFormat.number(settings.byteLimit)) bytes (it is now \(bytes) long, with fidelity "
                + "\(fidelity)).",
            measured: Double(picture.bytes.count), limit: Double(settings.byteLimit), fix: Self.fix)
        return RenditionEncoder.Outcome(
            picture: picture, fit: Fit(summary: summary, gaveUp: "quality", attempts: before + attempts),
            findings: picture.fidelity < Self.visible ? [squeezed] : [])
    }

    private func reworded(_ outcome: RenditionEncoder.Outcome) -> RenditionEncoder.Outcome {
        RenditionEncoder.Outcome(
            picture: outcome.picture, fit: outcome.fit,
            findings: outcome.findings.map { finding in
                var finding = finding
                finding.fix = Self.fix
                return finding
            })
    }

    private func reworded(_ finding: RuleFinding, attempts: [Fit.Attempt]) -> RuleFinding {
        var finding = finding
        if let best = attempts.max(by: { $0.fidelity < $1.fidelity }) {
            finding.message +=
                " As JPEG it reaches fidelity \(NumberFormat.number(best.fidelity, digits: 4)) in "
                + "\(NumberFormat.number(best.bytes ?? 0)) bytes."
        }
        finding.fix =
            "Simplify textures and noise, or raise \"messages.maxBytes\" or lower \"encode.fidelityFloor\" in pipeline.json."
        return finding
    }
}

/// Searches for the lowest quality at which a JPEG reaches the target. If that file is too large, the highest quality
/// within the byte limit is used.
struct JPEGSearch {
    struct Candidate {
        let quality: Int
        let picture: EncodedPicture
    }

    /// The qualities that are tried. At lower ones, blocks are visible. Higher ones only take more bytes.
    private static let qualities = [50, 60, 66, 72, 77, 81, 84, 87, 89, 91, 93, 95, 97, 98]

    private let ideal: RGBAImage
    private let settings: EncodeSettings
    private let meter: FidelityMeter
    private var tried: [Int: Candidate] = [:]
    private(set) var attempts: [Fit.Attempt] = []

    init(ideal: RGBAImage, settings: EncodeSettings) {
        self.ideal = ideal
        self.settings = settings
        meter = FidelityMeter(ideal: ideal)
    }

    /// The JPEG with the selected quality. Nil if no JPEG within the byte limit reaches the floor.
    ///
    /// - Throws: `VipsError`.
    mutating func run() throws -> Candidate? {
        let target = max(settings.fidelityTarget, settings.fidelityFloor)
        let best = try lowest { $0.picture.fidelity >= target }
        if let best, best.picture.bytes.count < settings.byteLimit { return best }
        // The last quality that fits is followed by the first that does not fit.
        let qualities = JPEGSearch.qualities
        let limit = settings.byteLimit
        let tooLarge = try lowest { $0.picture.bytes.count >= limit }
        let place = tooLarge.flatMap { qualities.firstIndex(of: $0.quality) } ?? qualities.count
        guard place > 0 else { return nil }
        let last = try candidate(qualities[place - 1])
        return last.picture.fidelity >= settings.fidelityFloor ? last : nil
    }

    /// The lowest quality at which a condition is true. The condition must then be true at all higher qualities. Nil
    /// if it is never true.
    private mutating func lowest(_ isTrue: (Candidate) -> Bool) throws -> Candidate? {
        var (low, high) = (0, JPEGSearch.qualities.count)
        while low < high {
            let middle = (low + high) / 2
            if isTrue(try candidate(JPEGSearch.qualities[middle])) { high = middle } else { low = middle + 1 }
        }
        return low < JPEGSearch.qualities.count ? try candidate(JPEGSearch.qualities[low]) : nil
    }

    private mutating func candidate(_ quality: Int) throws -> Candidate {
        if let known = tried[quality] { return known }
        let bytes = try Image(ideal).firstBands(3).jpeg(quality: quality)
        let pixels = try Image.load(bytes, strictness: .error).asBytes().withAlpha().rgba()
        let fidelity = Fidelity.of(meter.score(pixels)).roundedFidelity
        let candidate = Candidate(
            quality: quality,
            picture: EncodedPicture(
                bytes: bytes, format: .jpeg, colours: nil, fidelity: fidelity, pixels: pixels, indexed: nil))
        tried[quality] = candidate
        attempts.append(Fit.Attempt(method: "jpeg", colours: nil, bytes: bytes.count, fidelity: fidelity))
        return candidate
    }
}
