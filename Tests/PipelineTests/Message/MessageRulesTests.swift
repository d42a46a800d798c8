import JobModel
import Pixels
import StickerManifest
import Testing

@Suite("Rules about messages")
struct MessageRulesTests {
    private func finding(
        _ rule: Rule, _ svg: String, _ recipe: Recipe = MessageFixture.recipe()
    ) throws -> RuleFinding? {
        let result = try PipelineFixture().run(svg, recipe: recipe)
        try #require(result.output != nil, "\(result.findings)")
        return result.finding(of: rule)
    }

    // MARK: message-edges

    @Test("message-edges: letters at the edge, with the side and the share")
    func edges() throws {
        let text = (0..<8).map {
            "<rect x='\(Double($0) * 0.7)' y='\(40 + $0 * 25)' width='2' height='14' fill='#fff'/>"
        }
        let found = try #require(try finding(.messageEdges, MessageFixture.svg(text.joined())))
        #expect(found.message.contains("left") && !found.message.contains("right"))
        #expect(found.unit == "percent" && found.limit == 2 && (found.measured ?? 0) > 2)
        #expect(
            try finding(
                .messageEdges, MessageFixture.svg(text.joined()), MessageFixture.recipe(limits: ["message-edges": 90]))
                == nil)
    }

    @Test("message-edges: a frame along the border is cut off")
    func frame() throws {
        let frame = "<rect x='2' y='2' width='296' height='296' fill='none' stroke='#fff' stroke-width='3'/>"
        let found = try #require(try finding(.messageEdges, MessageFixture.svg(frame)))
        #expect(found.message.contains("left and right"))
    }

    @Test(
        "message-edges: stripes across the edge, a gradient and detail inside are not found",
        arguments: [
            "<rect x='0' y='100' width='300' height='40' fill='#fff'/>",
            "<circle cx='150' cy='150' r='130' fill='#fff'/>",
            "<linearGradient id='g'><stop stop-color='#012'/><stop offset='1' stop-color='#fed'/></linearGradient>"
                + "<rect width='300' height='300' fill='url(#g)'/>",
            "<rect x='8' y='40' width='20' height='200' fill='#fff'/>",
        ])
    func throughEdges(shapes: String) throws {
        #expect(try finding(.messageEdges, MessageFixture.svg(shapes)) == nil)
    }

    @Test("message-edges and message-corners: photos, in which something ends everywhere, are not reported")
    func photos() throws {
        let photo = MessageFixture.photo(900, 900)
        let lined = TestArt.picture(900, 900) { x, y in x < 20 && y % 30 < 12 ? .white : photo[x, y] }
        let result = try PipelineFixture().run(try lined.png(), recipe: MessageFixture.recipe())
        #expect(result.finding(of: .messageEdges) == nil && result.finding(of: .messageCorners) == nil)
    }

    // MARK: message-corners

    @Test("message-corners: letters in a corner, with the corner")
    func corners() throws {
        let text = (0..<6).map { "<rect x='\(7 + $0 * 3)' y='1' width='1.4' height='9' fill='#fff'/>" }
        let found = try #require(try finding(.messageCorners, MessageFixture.svg(text.joined())))
        #expect(found.message.contains("upper left corner") && found.unit == "percent")
    }

    @Test("message-corners: corners in one colour are fine, even if it differs from the rest")
    func plainCorners() throws {
        #expect(try finding(.messageCorners, MessageFixture.disc) == nil)
        let band = "<rect width='300' height='60' fill='#fff'/>"
        #expect(try finding(.messageCorners, MessageFixture.svg(band)) == nil)
    }

    // MARK: message-title-contrast

    private let titled = MessageText(
        caption: "Your move", imageTitle: "Round 3", imageSubtitle: "Ada against Bo", summary: "S", label: "L")

    @Test("message-title-contrast: a title on light art, with the gradient that fixes it")
    func title() throws {
        let art = { (extra: String) in MessageFixture.svg(extra, fill: "#d8e4f0") }
        let found = try #require(try finding(.messageTitleContrast, art(""), MessageFixture.recipe(titled)))
        #expect(found.unit == "ratio" && found.limit == 4.5 && (found.measured ?? 9) < 1.5)
        let percent = try #require(found.fix.firstMatch(of: /reaches (\d+) % at ([\d,]+) of/))
        let (strength, height) = (Double(percent.1) ?? 0, Double(percent.2) ?? 0)
        #expect((40...80).contains(strength))
        // The change that the finding suggests is sufficient, and a change that is 10 % smaller is not.
        func shaded(_ strength: Double) -> String {
            art("<rect y='\(300 - height / 3)' width='300' height='\(height / 3)' opacity='\(strength / 100)'/>")
        }
        #expect(try finding(.messageTitleContrast, shaded(strength + 1), MessageFixture.recipe(titled)) == nil)
        #expect(try finding(.messageTitleContrast, shaded(strength - 10), MessageFixture.recipe(titled)) != nil)
    }

    @Test("message-title-contrast: without a title, or on dark art, nothing is found")
    func noTitle() throws {
        #expect(try finding(.messageTitleContrast, MessageFixture.svg(fill: "#eee")) == nil)
        #expect(
            try finding(.messageTitleContrast, MessageFixture.svg(fill: "#234"), MessageFixture.recipe(titled)) == nil)
    }

    @Test("message-title-contrast: only the area below the title counts, in the language with the longest")
    func titlePlace() throws {
        let light = "<rect x='130' y='200' width='170' height='100' fill='#fff'/>"
        let short = MessageText(caption: "C", imageTitle: "Go", summary: "S", label: "L")
        #expect(try finding(.messageTitleContrast, MessageFixture.svg(light), MessageFixture.recipe(short)) == nil)
        let long = MessageFixture.recipe(
            short, translations: ["de": MessageText(imageTitle: "Jetzt bist du an der Reihe, Ada")])
        #expect(try finding(.messageTitleContrast, MessageFixture.svg(light), long) != nil)
    }

    @Test("message-title-contrast: a title in a right-to-left script is at the right")
    func titleFromRight() throws {
        let light = "<rect x='200' y='200' width='100' height='100' fill='#fff'/>"
        let latin = MessageText(caption: "C", imageTitle: "Go", summary: "S", label: "L")
        #expect(try finding(.messageTitleContrast, MessageFixture.svg(light), MessageFixture.recipe(latin)) == nil)
        let arabic = MessageFixture.recipe(latin, translations: ["ar": MessageText(imageTitle: "دورك")])
        #expect(try finding(.messageTitleContrast, MessageFixture.svg(light), arabic) != nil)
    }

    // MARK: message-caption-length

    @Test("message-caption-length: four lines in one language, with the language and the lines")
    func captions() throws {
        let long = String(repeating: "Donaudampfschifffahrt ", count: 8)
        let recipe = MessageFixture.recipe(translations: ["de": MessageText(caption: long, summary: "S", label: "L")])
        let found = try #require(try finding(.messageCaptionLength, MessageFixture.disc, recipe))
        #expect(found.message.contains("caption in de") && found.unit == "lines" && found.limit == 3)
        #expect((found.measured ?? 0) > 3)
    }

    @Test("message-caption-length: three lines are fine, in any script")
    func threeLines() throws {
        let texts = [
            "de": MessageText(caption: "Ada hat ihren Zug gemacht, und jetzt bist du an der Reihe"),
            "ja": MessageText(caption: "あなたの番です。次の一手を選んでください。"),
            "ar": MessageText(caption: "حان دورك الآن، اختر الخطوة التالية"),
        ].mapValues { text in
            var text = text
            (text.summary, text.label) = ("S", "L")
            return text
        }
        let recipe = MessageFixture.recipe(translations: texts)
        #expect(try MessageFixture.rules(MessageFixture.disc, recipe) == [])
    }

    @Test("message-caption-length: next to a trailing caption there is less space")
    func trailing() throws {
        var text = MessageFixture.texts
        text.caption = "Ada has made her move, and now it is your turn to think hard"
        #expect(try finding(.messageCaptionLength, MessageFixture.disc, MessageFixture.recipe(text)) == nil)
        text.trailingCaption = "Round 3 of 5, 12 minutes left"
        #expect(try finding(.messageCaptionLength, MessageFixture.disc, MessageFixture.recipe(text)) != nil)
    }

    // MARK: message-label-missing

    @Test("message-label-missing: names the missing label and its language")
    func labels() throws {
        let none = try #require(
            try finding(.messageLabelMissing, MessageFixture.disc, MessageFixture.recipe(MessageText(caption: "A"))))
        #expect(none.message.contains("no label and no summary"))
        let translated = MessageFixture.recipe(
            translations: ["de": MessageText(caption: "Du bist dran", summary: "Du bist dran")])
        let half = try #require(try finding(.messageLabelMissing, MessageFixture.disc, translated))
        #expect(half.message.contains("no label in de") && !half.message.contains("summary in de"))
        #expect(try finding(.messageLabelMissing, MessageFixture.disc) == nil)
    }
}
