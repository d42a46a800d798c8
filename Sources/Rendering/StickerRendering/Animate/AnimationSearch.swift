import CLinux
import JobModel
import Pixels
import StickerManifest

/// Finds the encoding of an animation. It has the target fidelity if the file then fits the byte limit. Otherwise,
/// losses are accepted in the order of the settings, the least visible first.
struct AnimationSearch {
    /// The encoded animation, a summary of the search, and the findings about losses.
    struct Outcome: Sendable {
        let animation: EncodedAnimation
        let fit: Fit
        let findings: [RuleFinding]
    }

    /// No plan fits. Contains the smallest possible size, and the number of frames that would fit. The number is nil
    /// if it is unknown.
    struct Failure: Error, Sendable {
        let bytes: Int
        let isEstimate: Bool
        let frames: Int?
    }

    /// The maximum number of complete encodings.
    private static let fullTries = 4
    /// The plan with all allowed losses is tried if its expected size is below this multiple of the limit, although
    /// it is then not expected to fit.
    private static let worthTrying = 1.1

    let encoder: AnimationEncoder
    /// The sticker's name, for messages.
    let name: String
    var sizes: AnimationSizes
    /// The plan with all allowed losses, if it is not expected to fit. Nil otherwise.
    var lastResort: AnimationPlan?
    /// Whether the animation is too large even with all allowed losses, regardless of fidelity.
    var isOutOfReach = false

    /// - Throws: `PNGError.outOfMemory`.
    init(encoder: AnimationEncoder, name: String) throws {
        // Returns memory that the previous step has freed. The freed blocks are too small for the histogram of the
        // colours, so the peak would be higher.
        malloc_trim(0)
        self.encoder = encoder
        self.name = name
        sizes = try AnimationSizes(encoder)
    }

    var limit: Int { encoder.settings.byteLimit }

    /// - Throws: `Failure` if nothing fits; `QuantizerError`, `PNGError`.
    mutating func run() throws -> Outcome {
        let ideal = try idealPlan()
        if let truecolour = try worthwhileTruecolour(besides: ideal) {
            return outcome(truecolour, ideal: truecolour.plan)
        }
        let fitting = try fitting(ideal)
        return outcome(fitting, ideal: ideal)
    }

    /// Encodes the frames of a smaller scale in the same way and with the same losses as the larger scale, so that
    /// both scales show the same frames.
    ///
    /// - Throws: `Failure` if nothing fits; `QuantizerError`, `PNGError`.
    mutating func run(like larger: Outcome) throws -> Outcome {
        var plan = larger.animation.plan
        var ideal = plan
        if larger.findings.isEmpty, encoder.animation.isExact {
            ideal = try idealPlan()
            plan = try exactPlan(like: plan, ideal: ideal)
        } else if larger.findings.isEmpty, plan.paletteColours != nil {
            plan.colours = .palette(try sizes.palettes.smallestReachingTarget(startingAt: 64).colours.count)
            ideal = plan
        }
        let animation = try sizes.write(plan)
        guard animation.bytes.count < limit else { return try run() }
        let alike = outcome(animation, ideal: ideal)
        // Fewer pixels should need fewer bytes. If they need more, another encoding may be smaller.
        guard !encoder.animation.isExact, animation.bytes.count > larger.animation.bytes.count, let other = try? run(),
            other.animation.bytes.count < animation.bytes.count, other.animation.plan.step == plan.step
        else { return alike }
        return other
    }

    /// The lossless plan. If it is too large and the larger scale has a palette, the plan with the best palette.
    private mutating func exactPlan(like larger: AnimationPlan, ideal: AnimationPlan) throws -> AnimationPlan {
        guard ideal.paletteColours == nil, larger.paletteColours != nil, encoder.animation.sacrifice.contains(.colours),
            try !sizes.fits(ideal), let palette = try bestPalettes(instead: ideal).first
        else { return ideal }
        return palette
    }

    // MARK: - Target

    /// The plan that reaches the target fidelity, regardless of its size.
    private mutating func idealPlan() throws -> AnimationPlan {
        let truecolour = AnimationPlan(colours: .truecolour(.nothing))
        guard encoder.animation.colour != .truecolour else { return truecolour }
        if encoder.animation.isExact {
            if let exact = sizes.palettes.exactCount { return AnimationPlan(colours: .palette(exact)) }
            if encoder.animation.colour == .auto { return truecolour }
        }
        let best = try sizes.palettes.smallestReachingTarget(startingAt: 128)
        var plan = AnimationPlan(colours: .palette(best.colours.count))
        if best.fidelity < encoder.animation.fidelityTarget, encoder.settings.dither == .auto {
            plan.isDithered = try sizes.palettes.isBetterDithered(best)
        }
        return plan
    }

