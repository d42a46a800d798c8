import Foundation
import Testing

/// The results of axe-core for the page: wide and on a phone, light and dark.
@Suite(.serialized, .enabled(if: Axe.script != nil, "scripts/setup brings axe-core"))
struct AccessibilityTests {
    /// Views, and the actions in each before the check.
    private static let views = [
        ("#/", ""), ("#/", "document.querySelector('#help-button').click()"), ("#/sticker/cats/one", ""),
        ("#/sticker/cats/one", "document.querySelector('[data-hold=mode-slider]').click()"),
        ("#/sticker/cats/one", "document.querySelector('[data-hold=send-back]').click()"),
        ("#/messages/cats", "document.querySelector('.cell').click()"), ("#/sticker/cats/messages/your-move", ""),
    ]

    @Test("there is nothing to fix in any view", arguments: [1280, 390])
    func views(width: Int) async throws {
        let axe = try #require(Axe.script)
        try await ReviewPageFixture.on(
            width: width,
            prepare: { cli in
                try cli.drop(Art.disc(1), as: "cats/One.svg")
                try cli.drop(Art.png(), as: "cats/Two.png")
                try cli.drop(Array(Art.png().prefix(60)), as: "cats/Torn.png")
                try cli.drop(MessagesTests.art("#fc4"), as: "cats/messages/Your Move.svg")
                try cli.drop(MessagesTests.texts, as: "cats/messages/Your Move.json")
            }
        ) { (reviewing) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await reviewing.browser.press("ja")
            try await reviewing.wait(for: "cats/one", state: "approved")
            try reviewing.cli.drop(Art.disc(2), as: "cats/One.svg")
            try await reviewing.wait(for: "cats/one", state: "changed")
            for (view, act) in Self.views {
                try await reviewing.open(view)
                try await reviewing.browser.wait("there is no picture", "document.querySelector('#view img')")
                try await reviewing.browser.run(act)
                for dark in [false, true] {
                    try await reviewing.browser.prefer(dark: dark)
                    let faults = try await Axe.faults(in: reviewing.browser, script: axe)
                    #expect(faults == "", "\(view) \(act) dark: \(dark)")
                }
                // Else the next view is the same page, and its dialog stays open.
                try await reviewing.browser.open("about:blank")
            }
        }
    }

    @Test("there is nothing to fix in the login")
    func login() async throws {
        let axe = try #require(Axe.script)
        try await ReviewPageFixture.on(token: "0123456789abcdef0123") { (reviewing) async throws in
            for dark in [false, true] {
                try await reviewing.browser.prefer(dark: dark)
                #expect(try await Axe.faults(in: reviewing.browser, script: axe) == "", "dark: \(dark)")
            }
            try await reviewing.browser.press("wrong\u{E007}")
            try await reviewing.browser.wait("it is taken", "document.querySelector('[role=alert]')")
            #expect(try await Axe.faults(in: reviewing.browser, script: axe) == "")
        }
    }
}
