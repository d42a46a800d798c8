/// The compression effort, and the limits of quality losses.
package struct EncodeSettings: Codable, Hashable, Sendable {
    /// The effort for saving bytes.
    package enum Effort: String, Codable, Hashable, Sendable, CaseIterable {
        /// The effort for a new source, because a person waits for the result.
        case fast
        /// The effort for builds.
        case balanced
        /// The effort for nightly rebuilds.
        case max
    }

    /// Whether soft gradients may be dithered.
    package enum Dither: String, Codable, Hashable, Sendable, CaseIterable {
        /// Used if it improves the measured fidelity.
        case auto
        /// Never.
        case off
    }

    package var effort: Effort
    /// The effort for compressing finished files, if it is greater than `effort`, which affects their pixels. Nil if it
    /// is the same.
    package var pressing: Effort?
    /// The target fidelity of a palette, from 0 to 1. stickerd uses the smallest palette that reaches it. See
    /// `docs/internals/fidelity.md`.
    package var fidelityTarget: Double
    /// The minimum fidelity of a palette, from 0 to 1. A palette below the target is used only if it is the largest one
    /// and reaches this value. Otherwise the sticker is written in truecolour.
    package var fidelityFloor: Double
    /// The limit that every file must stay below, in bytes. Apple's limit is 500 KB; 500,000 is safe for kilobytes of
    /// 1,000 and of 1,024 bytes.
    package var byteLimit: Int
    /// The maximum number of colours in a palette: 2 to 256.
    package var maximumColours: Int
    package var dither: Dither

    private enum CodingKeys: String, CodingKey {
        case effort, pressing, fidelityTarget, fidelityFloor, byteLimit, maximumColours, dither
    }

    package init(
        effort: Effort = .balanced, fidelityTarget: Double = 0.9998, fidelityFloor: Double = 0.985,
        byteLimit: Int = 500_000, maximumColours: Int = 256, dither: Dither = .auto
    ) {
        self.effort = effort
        self.fidelityTarget = fidelityTarget
        self.fidelityFloor = fidelityFloor
        self.byteLimit = byteLimit
        self.maximumColours = maximumColours
        self.dither = dither
    }

    /// The effort for the final compression.
    package var pressingEffort: Effort { pressing ?? effort }
}
