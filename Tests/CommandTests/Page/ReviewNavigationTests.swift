import Foundation
import TestSupport
import Testing

/// The ways through the review page: search, addresses, the browser's way back, and keys.
@Suite struct ReviewNavigationTests {
    /// Enough stickers that a pack is higher than the window.
    private static let count = 40

    private func twoPacks(_ cli: CLIFixture) throws {
        for number in 0..<ReviewNavigationTests.count {
            for pack in ["cats", "dogs"] { try cli.drop(Art.disc(number), as: "\(pack)/Disc \(number).svg") }
        }
    }

    private func one(_ cli: CLIFixture) throws { try cli.drop(Art.disc(1), as: "cats/One.svg") }

    @Test("Escape empties the search, and everything is shown again")
    func escape() async throws {
        try await ReviewPageFixture.on(prepare: one) { (reviewing) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            try await reviewing.browser.press("/zzz")
            try await reviewing.browser.wait("all is shown", "document.querySelector('.nothing')")
            try await reviewing.browser.press("\u{E00C}")
            try await reviewing.browser.wait(
                "the search is not empty", "document.querySelector('#search').value === ''")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await reviewing.browser.wait("it stays in the search", "document.activeElement === document.body")
        }
    }

    @Test("the skip link moves the focus to the stickers and stays in the pack")
    func skipLink() async throws {
        try await ReviewPageFixture.on(prepare: one) { (reviewing) async throws in
            try await reviewing.open("#/pack/cats")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await reviewing.browser.run("document.querySelector('.skip').focus()")
            try await reviewing.browser.press("\u{E007}")
            try await reviewing.browser.wait("the focus stays", "document.activeElement.id === 'main'")
            #expect(try await reviewing.browser.run("return location.hash") == "#/pack/cats")
        }
    }

    @Test("an address of a pack that there is not says so, and one that cannot be read shows all packs")
    func wrongAddresses() async throws {
        try await ReviewPageFixture.on(prepare: one) { (reviewing) async throws in
            try await reviewing.open("#/pack/nope")
            try await reviewing.browser.wait(
                "it says something else", "document.querySelector('.nothing')?.textContent.includes('no pack “nope”')")
            try await reviewing.open("?bad#/pack/%E0%A4%A")
            try await reviewing.browser.wait(
                "it says something else", "document.querySelector('.nothing')?.textContent.includes('no pack')")
            try await reviewing.open("?gone#/sticker/cats/nobody")
            try await reviewing.wait(for: "cats/one", state: "open")
            #expect(try await reviewing.browser.run("return location.hash") == "#/pack/cats")
        }
    }

    @Test("a pack opens at its top, and the way back leads to where one was")
    func scrolling() async throws {
        try await ReviewPageFixture.on(prepare: twoPacks) { (reviewing) async throws in
            try await reviewing.open("#/pack/cats")
            try await reviewing.wait(for: "cats/disc-39", state: "open")
            try await reviewing.browser.run("scrollTo(0, 700)")
            try await reviewing.browser.wait("it does not scroll", "scrollY === 700")
            try await reviewing.browser.run("document.querySelector('#packs a[href=\"#/pack/dogs\"]').click()")
            try await reviewing.wait(for: "dogs/disc-39", state: "open")
            try await reviewing.browser.wait("it opens in the middle", "scrollY === 0")
            try await reviewing.browser.run("history.back()")
            try await reviewing.wait(for: "cats/disc-39", state: "open")
            try await reviewing.browser.wait("it is somewhere else", "scrollY === 700")
        }
    }

    @Test("a pack that is opened by Enter keeps the focus on its name")
    func focus() async throws {
        try await ReviewPageFixture.on(prepare: twoPacks) { (reviewing) async throws in
            try await reviewing.wait(for: "cats/disc-39", state: "open")
            try await reviewing.browser.run("document.querySelector('#packs a[href=\"#/pack/dogs\"]').focus()")
            try await reviewing.browser.press("\u{E007}")
            try await reviewing.browser.wait(
                "dogs is not chosen", "document.querySelector('#packs [aria-current=page]')?.hash === '#/pack/dogs'")
            try await reviewing.browser.wait("the focus is gone", "document.activeElement.hash === '#/pack/dogs'")
        }
    }
}
