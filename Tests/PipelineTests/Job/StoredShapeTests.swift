import Foundation
import ImageHeaders
import JobModel
import StickerManifest
import Testing

/// Fingerprints are hashes of JSON, and the state database stores JSON. If the keys changed, every library would be
/// rendered again, and stored results would no longer be found.
@Suite("The JSON that is hashed or stored")
struct StoredShapeTests {
    private static let backgrounds = [
        Background(name: "white", fill: .colour("#ffffff")),
        Background(name: "photo", fill: .image(sha256: "ab")),
    ]

    /// A recipe in which no setting has its default value and every optional value is present.
    private static var fullRecipe: Recipe {
        var recipe = Recipe(
            size: .large, render: RenderSettings(trim: false, trimThreshold: 9, padding: 0.125),
            encode: EncodeSettings(
                effort: .fast, fidelityTarget: 0.5, fidelityFloor: 0.25, byteLimit: 1_000, maximumColours: 16,
                dither: .off),
            backgrounds: backgrounds,
            limits: SourceLimits(
                fileBytes: 1, pixels: 2, frames: 3, seconds: 4, memoryMegabytes: 5, extraFormats: [.pdf, .psd]),
            ruleLimits: ["touches-edge": 20.5],
            animation: AnimationSettings(
                format: .gif, colour: .palette, sacrifice: [.frameRate, .tolerance, .dither, .colours],
                maximumTolerance: 1, minimumColours: 2, minimumFrameRate: 3, fidelityTarget: 0.5,
                fidelityFloor: 0.25),
            timing: FrameTiming(frameRate: 12.5, loopCount: 3), photoFormat: .jpeg)
        recipe.encode.pressing = .max
        return recipe
    }

    /// The recipe of a message's picture, based on `fullRecipe`.
    private static var messageRecipe: Recipe {
        var recipe = fullRecipe
        recipe.message = MessageRecipe(
            background: "#123456",
            texts: MessageTexts(
                text: MessageText(
                    caption: "a", subcaption: "b", trailingCaption: "c", trailingSubcaption: "d", imageTitle: "e",
                    imageSubtitle: "f", summary: "g", label: "h"),
                translations: ["de": MessageText(caption: "i")]))
        return recipe
    }

    private static let file = RenderedSticker.File(
        sha256: "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd", bytes: 7, fileExtension: "png")

