import Foundation
import TestSupport
import Testing

/// Counts the actions of a whole review in Chromium: 103 stickers, of which 28 are sent back and replaced by new
/// versions.
@Suite(.serialized)
struct ReviewDayTests {
    private static let count = 103
    /// The stickers that are sent back.
    private static let returned = stride(from: 2, through: 83, by: 3).map { $0 }

    private static func key(_ number: Int) -> String { "cats/disc-\(number)" }

    /// Waits until the given number of stickers are in a state.
    private static func wait(for count: Int, _ state: String, _ reviewing: ReviewPageFixture) async throws {
        try await reviewing.browser.wait(
            "the number of stickers with the state \(state) is not \(count)",
            """
            [...document.querySelectorAll('.states button')]
              .find((each) => each.dataset.filter === '\(state)').querySelector('.count').textContent === '\(count)'
            """)
    }

    /// Clicks the button of a card that sends the sticker back, and enters a comment. The letters of the comment are
    /// not counted as actions.
    private static func sendBack(_ key: String, byKey isByKey: Bool, _ browser: Browser) async throws {
        let card = "document.querySelector('.card[data-key=\"\(key)\"]')"
        try await browser.run("\(card).scrollIntoView()")
        try await browser.wait("the card is not drawn", "\(card).querySelector('[data-decide=sendBack]')")
        try await browser.run("\(card).querySelector('[data-decide=sendBack]').click()")
        try await browser.wait("the page does not ask for a comment", for: "#send-back[open]")
        try await browser.press("rounder")
        try await browser.run(
            isByKey
                ? """
                document.querySelector('#send-back-comment').dispatchEvent(
                  new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }))
                """ : "document.querySelector('#send-back [value=send]').click()")
        try await browser.wait("the comment dialog stays open", "!document.querySelector('#send-back[open]')")
    }

    @Test(
        "it takes at most 120 keys with a pointer, or one click per sticker without keys, no other view, and all is compared",
        arguments: [true, false])
    func day(withKeys: Bool) async throws {
        try await ReviewPageFixture.on(Settings(jobs: 2), discs: .numbered(1...Self.count)) {
            (reviewing, browser) async throws in
            var (keys, clicks) = (0, 0)
            try await reviewing.sign("Ada")
            try await reviewing.open("?day#/?show=review")
            try await Self.wait(for: Self.count, "review", reviewing)
            for number in Self.returned {
                try await Self.sendBack(Self.key(number), byKey: withKeys, browser)
                (keys, clicks) = (keys + (withKeys ? 1 : 0), clicks + (withKeys ? 1 : 2))
            }
            try await Self.wait(for: Self.returned.count, "sentBack", reviewing)
            if withKeys {
                try await browser.run(
                    "dispatchEvent(new KeyboardEvent('keydown', { key: 'A', shiftKey: true, cancelable: true }))")
                try await browser.press("a")
                keys += 2
            } else {
                try await browser.click("[data-select=cats]")
                try await browser.click("[data-hold=bulk-approve]")
                clicks += 2
            }
            try await Self.wait(for: Self.count - Self.returned.count, "approved", reviewing)
            #expect(try await browser.run("return location.hash") == "#/?show=review")

            for number in Self.returned {
                try reviewing.cli.drop(Art.disc(number + 400), as: "cats/Disc \(number).svg")
            }
            try await Self.wait(for: Self.returned.count, "review", reviewing)
            if withKeys {
                try await browser.focus(".card a")
                try await browser.press("\u{E007}c")
                keys += 3
                for _ in Self.returned {
                    try await browser.wait("the two versions are not compared", for: ".mode-side .changes[data-drawn]")
                    let place = try await browser.run("return location.hash")
                    try await browser.press("a")
                    keys += 1
                    try await browser.wait("the next sticker is not shown", "location.hash !== '\(place)'")
                }
            } else {
                for left in Self.returned.indices.reversed() {
                    try await browser.click(".card [data-decide=approve]")
                    clicks += 1
                    try await Self.wait(for: left, "review", reviewing)
                }
            }
            try await browser.wait("the end of the review is not shown", for: "#finished")
            #expect(keys <= 120 && clicks <= Self.count, "\(keys) keys, \(clicks) clicks")
        }
    }
}
