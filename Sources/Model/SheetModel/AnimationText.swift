import JobModel
import StickerManifest

/// The text about a sticker's animation, for pages and sheets.
package struct AnimationText {
    /// `24 frames in 1.6 s`.
    package let length: String
    /// `15 fps, forever`.
    package let pace: String

    package init(_ animation: Animation) {
        let seconds = Double(animation.duration) / 1000
        let rate = seconds > 0 ? Double(animation.frames) / seconds : 0
        length = "\(NumberFormat.count(animation.frames, "frame")) in \(NumberFormat.decimal(seconds, places: 1)) s"
        pace = "\(AnimationText.short(rate)) fps, \(AnimationText.plays(animation.loopCount))"
    }

    /// The time of a frame in the cycle, from milliseconds: `0.25 s`.
    package static func moment(_ milliseconds: Int) -> String {
        "\(NumberFormat.decimal(Double(milliseconds) / 1000, places: 2)) s"
    }

    private static func plays(_ count: Int) -> String {
        switch count {
        case 0: "forever"
        case 1: "once"
        case 2: "twice"
        default: "\(NumberFormat.number(count)) times"
        }
    }

    /// With a decimal only if it is not zero.
    private static func short(_ rate: Double) -> String {
        let text = NumberFormat.decimal(rate, places: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Rendition {
    /// Its format and how many colours it has, in the words of pages and sheets: `PNG, 64 colours`.
    package var form: String {
        let colours = colours.map { NumberFormat.count($0, "colour") } ?? "full colour"
        return "\(format.uppercased()), \(colours)"
    }
}
