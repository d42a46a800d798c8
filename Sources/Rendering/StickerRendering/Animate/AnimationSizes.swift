import JobModel
import Pixels
import StickerManifest

/// The size of an animation for each plan: estimates, sizes of written files, and the measured errors of estimates.
struct AnimationSizes {
    /// An estimated size must be below this share of the limit, because it is based on only some of the frames.
    private static let margin = 0.98

    let encoder: AnimationEncoder
    var palettes: AnimationPalette
    private(set) var attempts: [Fit.Attempt] = []

    private var estimates: [AnimationPlan: Int] = [:]
    private var written: [AnimationPlan: Int] = [:]
    /// The written size as a multiple of the estimated size. The values are assumed until a file has been written.
    private var corrections: (palette: Double, truecolour: Double)

    /// - Throws: `PNGError.outOfMemory`.
    init(_ encoder: AnimationEncoder) throws {
        self.encoder = encoder
        palettes = try AnimationPalette(
            encoder.store, settings: encoder.settings, target: encoder.animation.fidelityTarget)
        // Estimates use a faster level than files. At the highest level, an indexed animation has a sixth fewer
        // bytes, and one in truecolour has a fifth fewer.
        corrections = encoder.settings.effort == .fast ? (1, 1) : (0.84, 0.8)
    }

    var limit: Int { encoder.settings.byteLimit }

    /// The plan with the smallest written file. Nil if none has been written.
    var smallestWritten: AnimationPlan? { written.min { $0.value < $1.value }?.key }

    /// The smallest estimate in bytes.
    var leastEstimate: Int? { estimates.values.min() }

    /// The size of the file of a plan, in bytes. Nil if it has not been written.
    func written(_ plan: AnimationPlan) -> Int? { written[plan] }

    /// The written size of a plan as a multiple of the estimated size.
    func correction(_ plan: AnimationPlan) -> Double {
        plan.paletteColours == nil ? corrections.truecolour : corrections.palette
    }

    /// Multiplies the expected sizes of plans with the same kind of colours by a factor.
    mutating func correct(_ plan: AnimationPlan, by factor: Double) {
        if plan.paletteColours == nil {
            corrections.truecolour *= factor
        } else {
            corrections.palette *= factor
        }
    }

    /// Whether a plan fits the limit, according to the size of its written file. If none was written, according to
    /// its expected size.
    mutating func fits(_ plan: AnimationPlan) throws -> Bool {
        if let bytes = written[plan] { return bytes < limit }
        return try expected(plan) < Double(limit) * AnimationSizes.margin
    }

    /// The expected size of a plan, in bytes.
    mutating func expected(_ plan: AnimationPlan) throws -> Double {
        try Double(estimate(plan)) * correction(plan)
    }

    /// The size of the frames at a fast compression level, in bytes, by which plans are compared.
    mutating func estimate(_ plan: AnimationPlan) throws -> Int {
        if let known = estimates[plan] { return known }
        let bytes = try encoder.estimate(plan, palette: try palette(plan))
        estimates[plan] = bytes
        return bytes
    }

    /// Encodes the file of a plan, and records its size.
    mutating func write(_ plan: AnimationPlan) throws -> EncodedAnimation {
        let animation = try encoder.encode(plan, palette: try palette(plan))
        written[plan] = animation.bytes.count
        attempts.append(
            Fit.Attempt(
                method: plan.method, colours: animation.colours, bytes: animation.bytes.count,
                fidelity: animation.fidelity))
        return animation
    }

    /// Corrects the estimates by the size of the written file of a plan.
    mutating func learn(from plan: AnimationPlan) {
        guard let bytes = written[plan], let estimated = estimates[plan], estimated > 0 else { return }
        correct(plan, by: Double(bytes) / Double(estimated) / correction(plan))
    }

    /// The palette of a plan. Not used for truecolour.
    mutating func palette(_ plan: AnimationPlan) throws -> [RGBAColour] {
        guard let colours = plan.paletteColours else { return [.clear] }
        return try palettes.candidate(colours).colours
    }
}
