/// The encoding of animations, and the losses that are allowed, in which order, to stay below the byte limit.
package struct AnimationSettings: Codable, Hashable, Sendable {
    /// The format of an animation.
    package enum Format: String, Codable, Hashable, Sendable, CaseIterable {
        /// With soft edges and exact delays.
        case apng
        /// For uses that accept nothing else. Hard edges, and delays in hundredths of a second.
        case gif
    }

    /// The storage of the frames' colours.
    package enum Colour: String, Codable, Hashable, Sendable, CaseIterable {
        /// Truecolour if it fits and is only slightly larger, else a palette. See docs/decisions/animation-colour.md.
        case auto
        /// One palette for all frames.
        case palette
        /// Truecolour, even if a palette would be much smaller.
        case truecolour
    }

    /// A loss that can save bytes.
    package enum Sacrifice: String, Codable, Hashable, Sendable, CaseIterable {
        /// Pixels that change only slightly from frame to frame stay unchanged.
        case tolerance
        /// Gradients are no longer dithered.
        case dither
        /// The palette gets smaller; truecolour gets fewer bits per channel.
        case colours
        /// Every second, third … frame is left out, and the others stay longer.
        case frameRate
    }

    package var format: Format
    package var colour: Colour
    /// The allowed losses, in order. Others are never used.
    package var sacrifice: [Sacrifice]
    /// The largest difference of a pixel from its ideal, in levels of 255, at which it may stay unchanged.
    package var maximumTolerance: Int
    /// The minimum number of colours in a palette.
    package var minimumColours: Int
    /// The lowest frame rate, in frames per second, to which it may be reduced. Frames that are shown longer are not changed.
    package var minimumFrameRate: Int
    /// The target fidelity of the palette, at most 1. It is lower than for a still, because each frame is seen only
    /// briefly. At 1 every pixel is exact, as long as that fits; see `isExact`.
    package var fidelityTarget: Double
    /// The minimum fidelity of the palette, at most 1.
    package var fidelityFloor: Double

    private enum CodingKeys: String, CodingKey {
        case format, colour, sacrifice, maximumTolerance, minimumColours, minimumFrameRate, fidelityTarget
        case fidelityFloor
    }

    /// Whether no loss is allowed unless the byte limit requires it: a palette only if it has every colour of every
    /// frame, else truecolour. An explicitly requested palette is made as good as possible.
    package var isExact: Bool { fidelityTarget >= 1 }

    package init(
        format: Format = .apng, colour: Colour = .auto, sacrifice: [Sacrifice] = Sacrifice.allCases,
        maximumTolerance: Int = 8, minimumColours: Int = 16, minimumFrameRate: Int = 5, fidelityTarget: Double = 0.995,
        fidelityFloor: Double = 0.9
    ) {
        self.format = format
        self.colour = colour
        self.sacrifice = sacrifice
        self.maximumTolerance = maximumTolerance
        self.minimumColours = minimumColours
        self.minimumFrameRate = minimumFrameRate
        self.fidelityTarget = fidelityTarget
        self.fidelityFloor = fidelityFloor
    }
}
