import Foundation
import StickerConfiguration
import Testing

@Suite struct BackgroundSettingTests {
    private let folder: SettingsFolder

    init() throws {
        folder = try SettingsFolder()
    }

    private func complaints(_ backgrounds: String) -> [String] {
        folder.complaints("{ \"previews\": { \"backgrounds\": [\(backgrounds)] } }").map {
            $0.replacingOccurrences(of: "pipeline.json:1: previews.backgrounds", with: "")
        }
    }

    @Test("colours are written with six lower-case digits, in any notation")
    func colours() throws {
        let configuration = try folder.configuration(
            """
            { "previews": { "backgrounds": [
              { "name": "a", "colour": "#FfCc00" }, { "// why": "short", "name": "b", "colour": "#F80" }
            ] } }
            """)
        #expect(configuration.recipe.backgrounds.map(\.fill) == [.colour("#ffcc00"), .colour("#ff8800")])
    }

    @Test("invalid colours are refused", arguments: ["red", "#ff", "ff3b30", "#ff3b3", "#ff3b300", "#gggggg", ""])
    func wrongColour(colour: String) {
        #expect(
            complaints("{ \"name\": \"a\", \"colour\": \"\(colour)\" }")
                == ["[0].colour: expected a colour like \"#ff3b30\", found \"\(colour)\""])
    }

    @Test("an empty list is refused: stickers are judged on something")
    func emptyList() {
        #expect(complaints("") == [": expected at least one background, found an empty list"])
    }

    @Test("two backgrounds of one name are refused")
    func sameName() {
        #expect(
            complaints("{ \"name\": \"a\", \"colour\": \"#fff\" }, { \"name\": \"a\", \"colour\": \"#000\" }")
                == ["[1].name: expected a name that no other background has, found \"a\" again"])
    }

    @Test(
        "a name that is not a portable file name is refused", arguments: ["White", "a b", "../x", "-a", "a-", "é", ""])
    func wrongName(name: String) {
        #expect(
            complaints("{ \"name\": \"\(name)\", \"colour\": \"#fff\" }")
                == ["[0].name: expected a name of lower-case letters, digits and hyphens, found \"\(name)\""])
    }

    @Test("a background needs a name, and a colour or an image but not both")
    func parts() throws {
        try folder.write("photo", to: "a.jpg")
        #expect(complaints("{ \"colour\": \"#fff\" }") == ["[0]: expected a background with a name, found none"])
        #expect(complaints("{ \"name\": \"a\" }") == ["[0]: expected a colour or an image, found neither"])
        #expect(
            complaints("{ \"name\": \"a\", \"colour\": \"#fff\", \"image\": \"a.jpg\" }")
                == ["[0]: expected a colour or an image, found both"])
        #expect(complaints("\"white\"") == ["[0]: expected an object in { }, found \"white\""])
    }

    @Test("a missing image, or a folder, is refused with the searched path")
    func missingImage() {
        #expect(
            complaints("{ \"name\": \"a\", \"image\": \"no.jpg\" }, { \"name\": \"b\", \"image\": \".\" }") == [
                "[0].image: expected a picture, found nothing at \(folder.path)/no.jpg",
                "[1].image: expected a picture, found a folder at \(folder.path)",
            ])
    }
}
