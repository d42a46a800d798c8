import Foundation
import TestSupport
import Testing

/// The second round of a review, in Chromium.
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
        try await reviewing.browser.wait("no comment is asked for", "document.querySelector('#send-back[open]')")
        try await reviewing.browser.press(comment)
        try await reviewing.browser.run("document.querySelector('#send-back [value=send]').click()")
        try await reviewing.wait(for: key, state: "sentBack")
    }

    @Test("new art for a sent-back sticker comes first, with the comment and the picture that was sent back")
    func newVersion() async throws {
        try await ReviewPageFixture.on(prepare: two) { (reviewing) async throws in
            let browser = reviewing.browser
            try await reviewing.sign("Ada")
            try await sendBack("cats/two", "rounder", reviewing)
            try reviewing.cli.drop(Art.disc("#0c4"), as: "cats/Two.svg")
            try await reviewing.wait(for: "cats/two", state: "newVersion")
            try await browser.run("document.querySelector('[data-filter=review]').click()")
            #expect(try await browser.run("return document.querySelector('.card').dataset.key") == "cats/two")
            try await reviewing.open("#/sticker/cats/two")
            #expect(
                try await browser.run("return document.querySelector('.asked blockquote').textContent") == "rounder")
            try await browser.press("s")
            try await browser.wait(
                "the picture is gone", "document.querySelector('.mode-slider .before img')?.naturalWidth > 0")
            try await browser.press("s")
            try await browser.wait("it is still compared", "document.querySelector('.preview-canvas.mode-now')")
        }
    }

    @Test("one click on a card's button approves the sticker, without another view")
    func mouse() async throws {
        try await ReviewPageFixture.on(prepare: two) { (reviewing) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await reviewing.browser.run(
                "document.querySelector('.card[data-key=\"cats/one\"] [data-decide=approve]').click()")
            try await reviewing.wait(for: "cats/one", state: "approved")
            #expect(try await reviewing.browser.run("return location.hash") == "")
        }
    }
}
