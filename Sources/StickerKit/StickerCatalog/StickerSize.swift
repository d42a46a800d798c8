/// The three sizes Messages shows stickers at.
///
/// Source: Apple, `MSStickerSize` and `MSSticker.init(contentsOfFileURL:localizedDescription:)`, Messages framework.
public enum StickerSize: String, Codable, Sendable, CaseIterable {
    case small, regular, large

    /// The side of the square in points.
    public var points: Int {
        switch self {
        case .small: 100
        case .regular: 136
        case .large: 206
        }
    }

    /// The side of the square in pixels at a scale of 1, 2 or 3.
    public func pixels(scale: Int) -> Int {
        points * scale
    }
}
