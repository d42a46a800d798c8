/// The encoding of animations: their format, and the losses that are allowed in order to stay below the byte limit.
package struct AnimationSettings: Codable, Hashable, Sendable {
    /// The format of an animation.
    package enum Format: String, Codable, Hashable, Sendable, CaseIterable {
        /// Has soft edges and exact delays.
        case apng
        /// Used for programs that support no other format. Has hard edges, and delays in hundredths of a second.
        case gif
    }

    /// The storage of the frames' colours.
    package enum Colour: String, Codable, Hashable, Sendable, CaseIterable {
        /// Truecolour if its file is within the byte limit and only slightly larger than with a palette, otherwise a
        /// palette. See docs/decisions/animation-colour.md.
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
        /// Every second or third frame (or more) is removed, and the remaining frames are shown for longer.
        case frameRate
    }

    package var format: Format
    package var colour: Colour
    /// The allowed losses, in the order in which they are used.
    package var sacrifice: [Sacrifice]
    /// The maximum difference between a pixel's ideal colour and the colour of the previous frame at which the pixel
    /// stays unchanged, in levels from 0 to 255.
    package var maximumTolerance: Int
    /// The minimum number of colours in a palette.
    package var minimumColours: Int
    /// The lowest frame rate to which an animation may be reduced, in frames per second. Frames that are shown for
    /// longer are kept.
    package var minimumFrameRate: Int
    /// The target fidelity of the palette, at most 1. It is lower than for a still sticker, because each frame is seen
    /// only briefly. With 1, every pixel is exact unless the byte limit requires losses; see `isExact`.
    package var fidelityTarget: Double
    /// The minimum fidelity of the palette, at most 1.
    package var fidelityFloor: Double

    private enum CodingKeys: String, CodingKey {
        case format, colour, sacrifice, maximumTolerance, minimumColours, minimumFrameRate, fidelityTarget
        case fidelityFloor
    }

    /// Whether losses are allowed only if the byte limit requires them. A palette is then used only if it has every
    /// colour of every frame; otherwise truecolour is used. A palette that is explicitly requested is made as exact as
    /// possible.
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
