import JobModel
import Pixels
import StickerManifest
import Testing

@Suite("Rules about the finished sticker")
struct RenditionRulesTests {
    private func run(_ picture: RGBAImage, limits: [String: Double] = [:]) throws -> StickerResult {
        let recipe = Recipe.small(backgrounds: PreviewTests.colours, ruleLimits: limits)
        let result = try PipelineFixture().run(try picture.png(), recipe: recipe)
        try #require(result.output != nil)
        return result
    }

    /// The names of the backgrounds on which a picture vanishes.
    private func vanishing(_ picture: RGBAImage) throws -> [String] {
        let result = try run(picture)
        return PreviewTests.colours.map(\.name).filter { name in
            result.findings.contains { $0.rule == "vanishes-on-background" && $0.message.contains(" on \(name)") }
        }
    }

    private func ringed(_ inside: RGBAColour, _ outside: RGBAColour, ring: Double = 6) -> RGBAImage {
        TestArt.picture(300, 300) { x, y in
            let distance = TestArt.distance(x, y, 300)
            return distance > 140 ? .clear : distance > 140 - ring ? outside : inside
        }
    }

    @Test("nearly-empty: a sticker that is hardly visible")
    func nearlyEmpty() throws {
        let line = TestArt.picture(300, 300) { x, y in abs(x - y) <= 1 ? TestArt.red : .clear }
        let finding = try #require(try run(line).finding(of: .nearlyEmpty))
        #expect(abs((finding.measured ?? 0) - 1) < 0.2)
        #expect(finding.limit == 3)
        #expect(finding.unit == "percent")
        #expect(!finding.fix.isEmpty)
        #expect(try run(line, limits: ["nearly-empty": 0.5]).finding(of: .nearlyEmpty) == nil)
        #expect(try run(TestArt.disc(300, radius: 140)).finding(of: .nearlyEmpty) == nil)
    }

    @Test("vanishes-on-background: a white shape on white, with the contrast and the limit")
    func whiteOnWhite() throws {
        let result = try run(TestArt.disc(300, radius: 140, colour: .white))
        let finding = try #require(result.finding(of: .vanishesOnBackground))
        #expect(finding.message.contains("on white"))
        #expect(finding.measured == 1)
        #expect(finding.limit == 1.3)
        #expect(finding.unit == "ratio")
        #expect(!finding.fix.isEmpty)
    }

    @Test("vanishes-on-background: each shape vanishes on its own colour and on no other")
    func ownColour() throws {
        #expect(try vanishing(TestArt.disc(300, radius: 140, colour: .white)) == ["white"])
        #expect(try vanishing(TestArt.disc(300, radius: 140, colour: .black)) == ["black"])
        let red = RGBAColour(red: 255, green: 59, blue: 48)
        #expect(try vanishing(TestArt.disc(300, radius: 140, colour: red)).contains("red"))
    }

    @Test("vanishes-on-background: a thin outline in another tone is enough")
    func outlined() throws {
        #expect(try vanishing(ringed(.white, .black)) == [])
        #expect(try vanishing(ringed(.black, .white)) == [])
        #expect(try vanishing(ringed(TestArt.red, .white)) == [])
    }

    @Test("vanishes-on-background: a drawing inside a wide white border is not outline enough")
    func wideBorder() throws {
        #expect(try vanishing(ringed(.black, .white, ring: 70)) == ["white"])
    }

    @Test("vanishes-on-background: a picture that covers its square has no outline to lose")
    func opaque() throws {
        #expect(try vanishing(RGBAImage(width: 300, height: 300, filledWith: .white)) == [])
    }

    @Test("vanishes-on-background: the limit can be changed")
    func limit() throws {
        let pine = TestArt.disc(300, radius: 140, colour: RGBAColour(red: 0, green: 90, blue: 60))
        #expect(try run(pine).finding(of: .vanishesOnBackground) == nil)
        let strict = try run(pine, limits: ["vanishes-on-background": 3]).finding(of: .vanishesOnBackground)
        #expect(strict?.limit == 3)
        #expect((strict?.measured ?? 0) > 1.5)
    }

    /// A disc of white paper with the given number of thin black lines.
    private func hatched(lines: Int, width: Double, paper: RGBAColour = .white) -> RGBAImage {
        TestArt.picture(300, 300) { x, y in
            guard TestArt.distance(x, y, 300) < 140 else { return .clear }
            let place = (Double(x) / 300 * Double(lines)).truncatingRemainder(dividingBy: 1)
            return place < width * Double(lines) / 300 ? .black : paper
        }
    }

    @Test("illegible-at-emoji-size: many thin lines, with their remaining share and the limit")
    func thinLines() throws {
        let result = try run(hatched(lines: 50, width: 2))
        let finding = try #require(result.finding(of: .illegibleAtEmojiSize))
        #expect(finding.limit == 35 && finding.unit == "percent")
        #expect((1..<35).contains(finding.measured ?? 0))
        #expect(finding.message.contains("At the size of an emoji") && finding.message.contains(" % "))
        #expect(
            try run(hatched(lines: 50, width: 2), limits: ["illegible-at-emoji-size": 1])
                .finding(of: .illegibleAtEmojiSize) == nil)
    }

    @Test("illegible-at-emoji-size: bold art stays, in every size class", arguments: [100, 136, 206])
    func boldArt(points: Int) throws {
        #expect(try run(hatched(lines: 4, width: 30)).finding(of: .illegibleAtEmojiSize) == nil)
        #expect(try run(ringed(.white, .black, ring: 20)).finding(of: .illegibleAtEmojiSize) == nil)
        let side = points * 3
        #expect(try run(TestArt.disc(side, radius: Double(side) * 0.45)).finding(of: .illegibleAtEmojiSize) == nil)
    }

    @Test("illegible-at-emoji-size: art that is invisible on a background at any size is reported once")
    func vanishesAnyway() throws {
        let result = try run(TestArt.disc(300, radius: 140, colour: .white))
        #expect(result.finding(of: .vanishesOnBackground) != nil)
        #expect(result.finding(of: .illegibleAtEmojiSize) == nil)
    }
}
