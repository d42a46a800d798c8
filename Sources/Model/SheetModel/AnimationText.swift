import JobModel
import StickerManifest
import Texts

/// The text about a sticker's animation, for pages and sheets.
package struct AnimationText {
    /// The number of frames and the duration: `24 frames in 1.6 s`.
    package let length: String
    /// The frame rate and the number of plays: `15 fps, forever`.
    package let pace: String

    package init(_ animation: Animation, _ texts: Texts) {
        let seconds = Double(animation.duration) / 1000
        let rate = seconds > 0 ? Double(animation.frames) / seconds : 0
        length = texts(
            "sheet.length", ["count": animation.frames, "seconds": texts.decimal(seconds, places: 1)])
        pace = texts(
            "sheet.pace",
            [
                "rate": AnimationText.short(rate, texts), "plays": texts("sheet.plays", ["count": animation.loopCount]),
            ])
    }

    /// The time of a frame in the cycle, in seconds: `0.25 s`.
    package static func moment(_ milliseconds: Int, _ texts: Texts) -> String {
        texts("sheet.moment", ["seconds": texts.decimal(Double(milliseconds) / 1000, places: 2)])
    }

    /// The frame rate, with a decimal only if that is not zero.
    private static func short(_ rate: Double, _ texts: Texts) -> String {
        let isWhole = NumberFormat.decimal(rate, places: 1).hasSuffix(".0")
        return texts.decimal(rate, places: isWhole ? 0 : 1)
    }
}

extension Rendition {
    /// The format and the number of colours for pages and sheets: `PNG, 64 colours`.
    package func form(_ texts: Texts) -> String {
        let colours = colours.map { texts("count.colours", ["count": $0]) } ?? texts("sheet.fullColour")
        return "\(format.uppercased()), \(colours)"
    }
}
