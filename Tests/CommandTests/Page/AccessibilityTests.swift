import Foundation
import Testing

/// Checks the page with axe-core: on a wide screen and on a phone, light and dark.
@Suite(.enabled(if: Axe.script != nil, "scripts/setup brings axe-core"))
struct AccessibilityTests {
    private static func click(_ selector: String) -> String { "document.querySelector('\(selector)').click()" }
    private static func press(_ key: String, shift: Bool = false) -> String {
        "dispatchEvent(new KeyboardEvent('keydown', { key: '\(key)', shiftKey: \(shift), cancelable: true }))"
    }

    /// The states of the page: a view, and a script that runs in it before the check.
    private static let views =
        [
            ("#/", ""), ("#/", click("#help-button")), ("#/", click(".unused summary")),
            ("#/", click("#filter-menu summary")),
            ("#/", click("[data-select=cats]")), ("#/", press("R", shift: true)), ("#/?only=rejected", ""),
            ("#/?show=approved", ""), ("#/?q=nothing", ""), ("#/pack/none", ""),
            ("#/", "document.querySelector('.card[data-state=open] [data-decide=sendBack]').click()"),
            ("#/sticker/cats/one", ""), ("#/sticker/cats/two", ""), ("#/sticker/cats/moving", ""),
            ("#/sticker/cats/one", click("[data-hold=tab-specs]")),
            ("#/sticker/cats/one", click("[data-hold=\"zoom-8\"]")),
            ("#/sticker/cats/one", click("[data-hold=send-back]")), ("#/sticker/cats/messages/your-move", ""),
            ("#/sticker/cats/one", press("v")), ("#/messages/cats", ""), ("#/messages/cats", click(".cell")),
            ("#/messages/cats", click("[data-hold=appearancetrue]")),
            ("#/messages/cats", click("[data-hold=browsertrue]")),
            ("#/messages/cats", click("[data-hold=scaletrue]")),
        ] + ["side", "slider", "flicker", "difference"].map { ("#/sticker/cats/one", click("[data-hold=mode-\($0)]")) }

    @Test("there is nothing to fix in any view", arguments: [1280, 390])
    func views(width: Int) async throws {
        let axe = try #require(Axe.script)
        try await ReviewPageFixture.on(
            width: width,
            prepare: { cli in
                try cli.drop(Art.disc(1), as: "cats/One.svg")
                try cli.drop(Art.png(), as: "cats/Two.png")
                try cli.drop(Art.disc(5), as: "cats/Three.svg")
                try cli.drop(Array(try Data(contentsOf: CloseViewTests.animation)), as: "cats/Moving.png")
                try cli.drop(Array(Art.png().prefix(60)), as: "cats/Torn.png")
                try cli.drop(MessagesTests.art("#fc4"), as: "cats/messages/Your Move.svg")
                try cli.drop(MessagesTests.texts, as: "cats/messages/Your Move.json")
            }
        ) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.choose("cats/one")
            try await browser.press("a")
            try await reviewing.wait(for: "cats/one", state: "approved")
            try reviewing.cli.drop(Art.disc(2), as: "cats/One.svg")
            try await reviewing.wait(for: "cats/one", state: "changed")
            try await browser.wait("the unused file is not shown", for: ".unused:not([hidden])")
            for (view, act) in Self.views {
                try await reviewing.open(view)
                try await browser.wait("the view is empty", "document.querySelector('#view').childElementCount")
                try await browser.run(act)
                for dark in [false, true] {
                    try await browser.prefer(dark: dark, lessMotion: true)
                    // Only the colours of the dark page are checked, because it differs only in its colours.
                    let faults = try await Axe.faults(in: browser, script: axe, onlyColours: dark)
                    #expect(faults == "", "\(view) \(act) dark: \(dark)")
                }
                // The browser leaves the page, because otherwise the next view would be shown in the same page with an
                // open dialog.
                try await browser.open("about:blank")
            }
        }
    }

    @Test("there is nothing to fix in the login")
    func login() async throws {
        let axe = try #require(Axe.script)
        try await ReviewPageFixture.on(token: "0123456789abcdef0123") { (reviewing, browser) async throws in
            for dark in [false, true] {
                try await browser.prefer(dark: dark, lessMotion: true)
                #expect(try await Axe.faults(in: browser, script: axe) == "", "dark: \(dark)")
            }
            try await browser.press("wrong\u{E007}")
            try await browser.wait("the wrong token causes no error message", for: "[role=alert]")
            #expect(try await Axe.faults(in: browser, script: axe) == "")
        }
    }
}
