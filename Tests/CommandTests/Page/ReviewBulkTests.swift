import Foundation
import TestSupport
import Testing

/// Tests decisions about several stickers at once, in Chromium.
@Suite(.serialized)
struct ReviewBulkTests {
    private static let marked = "document.querySelectorAll('.card[data-marked]').length"
    private static func count(_ state: String) -> String {
        "document.querySelectorAll('.card[data-state=\(state)]').length"
    }

    /// Presses a key while other keys are held down.
    private static func chord(_ key: String, _ holding: String, _ browser: Browser) async throws {
        try await browser.run(
            """
            document.activeElement.dispatchEvent(
              new KeyboardEvent('keydown', { key: '\(key)', \(holding): true, bubbles: true, cancelable: true }))
            """)
    }

    @Test("X and Shift X select; A approves all of them in one request, and U undoes it")
    func keys() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...6)) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: "cats/disc-6", state: "open")
            try await browser.run(
                """
                const ask = window.fetch;
                window.requests = 0;
                window.fetch = (...given) => { if (given[1]?.method === 'POST') window.requests += 1; return ask(...given); };
                """)
            try await browser.press("jxjjj")
            try await Self.chord("X", "shiftKey", browser)
            try await browser.wait("the four stickers are not selected", "\(Self.marked) === 4")
            try await browser.press("a")
            try await browser.wait(
                "the four stickers are not approved", "\(Self.count("approved")) === 4 && \(Self.marked) === 0")
            #expect(try await browser.run("return window.requests") == "1")
            try await browser.press("u")
            try await browser.wait("the four decisions are not undone", "\(Self.count("open")) === 6")
            #expect(try await browser.run("return window.requests") == "2")
        }
    }

    @Test("Control with A selects everything, a click with Control one more or less, and Escape nothing")
    func selecting() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...4)) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/disc-4", state: "open")
            try await Self.chord("a", "ctrlKey", browser)
            try await browser.wait("not all four stickers are selected", "\(Self.marked) === 4")
            try await browser.run(
                """
                document.querySelector('.card[data-key="cats/disc-2"] .look')
                  .dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true }))
                """)
            try await browser.wait("the clicked sticker is still selected", "\(Self.marked) === 3")
            #expect(try await browser.run("return location.hash") == "")
            try await browser.press("\u{E00C}")
            try await browser.wait(
                "the stickers are still selected", "\(Self.marked) === 0 && document.querySelector('#bulk').hidden")
        }
    }

    @Test(
        "the button says how many of the selected have warnings, and the undecided of a pack can be selected by mouse")
    func warnings() async throws {
        try await ReviewPageFixture.on(
            discs: .numbered(1...2), prepare: { try $0.drop(Art.png(), as: "cats/Small.png") }
        ) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: "cats/disc-1", state: "open")
            try await reviewing.wait(for: "cats/small", state: "open")
            try await browser.press("ja")
            try await reviewing.wait(for: "cats/disc-1", state: "approved")
            try await browser.click("[data-select=cats]")
            let words = "document.querySelector('[data-hold=bulk-approve]')?.textContent"
            try await browser.wait(
                "the button does not mention the warning", "\(words) === 'Approve 2, of which 1 has warnings'")
            try await browser.click("[data-hold=bulk-send-back]")
            try await reviewing.sendBack("softer")
            try await browser.wait("the stickers are not sent back", "\(Self.count("sentBack")) === 2")
            #expect(
                try await browser.run("return document.querySelectorAll('.said').length") == "2",
                "the two cards do not show the comment")
        }
    }

    @Test("a filter by rule shows what has that warning, and the address brings it back")
    func rule() async throws {
        try await ReviewPageFixture.on(
            discs: .numbered(1...2), prepare: { try $0.drop(Art.png(), as: "cats/Small.png") }
        ) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/disc-2", state: "open")
            try await reviewing.wait(for: "cats/small", state: "open")
            let rule = try await browser.run("return document.querySelector('[data-filter^=rule-]').dataset.filter")
            try await browser.click("[data-filter=\"\(rule)\"]")
            let shown = "[...document.querySelectorAll('.card')].map((each) => each.dataset.key).join()"
            try await browser.wait("the filter does not show exactly cats/small", "\(shown) === 'cats/small'")
            #expect(try await browser.run("return location.hash") == "#/?rule=\(rule.dropFirst("rule-".count))")
            try await browser.click("[data-filter=review]")
            let hash = try await browser.run("return location.hash")
            #expect(hash.contains("show=review") && hash.contains("rule="))
            try await reviewing.open("?again" + hash)
            try await browser.wait("the address does not restore the filter", "\(shown) === 'cats/small'")
            try await browser.click("[data-filter=all]")
            try await browser.wait("not all stickers are shown", "document.querySelectorAll('.card').length === 3")
        }
    }

    @Test("the address of a sticker has its queue and the comparison")
    func queueInAddress() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...3)) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: "cats/disc-3", state: "open")
            try await browser.press("ja")
            try await reviewing.wait(for: "cats/disc-1", state: "approved")
            try await reviewing.open("?a#/sticker/cats/disc-2?show=review&compare=slider")
            try await browser.wait(
                "the queue of the address is not shown", "document.querySelector('.place')?.textContent === '1 of 2'")
            try await browser.press("j")
            try await browser.wait(
                "the address loses the queue", "location.hash === '#/sticker/cats/disc-3?show=review&compare=slider'")
            try await browser.press("\u{E00C}")
            try await browser.wait("the filter is not restored", for: "[data-filter=review][aria-pressed=true]")
            #expect(try await browser.run("return location.hash") == "#/pack/cats?show=review")
        }
    }
}
