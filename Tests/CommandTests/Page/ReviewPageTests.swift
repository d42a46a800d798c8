import Foundation
import StickerManifest
import TestSupport
import Testing

/// Tests the actions of a reviewer in Chromium.
@Suite(.serialized)
struct ReviewPageTests {
    private static let enter = "\u{E007}"

    private func oneMessage(_ cli: CLIFixture) throws {
        try cli.drop(MessagesTests.art("#fc4"), as: "cats/messages/Your Move.svg")
        try cli.drop(MessagesTests.texts, as: "cats/messages/Your Move.json")
    }

    @Test("a drop appears on the page without a reload")
    func live() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.run("window.isTheSamePage = true")
            try reviewing.cli.drop(Art.png(), as: "cats/Two.png")
            try await reviewing.wait(for: "cats/two", state: "open")
            try await browser.wait(
                "the picture of cats/two is not loaded",
                "document.querySelector('.card[data-key=\"cats/two\"] img').naturalWidth === 300")
            #expect(try await browser.run("return window.isTheSamePage") == "true")
        }
    }

    @Test("a rejected file is shown with the reason and the fix, and is removed when it is fixed")
    func rejected() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try reviewing.cli.drop(Array(Art.png().prefix(60)), as: "cats/Torn.png")
            try await browser.wait("the rejected file is not shown", for: ".rejection .fix")
            let text = try await browser.text(of: ".rejection")
            #expect(text.contains("cats/Torn.png is cut off") && text.contains("Export or copy the file again."))
            try reviewing.cli.drop(Art.png(), as: "cats/Torn.png")
            try await reviewing.wait(for: "cats/torn", state: "open")
            try await browser.wait("the fixed file is still shown as rejected", "!document.querySelector('.rejection')")
        }
    }

    @Test("a pack whose sheet is not in the output folder leads to it, and its pages are drawn when they are seen")
    func sheet() async throws {
        let settings = Settings(sheets: ["pictures": "\"never\""])
        try await ReviewPageFixture.on(settings, discs: .one) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.click(".sheet-link:not([hidden])")
            try await browser.wait(
                "the page of the sheet is not loaded", "document.querySelector('#page-1 img')?.naturalWidth > 1000")
            if let axe = Axe.script { #expect(try await Axe.faults(in: browser, script: axe) == "") }
            try await browser.click(".back")
            try await reviewing.wait(for: "cats/one", state: "open")
            #expect(try await browser.run("return location.hash") == "#/pack/cats")
        }
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            #expect(try await browser.run("return document.querySelector('.sheet-link').hidden") == "true")
        }
    }

    @Test("the keys 1 to 5 change the background, and Space stops animations")
    func backgrounds() async throws {
        let settings = Settings(backgrounds: ["a": "#ffffff", "b": "#102030"])
        try await ReviewPageFixture.on(settings, discs: .one) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            let colour = "return getComputedStyle(document.querySelector('.look')).backgroundColor"
            #expect(try await browser.run(colour) == "rgb(255, 255, 255)")
            try await browser.press("2")
            try await browser.wait("the background does not change", "(() => { \(colour) })() === 'rgb(16, 32, 48)'")
            try await browser.press(" ")
            try await browser.wait(
                "the animation does not stop", "document.querySelector('#play').textContent === 'Play animations'")
        }
    }

    @Test("a message is shown as its bubble, in every appearance, and approved as a sticker is")
    func message() async throws {
        try await ReviewPageFixture.on(prepare: oneMessage) { (reviewing, browser) async throws in
            let key = "cats/messages/your-move"
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: key, state: "open")
            let bubble = try #require(try reviewing.cli.catalog().messages?.first?.previews.first)
            let file = bubble.path.replacing("assets/", with: "")
            try await browser.wait(
                "the picture of the bubble is not shown", for: ".card[data-key=\"\(key)\"] img[src$=\"\(file)\"]")
            try await reviewing.choose(key)
            try await browser.press("a")
            try await reviewing.wait(for: key, state: "approved")
            try await eventually("the decision does not reach the manifest") {
                try reviewing.cli.catalog().messages?.first?.review?.reviewer == "Ada"
            }
            try await reviewing.open("#/sticker/" + key)
            try await browser.wait(
                "the view does not show two bubbles", "document.querySelectorAll('.bubbles img').length === 2")
        }
    }

    @Test("a sticker is approved by keys, and the manifest follows with the reviewer")
    func approve() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.press("ja")
            try await browser.wait("the page does not ask for a name", for: "#who[open]")
            try await browser.press("Ada" + Self.enter)
            try await reviewing.wait(for: "cats/one", state: "approved")
            let review = Review(outcome: .approved, reviewer: "Ada")
            try await eventually("the decision does not reach the manifest") {
                try reviewing.cli.sticker("cats", "one")?.review == review
            }
        }
    }

    @Test("a decision needs a name")
    func nameless() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.press("ja")
            try await browser.wait("the page does not ask for a name", for: "#who[open]")
            try await browser.press(" " + Self.enter)
            #expect(try await browser.run("return document.querySelector('#who').open") == "true")
            try await browser.press("Ada" + Self.enter)
            try await reviewing.wait(for: "cats/one", state: "approved")
        }
    }

    @Test("a browser that stores nothing decides too, and asks for the name once")
    func keepsNothing() async throws {
        let settings = Settings(backgrounds: ["a": "#ffffff", "b": "#102030"])
        try await ReviewPageFixture.on(settings, keepsNothing: true, discs: .one) { (reviewing, browser) async throws in
            #expect(try await browser.run("try { return typeof localStorage } catch { return 'refused' }") == "refused")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.press("2")
            try await browser.wait(
                "the background does not change",
                "getComputedStyle(document.querySelector('.look')).backgroundColor === 'rgb(16, 32, 48)'")
            try await browser.press("ja")
            try await browser.wait("the page does not ask for a name", for: "#who[open]")
            try await browser.press("Ada" + Self.enter)
            try await reviewing.wait(for: "cats/one", state: "approved")
            try await browser.press("u")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.press("r")
            try await browser.wait("the page does not ask for a comment", for: "#send-back[open]")
            #expect(try await browser.run("return document.querySelector('#send-back .reviewer').value") == "Ada")
            try await browser.click("#send-back [value=send]")
            try await reviewing.wait(for: "cats/one", state: "sentBack")
            try await eventually("the decision does not reach the manifest") {
                try reviewing.cli.sticker("cats", "one")?.review?.reviewer == "Ada"
            }
        }
    }

    @Test("a sticker is sent back with a comment, and taken back again")
    func sendBack() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.press("jr")
            try await reviewing.sendBack("Too red")
            try await reviewing.wait(for: "cats/one", state: "sentBack")
            let review = Review(outcome: .sentBack, reviewer: "Ada", comment: "Too red")
            try await eventually("the decision does not reach the manifest") {
                try reviewing.cli.sticker("cats", "one")?.review == review
            }
            try await browser.press("u")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await eventually("the decision does not reach the manifest") {
                try reviewing.cli.sticker("cats", "one")?.review == nil
            }
        }
    }

    @Test("an approval outlives other bytes of the same pixels, and other pixels reopen it with before and after")
    func beforeAndAfter() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.approve("cats/one")
            let source = try reviewing.cli.sticker("cats", "one")?.source.sha256
            try reviewing.cli.drop(Art.disc(1) + "<!-- saved again -->", as: "cats/One.svg")
            try await eventually("the new source is not published with its approval") {
                let sticker = try reviewing.cli.sticker("cats", "one")
                return sticker?.source.sha256 != source && sticker?.review?.outcome == .approved
            }
            try reviewing.cli.drop(Art.disc(2), as: "cats/One.svg")
            try await reviewing.wait(for: "cats/one", state: "changed")
            #expect(try reviewing.cli.sticker("cats", "one")?.review == nil)
            try await reviewing.open("#/sticker/cats/one")
            for mode in ["slider", "flicker", "difference"] {
                try await browser.click("[data-hold=mode-\(mode)]")
                try await browser.wait(
                    "\(mode) does not show both versions",
                    "[...document.querySelectorAll('.mode-\(mode) .layer img')].filter((each) => each.naturalWidth === 300)"
                        + ".length === 2")
            }
        }
    }

    @Test(
        "the history of a sticker lists its decisions, the newest first, and marks those about an earlier version"
    )
    func history() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            let entries = "[...document.querySelectorAll('.history > li')].map((each) => each.textContent)"
            try await reviewing.sign("Ada")
            try await reviewing.open("#/sticker/cats/one")
            try await browser.wait(
                "the history is not empty before the first decision",
                "\(entries).length === 1 && \(entries)[0].includes('Nobody has reviewed this yet')")
            try await browser.press("a")
            try await reviewing.wait(for: "cats/one", state: "approved")
            try await reviewing.open("#/sticker/cats/one")
            try await browser.wait(
                "the history does not contain the approval",
                "\(entries).length === 1 && \(entries)[0].includes('Ada approved')")
            try await browser.press("u")
            try await browser.wait(
                "the history does not contain the withdrawn decision",
                "\(entries).length === 2 && \(entries)[0].includes('reopened') && \(entries)[1].includes('Ada approved')"
            )
            try reviewing.cli.drop(Art.disc(2), as: "cats/One.svg")
            try await browser.wait(
                "the entries are not marked as about an earlier version",
                "\(entries).length === 2 && \(entries).every((each) => each.includes('an earlier version'))")
        }
    }

    @Test("if approval is required, unapproved stickers are not in the catalog, and shown on the page")
    func requireApproval() async throws {
        let settings = Settings(requireApproval: true)
        try await ReviewPageFixture.on(settings, discs: .one) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: "cats/one", state: "open")
            #expect(try reviewing.cli.catalog().packs == [])
            #expect(try reviewing.cli.catalog().awaitingApproval?.first?.stickers.map(\.id) == ["one"])
            #expect(!reviewing.cli.has("out/packs"))
            try await browser.press("ja")
            try await eventually("the decision is not published") {
                try reviewing.cli.sticker("cats", "one")?.review?.outcome == .approved
            }
            let approved = try #require(try reviewing.cli.sticker("cats", "one"))
            try reviewing.cli.drop(Art.disc(2), as: "cats/One.svg")
            try await reviewing.wait(for: "cats/one", state: "changed")
            #expect(try reviewing.cli.sticker("cats", "one") == approved)
            #expect(reviewing.cli.has("out/packs/cats/one@3x.png"))
        }
    }

    @Test("names that are markup stay text")
    func hostileNames() async throws {
        let name = "<img src=x onerror=window.isHurt=1>"
        try await ReviewPageFixture.on(prepare: { cli in
            try cli.drop(Art.disc(1), as: "\(name)/\(name).svg")
            try cli.drop(Array(Art.png().prefix(60)), as: "\(name)/\"'\(name)&.png")
        }) { (reviewing, browser) async throws in
            try await browser.wait("the label is not shown", for: ".card .label")
            #expect(try await browser.text(of: ".card .label") == name)
            try await browser.wait("the rejected file is not shown", for: ".rejection")
            try await browser.press("j" + Self.enter)
            try await browser.wait("the view of the sticker does not open", for: ".closely")
            #expect(try await browser.run("return document.querySelectorAll('img[src=x]').length") == "0")
            #expect(try await browser.run("return window.isHurt") == "undefined")
        }
    }

    @Test("in Messages a sticker is peeled from the browser and placed on a bubble, by pointer and by keyboard")
    func messages() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.open("#/messages/cats")
            try await browser.wait(
                "the sticker browser shows no stickers", "document.querySelector('.cell img')?.naturalWidth")
            try await browser.drag(".cell", to: ".message:last-of-type .bubble")
            try await browser.wait("the sticker is not placed", "document.querySelectorAll('.placed').length === 1")
            try await browser.focus(".cell")
            try await browser.press("p")
            try await browser.wait("the sticker is not placed", "document.querySelectorAll('.placed').length === 2")
            let isFocused = "document.activeElement === [...document.querySelectorAll('.placed')].at(-1)"
            #expect(try await browser.run("return \(isFocused)") == "true")
        }
    }

    @Test("in Messages the side bar marks the shown pack, also if the address has none")
    func markedPack() async throws {
        try await ReviewPageFixture.on(discs: ["cats/One.svg": 1, "dogs/Rex.svg": 2]) {
            (reviewing, browser) async throws in
            for (view, pack) in [("#/messages/dogs", "dogs"), ("#/messages", "cats"), ("#/messages/gone", "cats")] {
                try await reviewing.open(view)
                let marked =
                    "[...document.querySelectorAll('#packs [aria-current=page] .name')].map((e) => e.textContent)"
                let shown = "document.querySelector('.options h2')?.textContent"
                try await browser.wait(
                    "\(view) does not mark the pack that it shows",
                    "\(shown)?.toLowerCase() === '\(pack)' && \(marked).join() === \(shown)")
            }
        }
    }

    @Test("a decision that another reviewer has overtaken is refused with the other one's name, and then stored")
    func overtaken() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.choose("cats/one")
            try await browser.press("r")
            try await browser.wait("the page does not ask for a comment", for: "#send-back[open]")
            try await browser.run(
                """
                fetch('api/stickers').then((answer) => answer.json()).then(({ stickers }) => fetch('api/decisions', {
                  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({
                    sticker: 'cats/one', pixels: stickers[0].pixels, verdict: 'approved', reviewer: 'Ben', comment: '' }) }))
                """)
            try await reviewing.wait(for: "cats/one", state: "approved")
            try await browser.press("rounder")
            try await browser.click("#send-back [value=send]")
            try await browser.wait(
                "the page does not report the decision of the other reviewer",
                "document.querySelector('#toast').textContent.startsWith('Ben approved this sticker while you were looking')"
            )
            #expect(try reviewing.cli.sticker("cats", "one")?.review?.outcome != .sentBack)
            try await reviewing.choose("cats/one")
            try await browser.press("r")
            try await browser.wait("the page does not ask for a comment", for: "#send-back[open]")
            #expect(try await browser.run("return document.querySelector('#send-back-comment').value") == "rounder")
            try await browser.click("#send-back [value=send]")
            try await reviewing.wait(for: "cats/one", state: "sentBack")
        }
    }

    @Test("undo after the next sticker has appeared applies to the previous decision")
    func takeBack() async throws {
        try await ReviewPageFixture.on(discs: ["cats/One.svg": 1, "cats/Two.svg": 2]) {
            (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: "cats/two", state: "open")
            try await browser.press("ja")
            try await reviewing.wait(for: "cats/one", state: "approved")
            try await browser.wait(
                "the next sticker does not have the focus",
                "document.activeElement.closest('.card')?.dataset.key === 'cats/two'")
            try await browser.press("u")
            try await reviewing.wait(for: "cats/one", state: "open")
        }
    }

    @Test("on a phone the picture is first, nothing is wider than the page, and the decision is within reach")
    func phone() async throws {
        try await ReviewPageFixture.on(width: 390, discs: .one) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            for view in ["#/", "#/sticker/cats/one", "#/messages/cats"] {
                try await reviewing.open(view)
                try await browser.wait("the picture is not loaded", for: "#view img")
                let wide = "return document.documentElement.scrollWidth <= innerWidth"
                #expect(try await browser.run(wide) == "true", "\(view)")
            }
            try await reviewing.open("#/sticker/cats/one")
            let isFirst = """
                const box = (name) => document.querySelector(name).getBoundingClientRect();
                return box('.preview-canvas').bottom < box('.panel h2').top && box('.decide').bottom <= innerHeight
                  && box('.decide').top > innerHeight / 2
                """
            #expect(try await browser.run(isFirst) == "true")
            try await browser.run("scrollTo(0, document.body.scrollHeight)")
            try await browser.click("[data-hold=approve]")
            try await browser.wait("the page does not ask for a name", for: "#who[open]")
        }
    }

    @Test("before and after follow the pointer on the picture")
    func slider() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.compare("cats/one", with: 2, as: "cats/One.svg")
            try await browser.click("[data-hold=mode-slider]")
            try await browser.wait("the slider is not shown", for: ".wipe")
            try await browser.drag(".pair", to: ".way")
            #expect(try await browser.run("return document.querySelector('.wipe').value") != "50")
        }
    }

    @Test("while B is held the earlier version is shown")
    func holdBefore() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.compare("cats/one", with: 2, as: "cats/One.svg")
            let shown = "document.querySelector('.preview-canvas.mode-before .before img')?.checkVisibility()"
            try await browser.wait("the picture is not loaded", for: ".preview-canvas img")
            for (event, condition) in [("keydown", shown), ("keyup", "!\(shown)")] {
                try await browser.run("dispatchEvent(new KeyboardEvent('\(event)', { key: 'b', bubbles: true }))")
                try await browser.wait("the wrong version is shown after \(event)", condition)
            }
        }
    }

    @Test("from another machine one signs in with the token, and then everything works")
    func signIn() async throws {
        let token = "0123456789abcdef0123"
        try await ReviewPageFixture.on(token: token, discs: .one) { (reviewing, browser) async throws in
            try await browser.wait(
                "the login is not shown", "document.activeElement === document.querySelector('#token')")
            #expect(try await browser.run("return isSecureContext") == "false")
            try await browser.press("0123456789abcdef9999" + Self.enter)
            try await browser.wait("the wrong token causes no error message", for: "[role=alert]")
            try await browser.press(token + Self.enter)
            try await browser.wait("the page is not shown", "document.documentElement.dataset.live === 'yes'")
            #expect(try await browser.run("return document.cookie") == "")
            try await reviewing.approve("cats/one")
            try await eventually("the decision does not reach the manifest") {
                try reviewing.cli.sticker("cats", "one")?.review?.outcome == .approved
            }
            try await reviewing.open("#/messages/cats")
            try await browser.wait(
                "the sticker browser shows no stickers", "document.querySelector('.cell img')?.naturalWidth")
            try await browser.drag(".cell", to: ".message:last-of-type .bubble")
            try await browser.wait("the sticker is not placed", "document.querySelectorAll('.placed').length === 1")
        }
    }
}
