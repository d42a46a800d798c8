import Foundation
import TestSupport
import Testing

/// Tests the navigation in the review page: search, addresses, the Back button of the browser, and keys.
@Suite struct ReviewNavigationTests {
    /// The number of stickers, with which a pack is higher than the window.
    private static let count = 40

    private func twoPacks(_ cli: CLIFixture) throws {
        for number in 0..<ReviewNavigationTests.count {
            for pack in ["cats", "dogs"] { try cli.drop(Art.disc(number), as: "\(pack)/Disc \(number).svg") }
        }
    }

    @Test("Escape empties the search, and everything is shown again")
    func escape() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.press("/zzz")
            try await browser.wait("the search without a match still shows stickers", for: ".nothing")
            try await browser.press("\u{E00C}")
            try await browser.wait("the search is not empty", "document.querySelector('#search').value === ''")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.wait("the focus stays in the search field", "document.activeElement === document.body")
        }
    }

    @Test("the skip link moves the focus to the stickers and stays in the pack")
    func skipLink() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.open("#/pack/cats")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.focus(".skip")
            try await browser.press("\u{E007}")
            try await browser.wait("the focus does not move to the main area", "document.activeElement.id === 'main'")
            #expect(try await browser.run("return location.hash") == "#/pack/cats")
        }
    }

    @Test("an address of an unknown pack shows a message, and an invalid one shows all packs")
    func wrongAddresses() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.open("#/pack/nope")
            try await browser.wait(
                "the page does not mention the unknown pack",
                "document.querySelector('.nothing')?.textContent.includes('no pack “nope”')")
            try await reviewing.open("?bad#/pack/%E0%A4%A")
            try await browser.wait(
                "the page does not report the invalid address",
                "document.querySelector('.nothing')?.textContent.includes('no pack')")
            try await reviewing.open("?gone#/sticker/cats/nobody")
            try await reviewing.wait(for: "cats/one", state: "open")
            #expect(try await browser.run("return location.hash") == "#/pack/cats")
        }
    }

    @Test("an address with the name of a pack's folder shows the pack")
    func folderName() async throws {
        try await ReviewPageFixture.on(discs: ["Road_Trip/One.svg": 1]) {
            (reviewing, browser) async throws in
            try await reviewing.open("#/pack/Road_Trip")
            try await reviewing.wait(for: "road-trip/one", state: "open")
        }
    }

    @Test("a page that was left keeps no connection, and is up to date when a person comes back to it")
    func wayBack() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            // A browser opens at most six connections to a server, and keeps pages that were left for its Back button.
            for _ in 1...7 {
                try await browser.open("about:blank")
                try await reviewing.open("")
            }
            try await browser.open("about:blank")
            try reviewing.cli.drop(Art.disc(2), as: "cats/Two.svg")
            try await eventually("the drop is not published") { try reviewing.cli.sticker("cats", "two") != nil }
            try await browser.run("history.back()")
            try await reviewing.wait(for: "cats/two", state: "open")
        }
    }

    @Test("eight tabs can be open at the same time, and a tab that is shown again is up to date")
    func tabs() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await browser.run("window.tabs = [...Array(8)].map((_, tab) => window.open(`?tab=${tab}`))")
            try await browser.wait(
                "some tabs do not receive changes",
                "window.tabs.every((tab) => tab.document.documentElement?.dataset.live === 'yes')")
            #expect(try await browser.run("return document.hidden") == "true")
            try reviewing.cli.drop(Art.disc(2), as: "cats/Two.svg")
            try await eventually("the drop is not published") { try reviewing.cli.sticker("cats", "two") != nil }
            try await browser.run("window.tabs.forEach((tab) => tab.close())")
            try await reviewing.wait(for: "cats/two", state: "open")
        }
    }

    @Test("a pack opens at its top, and the way back leads to where one was")
    func scrolling() async throws {
        try await ReviewPageFixture.on(prepare: twoPacks) { (reviewing, browser) async throws in
            try await reviewing.open("#/pack/cats")
            try await reviewing.wait(for: "cats/disc-39", state: "open")
            try await browser.run("scrollTo(0, 700)")
            try await browser.wait("the page does not scroll", "scrollY === 700")
            try await browser.click("#packs a[href=\"#/pack/dogs\"]")
            try await reviewing.wait(for: "dogs/disc-39", state: "open")
            try await browser.wait("the new view does not open at its top", "scrollY === 0")
            try await browser.run("history.back()")
            try await reviewing.wait(for: "cats/disc-39", state: "open")
            try await browser.wait("the scroll position is not restored", "scrollY === 700")
        }
    }

    @Test("the arrows move through the rows of the grid, and Enter in the search selects the first result")
    func arrows() async throws {
        try await ReviewPageFixture.on(prepare: twoPacks) { (reviewing, browser) async throws in
            let focused = "return document.activeElement.closest('.card')?.dataset.key"
            let columns = """
                const tops = document.querySelector(".grid").children;
                return [...tops].findIndex((each) => each.getBoundingClientRect().top > tops[0].getBoundingClientRect().top + 1)
                """
            try await reviewing.wait(for: "dogs/disc-39", state: "open")
            let count = try #require(Int(try await browser.run(columns)))
            let key = "return [...document.querySelectorAll('.card')][\(count)].dataset.key"
            try await browser.press("j\u{E015}")
            #expect(try await browser.run(focused) == (try await browser.run(key)))
            try await browser.press("\u{E013}")
            #expect(
                try await browser.run(focused)
                    == (try await browser.run("return document.querySelector('.card').dataset.key")))
            try await browser.press("/Disc 7\u{E007}")
            try await browser.wait(
                "the found sticker does not have the focus", "(() => { \(focused) })() === 'cats/disc-7'")
        }
    }

    @Test("Escape leads from a sticker back to the grid without a step in the history")
    func historySteps() async throws {
        try await ReviewPageFixture.on(prepare: twoPacks) { (reviewing, browser) async throws in
            try await reviewing.choose("cats/disc-1")
            try await browser.press("\u{E007}")
            try await browser.wait("the view of the sticker does not open", for: ".closely")
            let steps = try await browser.run("return history.length")
            try await browser.press("jj")
            let key = try await browser.run("return document.querySelector('.closely').dataset.key")
            try await browser.press("\u{E00C}")
            try await browser.wait(
                "the card of the last sticker does not have the focus",
                "document.activeElement.closest('.card')?.dataset.key === '\(key)'")
            #expect(try await browser.run("return history.length") == steps)
            // If no grid precedes the sticker in the history, the grid replaces the sticker's entry.
            try await reviewing.open("?direct#/sticker/cats/disc-2")
            let direct = try await browser.run("return history.length")
            try await browser.press("\u{E00C}")
            try await browser.wait("the view of the sticker does not close", "!document.querySelector('.closely')")
            #expect(try await browser.run("return history.length") == direct)
        }
    }

    @Test("when the shown sticker is removed the page says so, and the next one has the focus")
    func removed() async throws {
        try await ReviewPageFixture.on(prepare: twoPacks) { (reviewing, browser) async throws in
            try await reviewing.choose("cats/disc-1")
            let next = try await browser.run(
                "return document.activeElement.closest('.card').nextElementSibling.dataset.key")
            try await browser.press("\u{E007}")
            try await browser.wait("the view of the sticker does not open", for: ".closely")
            try reviewing.cli.remove("drop/cats/Disc 1.svg")
            try await browser.wait("the removed sticker is still shown", "!document.querySelector('.closely')")
            #expect(try await browser.text(of: "#toast") == "This sticker was removed.")
            try await browser.wait(
                "the next sticker does not have the focus",
                "document.activeElement.closest('.card')?.dataset.key === '\(next)'")
        }
    }

    @Test("the row of states stays in its place when its numbers change, and approved cards are dimmed")
    func states() async throws {
        try await ReviewPageFixture.on(prepare: twoPacks) { (reviewing, browser) async throws in
            let places = """
                return JSON.stringify([...document.querySelectorAll('.states button, .grid')].map((each) => each.getBoundingClientRect())
                  .map((box) => [Math.round(box.left), Math.round(box.top)]))
                """
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: "dogs/disc-39", state: "open")
            try await reviewing.choose("cats/disc-1")
            let before = try await browser.run("scrollTo(0, 0); \(places)")
            try await browser.press("a")
            try await reviewing.wait(for: "cats/disc-1", state: "approved")
            #expect(try await browser.run("scrollTo(0, 0); \(places)") == before)
            let veil = """
                return getComputedStyle(document.querySelector('.card[data-key="cats/disc-1"] .look'), '::after').content
                """
            #expect(try await browser.run(veil) != "none")
        }
    }

    @Test("a slider chooses the size of the cards, and the browser keeps it")
    func size() async throws {
        try await ReviewPageFixture.on(prepare: twoPacks) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/disc-1", state: "open")
            let width = "Math.round(document.querySelector('.card').getBoundingClientRect().width)"
            let before = try await browser.run("return \(width)")
            try await browser.run(
                """
                const slider = document.getElementById("size");
                slider.value = "2";
                for (const name of ["input", "change"]) slider.dispatchEvent(new Event(name));
                """)
            try await browser.wait("the cards are not enlarged", "\(width) > \(before)")
            let larger = try await browser.run("return \(width)")
            try await reviewing.open("?again")
            try await reviewing.wait(for: "cats/disc-1", state: "open")
            #expect(try await browser.run("return \(width)") == larger)
        }
    }

    @Test("a search without results shows the text and the scope of the search")
    func nothing() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.click("[data-filter=review]")
            try await browser.press("/zzz")
            try await browser.wait(
                "the page does not mention the search and the filter",
                "document.querySelector('.nothing')?.textContent.includes('Nothing matches “zzz” in To review.')")
            try await browser.press("\u{E00C}")
            try await reviewing.wait(for: "cats/one", state: "open")
        }
    }

    @Test("a pack that is opened by Enter keeps the focus on its name")
    func focus() async throws {
        try await ReviewPageFixture.on(prepare: twoPacks) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/disc-39", state: "open")
            try await browser.focus("#packs a[href=\"#/pack/dogs\"]")
            try await browser.press("\u{E007}")
            try await browser.wait(
                "the pack dogs is not selected",
                "document.querySelector('#packs [aria-current=page]')?.hash === '#/pack/dogs'")
            try await browser.wait(
                "the link of the pack does not have the focus", "document.activeElement.hash === '#/pack/dogs'")
        }
    }
}
