import JobModel
import Pixels
import StickerManifest
import TestSupport
import Testing

/// Sample values for jobs that render the pictures of messages.
enum MessageFixture {
    /// Texts that cause no findings.
    static let texts = MessageText(caption: "Your move", summary: "It is your move", label: "A board with one cross")

    static func recipe(
        _ text: MessageText = texts, translations: [String: MessageText] = [:], background: String = "#ffffff",
        maxBytes: Int = 200_000, limits: [String: Double] = [:]
    ) -> Recipe {
        let texts = MessageTexts(text: text, translations: translations)
        return Recipe(
            size: .large, render: RenderSettings(trim: false, padding: 0),
            encode: EncodeSettings(effort: .fast, byteLimit: maxBytes),
            backgrounds: MessageRecipe.backgrounds(of: texts), limits: SourceLimits(), ruleLimits: limits,
            message: MessageRecipe(background: background, texts: texts))
    }

    /// A drawing of shapes on a background of one colour.
    static func svg(_ shapes: String = "", width: Int = 300, height: Int = 300, fill: String = "#246") -> String {
        """
        <svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'>\
        <rect width='\(width)' height='\(height)' fill='\(fill)'/>\(shapes)</svg>
        """
    }

    static let disc = svg("<circle cx='150' cy='130' r='80' fill='#fc4'/>")

    /// A picture with soft shades and some noise, like a photo.
    static func photo(_ width: Int, _ height: Int) -> RGBAImage {
        var noise = Noise(7)
        return TestArt.picture(width, height) { x, y in
            let grain = Int.random(in: -6...6, using: &noise)
            return RGBAColour(
                red: UInt8(clamping: 40 + x * 180 / width + grain),
                green: UInt8(clamping: 60 + y * 120 / height + grain),
                blue: UInt8(clamping: 200 - (x + y) * 140 / (width + height) + grain))
        }
    }

    /// The ids of the rules with findings about a picture, except rules about the file itself.
    static func rules(_ svg: String, _ recipe: Recipe = recipe()) throws -> [String] {
        try PipelineFixture().run(svg, recipe: recipe).rules
    }
}
