import Foundation
import TestSupport
import Testing

/// Measures the layout of the page in each of its states in Chromium.
@Suite(.serialized)
struct ReviewLayoutTests {
    /// The widths of phones, tablets and screens, and both sides of each width at which the layout changes.
    private static let widths = [320, 360, 390, 500, 501, 768, 860, 861, 1080, 1081, 1280, 1281, 1440, 1920, 2560]

    /// A script that returns the buttons and links whose text is broken into lines, cut off or outside the window, one
    /// per line.
    static let misfits = """
        const faults = [];
        for (const button of document.querySelectorAll("button, .button, .views a, .packs a, .way a")) {
          // The text of a background's tile is below the tile.
          if (button.matches(".ground") || !button.checkVisibility({ visibilityProperty: true })) continue;
          const box = button.getBoundingClientRect();
          const name = button.className + " " + button.textContent.trim();
          const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const holder = texts.currentNode.parentElement;
            if (holder.closest(".unseen") || !texts.currentNode.data.trim()) continue;
            const range = document.createRange();
            range.selectNode(texts.currentNode);
            const isShortened = getComputedStyle(holder).textOverflow === "ellipsis";
            const text = (isShortened ? holder : range).getBoundingClientRect();
            if (text.left < box.left - 1 || text.right > box.right + 1) faults.push(name + ": too narrow");
            if (text.top < box.top - 1 || text.bottom > box.bottom + 1) faults.push(name + ": too low");
            const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top)));
            if (lines.size > 1) faults.push(name + ": broken into lines");
          }
          let frame = button.parentElement;
          while (frame && getComputedStyle(frame).overflowX === "visible") frame = frame.parentElement;
          const isInRow = frame && frame !== document.documentElement && frame !== document.body;
          if (!isInRow && (box.left < 0 || box.right > innerWidth + 0.5)) faults.push(name + ": outside the window");
        }
        if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the window");
        for (const dialog of document.querySelectorAll("dialog[open]")) {
          if (dialog.scrollWidth > dialog.clientWidth) faults.push(dialog.id + " scrolls sideways");
        }
        return faults.join("\\n")
        """

    /// Checks the layout at every width.
    private static func check(_ browser: Browser, _ state: String) async throws {
        for width in widths {
            try await browser.resize(width: width)
            let misfits = try await browser.run(Self.misfits)
            #expect(misfits == "", "\(state) at \(width)")
        }
    }

