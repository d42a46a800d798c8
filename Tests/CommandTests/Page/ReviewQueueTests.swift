import Foundation
import StickerManifest
import TestSupport
import Testing

/// Tests the review of one undecided sticker after the other in Chromium.
@Suite(.serialized)
struct ReviewQueueTests {
    private static let enter = "\u{E007}"
    private static let focused = "document.activeElement.closest('.card')?.dataset.key"

    private static func key(_ number: Int) -> String { "cats/disc-\(number)" }

    /// Sets the name of the reviewer, and shows the stickers to review.
    private static func toReview(_ reviewing: ReviewPageFixture) async throws {
        try await reviewing.sign("Ada")
        try await reviewing.browser.click("[data-filter=review]")
        try await reviewing.browser.wait("the filter is not selected", for: "[data-filter=review][aria-pressed=true]")
    }

    /// A script that counts the nodes that are added to and removed from the lists of cards.
    private static let countMoves = """
        window.moves = 0;
        new MutationObserver((records) => {
          for (const { target, addedNodes, removedNodes } of records) {
            if (target.matches('.grid')) window.moves += addedNodes.length + removedNodes.length;
          }
        }).observe(document.querySelector('#view'), { subtree: true, childList: true })
        """

    @Test("an approval under To review removes one card, moves no other, and goes to the next")
    func oneCard() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...9)) { (reviewing, browser) async throws in
            try await reviewing.wait(for: Self.key(9), state: "open")
            try await Self.toReview(reviewing)
            try await browser.run(Self.countMoves)
            try await browser.press("j")
            for number in 1...4 {
                try await browser.press("a")
                try await browser.wait(
                    "the approved sticker stays in the list",
                    "!document.querySelector('.card[data-key=\"\(Self.key(number))\"]')")
                #expect(try await browser.run("return window.moves") == "\(number)")
                #expect(try await browser.run("return \(Self.focused)") == Self.key(number + 1))
            }
        }
    }

    @Test("the focus is on the next sticker whether the change or the answer arrives first", arguments: [true, false])
    func order(isChangeFirst: Bool) async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...4)) { (reviewing, browser) async throws in
            try await reviewing.wait(for: Self.key(4), state: "open")
            try await Self.toReview(reviewing)
            // Delays the answers of the server if `isChangeFirst` is true, and otherwise the drawing after a change.
            try await browser.run(
                """
                const held = [];
                window.release = () => { for (const each of held.splice(0)) each(); };
                const [ask, draw] = [window.fetch, window.requestAnimationFrame];
                if (\(isChangeFirst)) {
                  window.fetch = (...given) => ask(...given).then((answer) => new Promise((go) => held.push(() => go(answer))));
                } else {
                  window.requestAnimationFrame = (paint) => held.push(() => draw(paint));
                }
                """)
            try await browser.press("ja")
            let last =
                isChangeFirst
                ? "document.querySelectorAll('.card').length === 3" : "document.querySelector('.toast.shown')"
            try await browser.wait("neither the change nor the answer arrives", last)
            #expect(try await browser.run("return \(Self.focused)") == Self.key(2))
            try await browser.run("window.release()")
            try await browser.wait(
                "the approved sticker stays in the list",
                "document.querySelectorAll('.card').length === 3 && document.querySelector('.toast.shown')")
            #expect(try await browser.run("return \(Self.focused)") == Self.key(2))
        }
    }

    @Test("when another person's decision removes the card with the focus, the next has it, and J skips none")
    func anotherDecides() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...4)) { (reviewing, browser) async throws in
            try await reviewing.wait(for: Self.key(4), state: "open")
            try await Self.toReview(reviewing)
            try await browser.press("jj")
            try await browser.run(
                """
                fetch('api/stickers').then((answer) => answer.json()).then(({ stickers }) => fetch('api/decisions', {
                  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({
                    sticker: '\(Self.key(2))', pixels: stickers.find((each) => each.key === '\(Self.key(2))').pixels,
                    verdict: 'approved', reviewer: 'Ben', comment: '' }) }))
                """)
            try await browser.wait("the next sticker does not have the focus", "\(Self.focused) === '\(Self.key(3))'")
            try await browser.run("document.activeElement.blur()")
            try await browser.press("j")
            #expect(try await browser.run("return \(Self.focused)") == Self.key(3))
            try await browser.press("j")
            #expect(try await browser.run("return \(Self.focused)") == Self.key(4))
        }
    }

    @Test("a decision that cannot be stored leads back to its sticker")
    func refused() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...3)) { (reviewing, browser) async throws in
            try await reviewing.wait(for: Self.key(3), state: "open")
            try await Self.toReview(reviewing)
            try await browser.run(
                "window.fetch = async () => new Response('{\"error\":{\"message\":\"no\"}}', { status: 409 })")
            try await browser.press("ja")
            try await browser.wait("the page shows no error message", for: ".toast.bad.shown")
            try await browser.wait("the focus does not return to the sticker", "\(Self.focused) === '\(Self.key(1))'")
        }
    }

    @Test("beside a sticker Enter on Approve goes to the next undecided one, and the focus stays on Approve")
    func enterOnApprove() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...4)) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: Self.key(4), state: "open")
            try await reviewing.choose(Self.key(2))
            try await browser.press("a")
            try await reviewing.wait(for: Self.key(2), state: "approved")
            try await reviewing.choose(Self.key(1))
            try await browser.press(Self.enter)
            try await browser.wait("the view of the sticker does not open", for: "[data-hold=approve]")
            try await browser.focus("[data-hold=approve]")
            let isOn = "document.activeElement.dataset.hold === 'approve' && location.hash.endsWith"
            try await browser.press(Self.enter)
            try await browser.wait("the button of disc-3 does not have the focus", "\(isOn)('disc-3')")
            try await browser.press(Self.enter)
            try await browser.wait("the button of disc-4 does not have the focus", "\(isOn)('disc-4')")
            try await browser.press(Self.enter)
            try await browser.wait("the end of the review is not shown", "document.activeElement.id === 'finished'")
            // The button of an approved sticker also keeps the focus.
            try await reviewing.open("?again#/sticker/\(Self.key(1))")
            try await browser.wait(
                "the button of the approved sticker is not disabled", for: "[data-hold=approve][aria-disabled=true]")
            try await browser.focus("[data-hold=approve]")
            try await browser.press(Self.enter)
            #expect(try await browser.run("return document.activeElement.dataset.hold") == "approve")
        }
    }

    @Test("simultaneous keys each reach their sticker, and the way back leads to the grid")
    func fast() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...5)) { (reviewing, browser) async throws in
            let approved =
                "[...document.querySelectorAll('.card[data-state=approved]')].map((each) => each.dataset.key).join()"
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: Self.key(5), state: "open")
            try await reviewing.choose(Self.key(1))
            try await browser.press(Self.enter)
            try await browser.wait("the view of the sticker does not open", for: "[data-hold=approve]")
            try await browser.press("aaaa")
            try await browser.wait("the four stickers are not decided", "location.hash.endsWith('disc-5')")
            try await browser.press("uu")
            try await browser.wait("the two last decisions are not undone", "location.hash.endsWith('disc-3')")
            try await browser.run("history.back()")
            try await browser.wait(
                "the approved stickers are not the first two", "\(approved) === '\(Self.key(1)),\(Self.key(2))'")
            try await browser.wait("the focus is not on the third sticker", "\(Self.focused) === '\(Self.key(3))'")
        }
    }

    @Test("U takes decisions back one by one, the last first, and so does Undo in the message")
    func undo() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...4)) { (reviewing, browser) async throws in
            let open = "document.querySelectorAll('.card[data-state=open]').length"
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: Self.key(4), state: "open")
            try await browser.press("jaaa")
            try await browser.wait("the stickers are not decided", "\(open) === 1")
            try await browser.press("uu")
            try await browser.wait(
                "the decisions are not undone", "\(open) === 3 && \(Self.focused) === '\(Self.key(2))'")
            try await browser.press("a")
            try await browser.wait(
                "the button that undoes the decision is not shown",
                "\(open) === 2 && document.querySelector('.toast .undo')")
            try await browser.click(".toast .undo")
            try await reviewing.wait(for: Self.key(2), state: "open")
            try await browser.press("u")
            try await reviewing.wait(for: Self.key(1), state: "open")
            try await browser.press("u")
            try await browser.wait(
                "the page does not report that there is nothing to undo",
                "document.querySelector('.toast').textContent === 'Nothing to undo.'")
        }
    }

    @Test("a card's letter sends it back from anywhere in the grid, and ArrowUp brings the last comment back")
    func letters() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...4)) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: Self.key(4), state: "open")
            func letter(_ number: Int) async throws -> String {
                try await browser.run(
                    "return document.querySelector('.card[data-key=\"\(Self.key(number))\"]').dataset.letter ?? ''")
            }
            try await browser.run(
                "dispatchEvent(new KeyboardEvent('keydown', { key: 'R', shiftKey: true, cancelable: true }))")
            try await browser.press(try await letter(3))
            try await reviewing.sendBack("rounder")
            try await reviewing.wait(for: Self.key(3), state: "sentBack")
            try await browser.press(try await letter(1))
            try await browser.wait(
                "the comment dialog refers to another sticker",
                "document.querySelector('#send-back[open] #send-back-of').textContent === 'Disc 1'")
            try await browser.press("\u{E013}")
            #expect(try await browser.run("return document.querySelector('#send-back-comment').value") == "rounder")
            try await browser.click("#send-back [value=cancel]")
            try await browser.press("\u{E00C}")
            #expect(try await letter(1) == "")
        }
    }

    @Test("the bar shows the progress, and the end has the result and the next step")
    func end() async throws {
        try await ReviewPageFixture.on(discs: [
            "cats/Disc 1.svg": 1, "cats/Disc 2.svg": 2, "dogs/Disc 1.svg": 11, "dogs/Disc 2.svg": 12,
        ]) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.open("#/pack/cats")
            try await reviewing.wait(for: Self.key(2), state: "open")
            let progress = "document.querySelector('#progress').getAttribute('aria-valuetext')"
            #expect(try await browser.run("return \(progress)") == "0 of 2 reviewed, 0 sent back")
            try await browser.press("jar")
            try await browser.wait("the page does not ask for a comment", for: "#send-back[open]")
            try await browser.wait("the progress is not updated", "\(progress) === '1 of 2 reviewed, 0 sent back'")
            try await browser.click("#send-back [value=send]")
            try await browser.wait("the end of the review is not shown", "document.activeElement.id === 'finished'")
            #expect(try await browser.run("return \(progress)") == "2 of 2 reviewed, 1 sent back")
            let words = try await browser.text(of: "#finished")
            #expect(words.contains("All 2 reviewed") && words.contains("1 approved, 1 sent back"))
            #expect(try await browser.text(of: "#packs [href=\"#/pack/cats\"] .count") == "1 back")
            try await browser.click("#finished a.button")
            try await reviewing.wait(for: "dogs/disc-2", state: "open")
        }
    }
}
