import Foundation
import TestSupport
import Testing

/// Tests the second round of a review in Chromium.
@Suite(.serialized)
struct ReviewRoundsTests {
    private func two(_ cli: CLIFixture) throws {
        try cli.drop(Art.disc("#f80"), as: "cats/One.svg")
        try cli.drop(Art.disc("#08f"), as: "cats/Two.svg")
    }

    /// Sends a sticker back with a comment.
    private func sendBack(_ key: String, _ comment: String, _ reviewing: ReviewPageFixture) async throws {
        try await reviewing.choose(key)
        try await reviewing.browser.press("r")
        try await reviewing.sendBack(comment)
        try await reviewing.wait(for: key, state: "sentBack")
    }

    @Test("new art for a sent-back sticker comes first, with the comment and the picture that was sent back")
    func newVersion() async throws {
        try await ReviewPageFixture.on(prepare: two) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await sendBack("cats/two", "rounder", reviewing)
            try reviewing.cli.drop(Art.disc("#0c4"), as: "cats/Two.svg")
            try await reviewing.wait(for: "cats/two", state: "newVersion")
            try await browser.click("[data-filter=review]")
            #expect(try await browser.run("return document.querySelector('.card').dataset.key") == "cats/two")
            try await reviewing.open("#/sticker/cats/two")
            #expect(try await browser.text(of: ".asked blockquote") == "rounder")
            try await browser.press("s")
            try await browser.wait(
                "the earlier picture is not shown",
                "document.querySelector('.mode-slider .before img')?.naturalWidth > 0")
            try await browser.press("s")
            try await browser.wait("the versions are still compared", for: ".preview-canvas.mode-now")
        }
    }

    /// A face. With a dot at the upper right, the trimmed face is moved and smaller.
    private static func face(eyes: String, dot: Bool) -> String {
        Art.svg(
            "<circle cx='30' cy='34' r='26' fill='#fc3' stroke='#345' stroke-width='4'/>"
                + "<circle cx='20' cy='28' r='5' fill='\(eyes)'/><circle cx='40' cy='28' r='5' fill='\(eyes)'/>"
                + "<path d='M16 44 Q30 54 44 44' fill='none' stroke='#345' stroke-width='3'/>"
                + (dot ? "<circle cx='60' cy='4' r='4' fill='#e33'/>" : ""))
    }

    /// Sends a sticker back with a pin around its eyes, and drops new art.
    private static func secondRound(_ reviewing: ReviewPageFixture) async throws {
        try await reviewing.browser.run(
            """
            fetch('api/stickers').then((answer) => answer.json()).then(({ stickers }) => fetch('api/decisions', {
              method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({
                sticker: 'cats/face', pixels: stickers.find((each) => each.key === 'cats/face').pixels,
                verdict: 'sentBack', reviewer: 'Ada', comment: 'Blue eyes',
                pins: [{ x: 150, y: 250, width: 700, height: 250 }] }) }))
            """)
        try await reviewing.wait(for: "cats/face", state: "sentBack")
        try reviewing.cli.drop(face(eyes: "#26c", dot: true), as: "cats/Face.svg")
        try await reviewing.wait(for: "cats/face", state: "newVersion")
    }

    /// A script that returns how many pixels of the map of changes are green, magenta and blue. Numbers above 100 are
    /// returned as `some`.
    private static let colours = """
        const map = document.querySelector('.preview-canvas .changes');
        const { data } = map.getContext('2d').getImageData(0, 0, map.width, map.height);
        const counts = [0, 0, 0];
        for (let at = 0; at < data.length; at += 4) {
          if (data[at + 3]) counts[data[at] > 200 ? 1 : data[at + 1] > data[at + 2] ? 0 : 2] += 1;
        }
        return counts.map((each) => each > 100 ? 'some' : each).join()
        """

    @Test("new art is aligned with the version that was sent back; changes inside the pins are green, others magenta")
    func map() async throws {
        let prepare: (CLIFixture) throws -> Void = { cli in
            try cli.drop(Self.face(eyes: "#111", dot: false), as: "cats/Face.svg")
        }
        try await ReviewPageFixture.on(prepare: prepare) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/face", state: "open")
            try await Self.secondRound(reviewing)
            try await reviewing.open("?map#/sticker/cats/face")
            try await browser.wait(
                "the page does not show three pictures", "document.querySelectorAll('.round .pane').length === 3")
            try await browser.press("d")
            try await browser.wait("the map of changes is not drawn", for: ".preview-canvas .changes[data-drawn]")
            #expect(try await browser.run(Self.colours) == "some,some,0")
            let scale = "Number(document.querySelector('.preview-canvas [data-laid]').dataset.laid.split(' ')[0])"
            try await browser.wait("the new version is not aligned", "\(scale) > 0.85 && \(scale) < 0.98")
            let words = try await browser.text(of: ".change-words")
            let shares = words.matches(of: /([0-9.]+)%/).compactMap { Double($0.1) }
            #expect(shares.count == 2 && shares.allSatisfy { $0 > 0.5 && $0 < 8 }, "\(words)")
            try await browser.click("[data-hold=as-published]")
            try await browser.wait(
                "the new version is still aligned",
                "parseFloat(document.querySelector('.change-words').textContent) > 10")
        }
    }

    @Test("if no picture of the version that was sent back is kept, the page says so and shows no broken image")
    func noPicture() async throws {
        try await ReviewPageFixture.on(prepare: two) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await sendBack("cats/two", "rounder", reviewing)
            try FileManager.default.removeItem(
                atPath: reviewing.cli.file(".out.stickerd/approved"))
            try reviewing.cli.drop(Art.disc("#0c4"), as: "cats/Two.svg")
            try await reviewing.wait(for: "cats/two", state: "newVersion")
            try await reviewing.open("?none#/sticker/cats/two")
            try await browser.wait("the missing picture is not reported", for: ".no-picture")
            #expect(try await browser.run("return document.querySelector('[data-hold^=mode-]')") == "null")
            let broken = "[...document.images].filter((each) => each.complete && !each.naturalWidth).length"
            #expect(try await browser.run("return \(broken)") == "0")
        }
    }

    @Test("one click on a card's button approves the sticker, without another view")
    func mouse() async throws {
        try await ReviewPageFixture.on(prepare: two) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.click(".card[data-key=\"cats/one\"] [data-decide=approve]")
            try await reviewing.wait(for: "cats/one", state: "approved")
            #expect(try await browser.run("return location.hash") == "")
        }
    }
}