    @Test("no text is wider or higher than its button, in any state and at any width")
    func buttons() async throws {
        let prepare: (CLIFixture) throws -> Void = { cli in
            for name in ["Changed", "Approved", "Sent back", "Open"] {
                try cli.drop(Art.disc(name.count), as: "cats/\(name).svg")
            }
            try cli.drop(Art.png(), as: "a pack with a long name/A sticker with quite a long name.png")
            try cli.drop(Array(Art.png().prefix(60)), as: "cats/Torn.png")
            try cli.drop(MessagesTests.art("#fc4"), as: "cats/messages/Your Move.svg")
            try cli.drop(MessagesTests.texts, as: "cats/messages/Your Move.json")
        }
        try await ReviewPageFixture.on(prepare: prepare) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/open", state: "open")
            try await reviewing.choose("cats/changed")
            try await browser.press("a")
            try await browser.wait("the page does not ask for a name", for: "#who[open]")
            try await Self.check(browser, "who is reviewing")
            try await browser.press("Ada Lovelace of Ockham Park, Surrey\u{E007}")
            try await reviewing.wait(for: "cats/changed", state: "approved")
            try await Self.check(browser, "a message with Undo")
            try await reviewing.choose("cats/approved")
            try await browser.press("a")
            try await reviewing.wait(for: "cats/approved", state: "approved")
            try await reviewing.choose("cats/sent-back")
            try await browser.press("r")
            try await browser.wait("the page does not ask for a comment", for: "#send-back[open]")
            try await Self.check(browser, "what should change")
            try await browser.click("#send-back [value=send]")
            try await reviewing.wait(for: "cats/sent-back", state: "sentBack")
            try reviewing.cli.drop(Art.disc(50), as: "cats/Changed.svg")
            try await reviewing.wait(for: "cats/changed", state: "changed")
            try await Self.check(browser, "the grid")
            try await browser.press("jx")
            try await browser.run("document.querySelector('#filter-menu').open = true")
            try await Self.check(browser, "a selection, and the menu of filters")
            try await browser.press("\u{E00C}\u{E00C}")
            for name in ["changed", "approved", "sent-back", "open", "messages/your-move"] {
                try await reviewing.open("?\(name)#/sticker/cats/\(name)")
                try await browser.wait("the picture is not loaded", for: ".preview-canvas img")
                try await Self.check(browser, name)
            }
            try await reviewing.open("?comparing#/sticker/cats/changed")
            for mode in ["slider", "flicker", "difference"] {
                try await browser.click("[data-hold=mode-\(mode)]")
                try await browser.prefer(lessMotion: true)
                try await Self.check(browser, mode)
            }
            try await reviewing.open("?files#/")
            try await browser.wait("the unused file is not shown", for: ".unused:not([hidden])")
            try await browser.run("document.querySelector('.unused').open = true")
            try await Self.check(browser, "files that are not used")
            try await browser.block(["*api/decisions*"])
            try await reviewing.choose("cats/open")
            try await browser.press("a")
            try await browser.wait("the kept decision is not reported", for: "#toast.bad.shown .icon")
            try await Self.check(browser, "a decision that is kept")
            try await browser.block([])
            try await reviewing.open("?talking#/messages/cats")
            try await Self.check(browser, "as in Messages")
            try await browser.click(".cell")
            try await Self.check(browser, "a sticker that was sent")
            try await browser.press("?")
            try await Self.check(browser, "the keys")
            try await reviewing.open("?ending#/")
            try await reviewing.wait(for: "cats/changed", state: "changed")
            while try await browser.run("return Boolean(document.querySelector('#finished'))") == "false" {
                let open = try await browser.text(of: "#packs .count")
                try await browser.focus(":is(.card[data-state=open], .card[data-state=changed]) a")
                try await browser.press("a")
                try await browser.wait(
                    "the sticker is not approved",
                    "document.querySelector('#finished') || document.querySelector('#packs .count').textContent !== '\(open)'"
                )
            }
            try await Self.check(browser, "the end")
        }
    }

    @Test(
        "no text is wider or higher than its button, in any language",
        arguments: ["de", "ja", "pt-BR", "ru", "zh-Hans"])
    func languages(language: String) async throws {
        let prepare: (CLIFixture) throws -> Void = { cli in
            for name in ["One", "Two"] { try cli.drop(Art.disc(name.count), as: "cats/\(name).svg") }
        }
        try await ReviewPageFixture.on(prepare: prepare) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.open("?language=\(language)#/")
            #expect(try await browser.run("return document.documentElement.lang") == language)
            try await reviewing.wait(for: "cats/one", state: "open")
            try await Self.check(browser, "the grid in \(language)")
            try await browser.press("jx")
            try await Self.check(browser, "a selection in \(language)")
            try await browser.press("\u{E00C}\u{E00C}?")
            try await Self.check(browser, "the keys in \(language)")
            try await reviewing.open("?language=\(language)&near#/sticker/cats/one")
            try await browser.wait("the picture is not loaded", for: ".preview-canvas img")
            try await Self.check(browser, "a sticker in \(language)")
            try await reviewing.open("?language=\(language)&talking#/messages/cats")
            try await Self.check(browser, "as in Messages in \(language)")
        }
    }

    @Test("a language that is chosen in the help is kept; no text of the page is missing")
    func chosenLanguage() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            #expect(try await browser.run("return document.documentElement.lang") == "en")
            let choose = """
                const menu = document.getElementById("language");
                menu.value = "ru";
                menu.dispatchEvent(new Event("change"));
                """
            try await browser.run(choose)
            try await browser.wait("the page is not in Russian", "document.documentElement.lang === 'ru'")
            try await reviewing.open("?again#/sticker/cats/one")
            #expect(try await browser.run("return document.documentElement.lang") == "ru")
            #expect(try await browser.text(of: "[data-hold=approve]") == "Утвердить")
            // The page shows the key of a text that is missing.
            #expect(
                try await browser.run("return document.body.innerText.match(/\\b[a-z]+\\.[a-zA-Z]+\\b/g) ?? ''") == "")
        }
    }

    @Test("no text is wider or higher than its button in the login and in a review file")
    func otherPages() async throws {
        try await ReviewPageFixture.on(token: "0123456789abcdef0123") { (reviewing, browser) async throws in
            try await Self.check(browser, "the login")
        }
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        #expect(try await cli.run("review", "file", "--to", "review.html").status == 0)
        try await Browser.with(in: cli.path) { (browser) async throws in
            try await browser.open("file://" + cli.file("review.html"))
            try await browser.press("jr")
            try await Self.check(browser, "a review file")
        }
    }

    @Test(
        "a zoom is a whole multiple of the file's pixels, on every screen; Fit shows the complete sticker",
        arguments: [1.0, 2.0])
    func zoom(pixels: Double) async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await browser.resize(width: 1280, pixels: pixels)
            try await reviewing.open("?zooming#/sticker/cats/one")
            try await browser.wait(
                "the picture is not loaded", "document.querySelector('.preview-canvas img')?.naturalWidth")
            let isWhole = """
                const [canvas, image] = ['.preview-canvas', '.preview-canvas img'].map((each) => document.querySelector(each));
                return image.clientHeight <= canvas.clientHeight && image.clientHeight > 0.7 * canvas.clientHeight
                """
            #expect(try await browser.run(isWhole) == "true")
            let multiple = """
                const image = document.querySelector('.preview-canvas img');
                return image.getBoundingClientRect().width * devicePixelRatio / image.naturalWidth
                """
            for zoom in ["1", "2", "4", "8"] {
                try await browser.click("[data-hold=\"zoom-\(zoom)\"]")
                #expect(try await browser.run(multiple) == zoom)
            }
            try await browser.press("0+")
            let points = "return document.querySelector('.preview-canvas img').clientWidth"
            #expect(try await browser.run(points) == "100")
        }
    }

    @Test("with reduced motion, flicker shows one version at a time, with a button for each")
    func flicker() async throws {
        try await ReviewPageFixture.on(discs: .one) { (reviewing, browser) async throws in
            try await reviewing.approve("cats/one")
            try reviewing.cli.drop(Art.disc(2), as: "cats/One.svg")
            try await reviewing.wait(for: "cats/one", state: "changed")
            try await browser.prefer(lessMotion: true)
            try await reviewing.open("#/sticker/cats/one")
            try await browser.click("[data-hold=mode-flicker]")
            let shown = """
                return [...document.querySelectorAll('.layer')].filter((each) => each.checkVisibility({ visibilityProperty: true }))
                  .map((each) => each.className).join()
                """
            #expect(try await browser.run(shown) == "layer after")
            try await browser.click("[data-hold=turn-true]")
            #expect(try await browser.run(shown) == "layer before")
        }
    }
}