    /// A result in which every optional value is present.
    private static let fullResult = StickerResult(
        art: ArtFacts(format: "apng", width: 10, height: 20, frames: 2),
        findings: [
            RuleFinding(
                rule: "low-resolution", message: "{file} is small.", fix: "Draw it larger.", measured: 1.5, limit: 2,
                unit: "pixels")
        ],
        output: RenderedSticker(
            scales: [
                .init(scale: 3, width: 408, height: 408, file: file, format: .apng, colours: 8, fidelity: 0.5)
            ],
            previews: [.init(background: "white", file: file)],
            fit: Fit(
                summary: "A palette.", gaveUp: "colours",
                attempts: [.init(method: "palette", colours: 8, bytes: 7, fidelity: 0.5)]),
            pixels: "ef", animation: Animation(frames: 2, duration: 80, loopCount: 0),
            filmstrip: .init(file: file, width: 100, height: 50, times: [0, 40]),
            film: .init(scale: 3, width: 900, height: 900, file: file, format: .mp4, colours: nil, fidelity: 0.5)))

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test("of a recipe keeps its keys and values")
    func recipe() throws {
        #expect(
            try json(Self.fullRecipe) == """
                {"animation":{"colour":"palette","fidelityFloor":0.25,"fidelityTarget":0.5,"format":"gif",\
                "maximumTolerance":1,"minimumColours":2,"minimumFrameRate":3,\
                "sacrifice":["frameRate","tolerance","dither","colours"]},\
                "backgrounds":[{"fill":{"colour":{"_0":"#ffffff"}},"name":"white"},\
                {"fill":{"image":{"path":"","sha256":"ab"}},"name":"photo"}],\
                "encode":{"byteLimit":1000,"dither":"off","effort":"fast","fidelityFloor":0.25,"fidelityTarget":0.5,\
                "maximumColours":16,"pressing":"max"},\
                "limits":{"extraFormats":["pdf","psd"],"fileBytes":1,"frames":3,"memoryMegabytes":5,"pixels":2,"seconds":4},\
                "photoFormat":"jpeg","render":{"padding":0.125,"trim":false,"trimThreshold":9},"ruleLimits":{"touches-edge":20.5},"size":"large",\
                "timing":{"frameRate":12.5,"loopCount":3}}
                """)
    }

    @Test("of a message's recipe has one key more")
    func message() throws {
        let sticker = try json(Self.fullRecipe)
        #expect(
            try json(Self.messageRecipe)
                == sticker.replacing(
                    ##""photoFormat":"##,
                    with: ##""message":{"background":"#123456","filmVersion":1,"texts":{"text":{"caption":"a","##
                        + ##""imageSubtitle":"f","imageTitle":"e","label":"h","subcaption":"b","summary":"g","trailingCaption":"c","##
                        + ##""trailingSubcaption":"d"},"translations":{"de":{"caption":"i"}}}},"photoFormat":"##))
    }

    @Test("of a result keeps its keys and values")
    func result() throws {
        #expect(
            try json(Self.fullResult) == """
                {"art":{"format":"apng","frames":2,"height":20,"width":10},\
                "findings":[{"limit":2,"measured":1.5,"mend":"Draw it larger.","message":"{file} is small.",\
                "rule":"low-resolution","unit":"pixels"}],\
                "output":{"animation":{"duration":80,"frames":2,"loopCount":0},\
                "film":{"fidelity":0.5,"file":{"bytes":7,"fileExtension":"png","sha256":"\(Self.file.sha256)"},"format":"mp4",\
                "height":900,"scale":3,"width":900},\
                "filmstrip":{"file":{"bytes":7,"fileExtension":"png","sha256":"\(Self.file.sha256)"},"height":50,"times":[0,40],"width":100},\
                "fit":{"attempts":[{"bytes":7,"colours":8,"fidelity":0.5,"method":"palette"}],"gaveUp":"colours",\
                "summary":"A palette."},"pixels":"ef",\
                "previews":[{"background":"white","file":{"bytes":7,"fileExtension":"png","sha256":"\(Self.file.sha256)"}}],\
                "scales":[{"colours":8,"fidelity":0.5,"file":{"bytes":7,"fileExtension":"png","sha256":"\(Self.file.sha256)"},"format":"apng",\
                "height":408,"scale":3,"width":408}]}}
                """)
    }

    @Test("of a result is read back as it was")
    func roundTrip() throws {
        let read = try JSONDecoder().decode(StickerResult.self, from: Data(try json(Self.fullResult).utf8))
        #expect(read == Self.fullResult)
    }

    @Test("has a key for every property", arguments: 0..<9)
    func everyProperty(_ place: Int) throws {
        var recipe = Self.messageRecipe
        recipe.piece = PieceRecipe()
        let message = try #require(recipe.message)
        let values: [any Encodable] = [
            recipe, recipe.render, recipe.encode, recipe.animation, recipe.limits, Self.fullResult,
            try #require(Self.fullResult.output), message, message.texts.text,
        ]
        let value = values[place]
        let object = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(value)) as? [String: Any]
        #expect(Mirror(reflecting: value).children.count == object?.count)
    }

    @Test("has unchanged digests for twenty recipes")
    func digests() throws {
        var recipes: [Recipe] = []
        for size in StickerSize.allCases {
            for effort in EncodeSettings.Effort.allCases {
                var recipe = Recipe(
                    size: size, render: RenderSettings(), encode: EncodeSettings(effort: effort),
                    backgrounds: [Background(name: "white", fill: .colour("#ffffff"))], limits: SourceLimits(),
                    ruleLimits: [:])
                recipes.append(recipe)
                recipe.timing = FrameTiming()
                recipe.encode.pressing = .max
                recipes.append(recipe)
            }
        }
        recipes.append(Self.fullRecipe)
        var other = Self.fullRecipe
        other.animation.colour = .truecolour
        other.limits.extraFormats = ExtraFormat.allCases
        recipes.append(other)
        let text = try recipes.map { try json($0) }.joined(separator: "\n")
        #expect(recipes.count == 20)
        #expect(Digest.sha256(text) == "51bdf1f4def907ebd046bc2a6d7403ec7d62c76d57a7278b2d7c35733caee086")
    }

    @Test("a result in compact form is the same, also as JSON", arguments: [fullResult, failedResult])
    func compactResult(result: StickerResult) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(result)
        let copy = try JSONDecoder().decode(StickerResult.self, from: json)
        result.compact()
        #expect(result == copy && result.hashValue == copy.hashValue)
        #expect(try encoder.encode(result) == json)
        #expect(result.art == copy.art && result.findings == copy.findings && result.output == copy.output)
        var changed = result
        changed.findings = []
        #expect(result == copy && changed != copy)
        #expect(result.expanded == copy)
    }

    private static let failedResult = StickerResult(
        art: nil,
        findings: [RuleFinding(rule: "could-not-render", message: "No {file}.", fix: "")], output: nil)
}
