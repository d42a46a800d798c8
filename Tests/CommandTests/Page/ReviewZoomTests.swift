import TestSupport
import Testing

/// Tests the page at a browser zoom of 200 %, which halves the size of the window
/// (https://www.w3.org/WAI/WCAG22/Understanding/resize-text).
@Suite(.serialized)
struct ReviewZoomTests {
    /// A script that returns the texts that are cut off, and the parts of the page to which the user cannot scroll, one
    /// per line.
    private static let cut = """
        const faults = new Set();
        const scrolls = (style) => [style.overflowX, style.overflowY].some((each) => ["auto", "scroll"].includes(each));
        const hides = (style) => [style.overflowX, style.overflowY].some((each) => ["hidden", "clip"].includes(each));
        const modal = document.querySelector("dialog:modal");
        const texts = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const [holder, words] = [texts.currentNode.parentElement, texts.currentNode.data.trim()];
          const isShown = holder.checkVisibility({ visibilityProperty: true, opacityProperty: true });
          if (!words || !isShown || holder.closest(".unseen, .skip, script, option")) continue;
          const range = document.createRange();
          range.selectNode(texts.currentNode);
          const box = range.getBoundingClientRect();
          // A text in a scrolling element can be read, and a text that ends in an ellipsis has a title.
          let isReadable = false;
          for (let frame = holder; frame && frame !== document.documentElement; frame = frame.parentElement) {
            const [style, edge] = [getComputedStyle(frame), frame.getBoundingClientRect()];
            isReadable ||= scrolls(style) || style.textOverflow === "ellipsis";
            const isCut = box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1;
            if (!isReadable && hides(style) && isCut) faults.add(words + ": cut off");
            if (style.position !== "fixed") continue;
            if (edge.top < -1 || edge.bottom > innerHeight + 1) faults.add(words + ": outside the window");
            break;
          }
          if (!isReadable && (box.left < -1 || box.right > innerWidth + 1)) faults.add(words + ": beside the window");
        }
        return [...faults].join("\\n")
        """

    private static func check(_ browser: Browser, _ state: String) async throws {
        #expect(try await browser.run(cut) == "", "\(state)")
        #expect(try await browser.run(ReviewLayoutTests.misfits) == "", "\(state)")
    }

    @Test(
        "at 200 % zoom no text is cut off, no button is wider than the page, and nothing scrolls sideways",
        arguments: [(1280, 800), (1440, 900)])
    func zoom(width: Int, height: Int) async throws {
        let prepare: (CLIFixture) throws -> Void = { cli in
            for name in ["Approved", "Sent back", "Open"] { try cli.drop(Art.disc(name.count), as: "cats/\(name).svg") }
            try cli.drop(Art.png(), as: "a pack with a long name/A sticker with quite a long name.png")
            try cli.drop(Array(Art.png().prefix(60)), as: "cats/Torn.png")
        }
        try await ReviewPageFixture.on(prepare: prepare) { (reviewing, browser) async throws in
            try await browser.resize(width: width / 2, height: height / 2, pixels: 2)
            try await reviewing.sign("Ada")
            try await reviewing.wait(for: "cats/open", state: "open")
            try await Self.check(browser, "the grid")
            try await reviewing.choose("cats/approved")
            try await browser.press("a")
            try await reviewing.wait(for: "cats/approved", state: "approved")
            try await Self.check(browser, "a message with Undo")
            try await reviewing.choose("cats/sent-back")
            try await browser.press("r")
            try await browser.wait("the page does not ask for a comment", "document.querySelector('#send-back[open]')")
            try await Self.check(browser, "what should change")
            try await browser.run("document.querySelector('#send-back [value=send]').click()")
            try await reviewing.wait(for: "cats/sent-back", state: "sentBack")
            try await browser.press("x")
            try await Self.check(browser, "a selection")
            try await browser.run("document.querySelector('#filter-menu').open = true")
            try await Self.check(browser, "the menu of filters")
            try await browser.press("\u{E00C}\u{E00C}?")
            try await Self.check(browser, "the help")
            #expect(try await browser.run("return document.querySelector('#help').scrollTop") == "0")
            try await reviewing.open("?near#/sticker/cats/open")
            try await browser.wait(
                "the picture is not loaded", "document.querySelector('.preview-canvas img')?.naturalWidth")
            try await Self.check(browser, "the close view")
            let isAbove = """
                const [art, bar] = ['.preview-canvas img', '.decide'].map((each) => document.querySelector(each).getBoundingClientRect());
                return art.bottom <= bar.top
                """
            #expect(try await browser.run(isAbove) == "true", "the decision covers the art")
            try await browser.press("r")
            try await browser.wait("the comment drawer does not open", "document.querySelector('#send-back[open]')")
            try await Self.check(browser, "a comment in the close view")
            let isBeside = """
                const [art, drawer] = ['.preview-canvas img', '#send-back'].map((each) => document.querySelector(each).getBoundingClientRect());
                return art.right <= drawer.left
                """
            #expect(try await browser.run(isBeside) == "true", "the drawer covers the art")
            try await browser.run("document.querySelector('#send-back').close('cancel')")
            try await reviewing.open("?list#/?show=sentBack")
            try await reviewing.wait(for: "cats/sent-back", state: "sentBack")
            try await Self.check(browser, "what was sent back")
            try await reviewing.open("?talking#/messages/cats")
            try await Self.check(browser, "as in Messages")
            try await reviewing.open("?ending#/?show=review")
            for _ in 0..<2 {
                let open = try await browser.run("return document.querySelector('#packs .count').textContent")
                try await browser.run("document.querySelector('.card[data-state=open] a').focus()")
                try await browser.press("a")
                try await browser.wait(
                    "the sticker is not approved", "document.querySelector('#packs .count').textContent !== '\(open)'")
            }
            try await browser.wait("the end of the review is not shown", "document.querySelector('#finished')")
            try await Self.check(browser, "the end")
        }
    }
}
