/// The settings for fitting art into the square.
package struct RenderSettings: Codable, Hashable, Sendable {
    /// Whether the transparent margin around the art is cut off, so that the art fills the sticker.
    package var trim: Bool
    /// The highest alpha, from 0 to 255, of a pixel that is treated as margin.
    package var trimThreshold: Int
    /// The margin on each side, as a fraction of the square's side: 0 to 0.25.
    package var padding: Double

    private enum CodingKeys: String, CodingKey {
        case trim, trimThreshold, padding
    }

    package init(trim: Bool = true, trimThreshold: Int = 4, padding: Double = 0.02) {
        self.trim = trim
        self.trimThreshold = trimThreshold
        self.padding = padding
    }
}
