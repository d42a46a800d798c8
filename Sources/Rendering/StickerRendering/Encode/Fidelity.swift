/// One number for how like its ideal a rendition looks: its structural similarity, less what an off shade costs.
///
/// Shades are let off one level of 255; each level beyond costs 0.001, so that a gradient that turns into bands fails a
/// target that its structure alone would meet. docs/fidelity.md says how the weights were found.
enum Fidelity {
    static let freeShade = 1.0
    /// What dithering must gain, two levels of shade: it costs a tenth to a third of the bytes, and noise.
    static let worthDithering = 0.002
    private static let costPerLevel = 0.001

    static func of(_ score: FidelityMeter.Score) -> Double {
        max(0, score.similarity - max(0, score.shade - freeShade) * costPerLevel)
    }
}
