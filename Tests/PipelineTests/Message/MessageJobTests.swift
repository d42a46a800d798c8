import JobModel
import Pixels
import StickerManifest
import TestSupport
import Testing

@Suite("The picture of a message")
struct MessageJobTests {
    private let fixture: PipelineFixture

    init() throws { fixture = try PipelineFixture() }

    @Test("has 900, 600 and 300 pixels and no transparency")
    func sizes() throws {
        let result = try fixture.run(MessageFixture.disc, recipe: MessageFixture.recipe())
        #expect(result.output?.scales.map(\.width) == [900, 600, 300])
        #expect(result.output?.scales.map(\.height) == [900, 600, 300])
        #expect(result.rules == [])
        for scale in [3, 2, 1] {
            let picture = try fixture.rendition(result, scale: scale)
            #expect(picture.bytes.enumerated().allSatisfy { $0.offset % 4 != 3 || $0.element == 255 })
        }
        #expect(
            try fixture.rendition(result).sample(0.5, 0.4).difference(from: RGBAColour(red: 255, green: 204, blue: 68))
                < 3)
    }

    @Test("is a PNG if it is drawn, and a JPEG if it is a photo")
    func formats() throws {
        let drawn = try #require(try fixture.run(MessageFixture.disc, recipe: MessageFixture.recipe()).output)
        #expect(drawn.scales.map(\.format) == [.png, .png, .png])
        let photo = try fixture.run(
            try MessageFixture.photo(1000, 1000).png(), recipe: MessageFixture.recipe())
        let output = try #require(photo.output, "\(photo.findings)")
        #expect(output.scales[0].format == .jpeg && output.scales[0].file.fileExtension == "jpg")
        #expect(output.fit.gaveUp == "quality" && output.fit.attempts.contains { $0.method == "jpeg" })
        #expect(output.scales.allSatisfy { $0.file.bytes < 200_000 && $0.fidelity >= 0.985 })
        #expect(try fixture.pixels(output.scales[0].file).width == 900)
    }

    @Test("stays under the limit of bytes, and is rejected where nothing that is good enough does")
    func limit() throws {
        let photo = try MessageFixture.photo(900, 900).png()
        let small = try fixture.run(photo, recipe: MessageFixture.recipe(maxBytes: 90_000))
        if let output = small.output { #expect(output.scales.allSatisfy { $0.file.bytes < 90_000 }) }
        var noise = Noise(3)
        let wild = TestArt.picture(900, 900) { _, _ in
            RGBAColour(
                red: .random(in: 0...255, using: &noise), green: .random(in: 0...255, using: &noise),
                blue: .random(in: 0...255, using: &noise))
        }
        let none = try fixture.run(try wild.png(), recipe: MessageFixture.recipe(maxBytes: 20_000))
        let finding = try #require(none.finding(of: .fileSize))
        #expect(none.output == nil && finding.fix.contains("messages.maxBytes"))
    }

    @Test("transparent parts get the configured colour, with a finding")
    func transparent() throws {
        let art =
            "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'><circle cx='45' cy='45' r='30'/></svg>"
        let result = try fixture.run(art, recipe: MessageFixture.recipe(background: "#20a040"))
        #expect(result.finding(of: .messageTransparent)?.message.contains("#20a040") == true)
        let corner = try fixture.rendition(result)[2, 2]
        #expect(corner == RGBAColour(red: 0x20, green: 0xA0, blue: 0x40))
        #expect(try !MessageFixture.rules(MessageFixture.disc).contains(Rule.messageTransparent.id))
    }

    @Test("of art that is not square, the middle is used, and large losses are reported")
    func cropped() throws {
        let wide = MessageFixture.svg(
            "<rect x='150' y='0' width='300' height='300' fill='#e22'/>", width: 600, height: 300)
        let result = try fixture.run(wide, recipe: MessageFixture.recipe())
        let finding = try #require(result.finding(of: .messageCropped))
        #expect(finding.measured == 50 && finding.message.contains("left and right"))
        let picture = try fixture.rendition(result)
        #expect(picture[1, 450].red > 200 && picture[898, 450].red > 200)
        #expect(try !MessageFixture.rules(MessageFixture.svg(width: 310, height: 300)).contains(Rule.messageCropped.id))
    }

    @Test("pixels that are too few are rejected, and a few too few are enlarged with a finding")
    func small() throws {
        let tiny = try fixture.run(
            try TestArt.quarters(200, 400).png(), recipe: MessageFixture.recipe())
        #expect(tiny.output == nil && tiny.finding(of: .messageTooSmall)?.measured == 200)
        let soft = try fixture.run(try TestArt.quarters(450, 450).png(), recipe: MessageFixture.recipe())
        #expect(soft.output?.scales[0].width == 900)
        #expect(soft.finding(of: .lowResolution)?.message.contains("enlarged 2") == true)
        let enough = try fixture.run(try TestArt.quarters(900, 900).png(), recipe: MessageFixture.recipe())
        #expect(enough.finding(of: .lowResolution) == nil)
    }

    @Test("a finished JPEG is kept")
    func kept() throws {
        let first = try fixture.run(try MessageFixture.photo(900, 900).png(), recipe: MessageFixture.recipe())
        let file = try #require(first.output?.scales[0].file)
        let jpeg = try fixture.bytes(file)
        let again = try fixture.run(jpeg, name: "cats/messages/Photo.jpg", recipe: MessageFixture.recipe())
        #expect(again.output?.scales[0].file.sha256 == file.sha256)
        #expect(again.output?.scales[0].fidelity == 1)
    }

    @Test("the same job gives the same bytes")
    func deterministic() throws {
        let photo = try MessageFixture.photo(900, 900).png()
        let recipe = MessageFixture.recipe(translations: ["de": MessageText(caption: "Du bist dran")])
        #expect(
            try PipelineFixture().run(photo, recipe: recipe).output
                == PipelineFixture().run(photo, recipe: recipe).output)
    }

    @Test("previews show the bubble: light, dark and in every language, cropped and rounded, with the texts below")
    func previews() throws {
        let recipe = MessageFixture.recipe(
            translations: ["de": MessageText(caption: "Du bist dran"), "pt-BR": MessageText(caption: "Sua vez")])
        let result = try fixture.run(MessageFixture.svg(fill: "#c02020"), recipe: recipe)
        let previews = try #require(result.output?.previews)
        #expect(previews.map(\.background) == ["light", "dark", "light-de", "light-pt-br"])
        let light = try fixture.pixels(previews[0].file)
        let dark = try fixture.pixels(previews[1].file)
        #expect(light.width == light.height && dark.width == light.width)
        #expect(light[1, 1] == .white && dark[1, 1] == .black)
        let middle = light.sample(0.5, 0.4)
        #expect(middle.red > 180 && middle.green < 50)
        // The corner of the bubble is rounded, so its upper left pixel shows the background of the conversation.
        let left = (0..<light.width).first { light[$0, light.height / 2].green < 60 } ?? 0
        let top = (0..<light.height).first { light[light.width / 2, $0].green < 60 } ?? 0
        #expect(light[left, top] == .white)
        // The width is 300 points minus 6 points on each side, at two pixels per point.
        let right = (0..<light.width).last { light[$0, light.height / 2].green < 60 } ?? 0
        #expect(abs(right - left + 1 - 576) <= 2)
        #expect(try fixture.bytes(previews[0].file) != fixture.bytes(previews[2].file))
    }

    @Test("a message's recipe has a key that a sticker's has not")
    func recipe() throws {
        var recipe = MessageFixture.recipe()
        let fingerprint = Fingerprint(identity: RenderIdentity(libraries: [:]))
        let message = fingerprint.of(sha256: "ab", recipe: recipe)
        recipe.message?.texts.text.caption = "Another"
        let other = fingerprint.of(sha256: "ab", recipe: recipe)
        recipe.message = nil
        #expect(message != other)
        #expect(recipe.pixels(scale: 3) == StickerSize.large.pixels(scale: 3))
        #expect(fingerprint.of(sha256: "ab", recipe: recipe) != message)
    }
}