    /// The animation in truecolour. Nil unless the settings allow truecolour, and the file is within the byte limit and
    /// only slightly larger than with a palette. See docs/decisions/animation-colour.md.
    private mutating func worthwhileTruecolour(besides palette: AnimationPlan) throws -> EncodedAnimation? {
        guard encoder.animation.colour == .auto, let colours = palette.paletteColours else { return nil }
        let inPalette = try sizes.expected(palette)
        guard inPalette < Double(limit) else { return nil }
        let plan = AnimationPlan(colours: .truecolour(.nothing))
        // If no palette is good enough, truecolour may have any size within the limit.
        let isPoor = try sizes.palettes.candidate(colours).fidelity < encoder.settings.fidelityFloor
        let most = isPoor ? Double(limit) : min(Double(limit), inPalette * AnimationSearch.truecolourCost)
        // A few frames are often sufficient to exclude truecolour.
        if !isPoor {
            let cost = try encoder.costOfTruecolour(besides: palette, palette: try sizes.palette(palette))
            guard cost * sizes.correction(plan) / sizes.correction(palette) < AnimationSearch.truecolourCost * 1.3
            else { return nil }
        }
        guard try sizes.expected(plan) < most * 1.05 else { return nil }
        let animation = try sizes.write(plan)
        return Double(animation.bytes.count) < most ? animation : nil
    }

    /// The maximum size in truecolour, as a multiple of the size with a palette.
    private static let truecolourCost = 1.25

    // MARK: - Fitting

    private mutating func fitting(_ ideal: AnimationPlan) throws -> EncodedAnimation {
        var plan = try squeezed(ideal)
        var best: EncodedAnimation?
        for _ in 0..<AnimationSearch.fullTries {
            guard let wanted = try plan ?? (best == nil ? untriedLastResort() : nil), sizes.written(wanted) == nil
            else {
                break
            }
            let animation = try sizes.write(wanted)
            sizes.learn(from: wanted)
            let bytes = animation.bytes.count
            if bytes < limit {
                if best.map({ $0.isWorse(than: animation) }) ?? true { best = animation }
                // The estimates are now corrected, so a smaller loss may be sufficient.
                guard wanted != ideal, Double(bytes) < Double(limit) * 0.94 else { break }
                let milder = try squeezed(ideal)
                guard let milder, milder != wanted, sizes.written(milder) == nil else { break }
                plan = milder
            } else {
                sizes.correct(wanted, by: 1.01)
                guard best == nil || encoder.animation.isExact else { break }
                plan = try squeezed(ideal)
                if plan == wanted, best == nil {
                    sizes.correct(wanted, by: 1.04)
                    plan = try squeezed(ideal)
                }
            }
        }
        guard let best else { throw try failure() }
        return best
    }

    /// The plan with all allowed losses, if it was not tried and only an estimate narrowly excludes it.
    private mutating func untriedLastResort() throws -> AnimationPlan? {
        guard let plan = lastResort, sizes.written(plan) == nil, !isOutOfReach,
            try sizes.expected(plan) < Double(limit) * AnimationSearch.worthTrying
        else { return nil }
        return plan
    }

    /// Estimates the size of the file with the smallest losses that fit, without writing the file. Nil if nothing
    /// fits.
    ///
    /// - Throws: `QuantizerError`, `PNGError`.
    mutating func foreseen() throws -> Int? {
        guard let plan = try squeezed(try idealPlan()) else { return nil }
        return Int(try sizes.expected(plan))
    }

    private func outcome(_ animation: EncodedAnimation, ideal: AnimationPlan) -> Outcome {
        let words = FitSummary(encoder: encoder, name: name)
        return Outcome(
            animation: animation,
            fit: Fit(
                summary: words.summary(animation, ideal: ideal, colourCount: sizes.palettes.colourCount),
                gaveUp: words.gaveUp(animation, ideal: ideal),
                attempts: sizes.attempts),
            findings: words.findings(animation, ideal: ideal))
    }

    /// The reported numbers if nothing fits. They describe the plan with all allowed losses, or the smallest file
    /// that was written.
    private mutating func failure() throws -> Failure {
        guard let plan = lastResort ?? sizes.smallestWritten else {
            return Failure(bytes: limit, isEstimate: true, frames: nil)
        }
        let whole = try encoder.estimated(plan, palette: try sizes.palette(plan))
        let written = sizes.written(plan)
        let larger = written.map { Double($0) / Double(whole.bytes) } ?? sizes.correction(plan)
        let bytes = Int(Double(isOutOfReach ? sizes.leastEstimate ?? whole.bytes : whole.bytes) * larger)
        // All frames have about the same size, except the first, which is a complete picture.
        let kept = encoder.kept(plan).count
        let first = Double(whole.first) * larger
        let other = max(1, (Double(whole.bytes) * larger - first) / Double(max(1, kept - 1)))
        let fitting = 1 + Int(max(0, Double(limit) * 0.95 - first) / other)
        return Failure(
            bytes: max(limit, bytes), isEstimate: written == nil,
            frames: first < Double(limit) * 0.95 && fitting >= 2 && fitting < kept
                ? encoder.store.count * fitting / kept : nil)
    }
}
