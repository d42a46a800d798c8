import TestSupport
import Testing

/// Tests what the page shows when it opens, and what it omits.
@Suite(.serialized)
struct ReviewLookTests {
    private static func packs(_ cli: CLIFixture) throws {
        try cli.drop(Art.disc(1), as: "cats/A sticker whose name is much longer than a card is wide.svg")
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try cli.drop(Art.disc(3), as: "cats/icon.svg")
        try cli.drop(
            Art.svg("<circle cx='32' cy='32' r='24' fill='none' stroke='#000' stroke-width='6'/>"),
            as: "dogs/Outline.svg")
        try cli.drop(Art.disc(4), as: "dogs/Rex.svg")
    }

    @Test("a card has its name in one line, and neither a state nor a size while there is nothing to say")
    func card() async throws {
        try await ReviewPageFixture.on(prepare: Self.packs) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/two", state: "open")
            let lines = """
                return [...document.querySelectorAll('.card .label')].map((each) => {
                  const range = document.createRange();
                  range.selectNodeContents(each);
                  return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
                }).join('')
                """
            #expect(try await browser.run(lines) == "1111")
            let card = """
                const card = document.querySelector('.card[data-key="cats/two"]');
                return [card.querySelector('.disc'), card.querySelector('.facts').textContent].join()
                """
            #expect(try await browser.run(card) == ",")
        }
    }

    @Test("on a laptop the first sticker is within the upper third of the window")
    func firstSight() async throws {
        try await ReviewPageFixture.on(prepare: Self.packs) { (reviewing, browser) async throws in
            try await browser.resize(width: 1280, height: 720)
            try await reviewing.wait(for: "cats/two", state: "open")
            let top = "return document.querySelector('.card .look').getBoundingClientRect().top < innerHeight / 3"
            #expect(try await browser.run(top) == "true")
        }
    }

    @Test("the side bar shows a pack's icon, or else its letter, and how much is decided")
    func sideBar() async throws {
        try await ReviewPageFixture.on(prepare: Self.packs) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await browser.wait(
                "the icon of the pack is not shown",
                "document.querySelector('.packs [href$=cats] img.badge')?.naturalWidth")
            #expect(
                try await browser.run("return document.querySelector('.packs [href$=dogs] .badge').textContent") == "d")
            try await reviewing.choose("cats/two")
            try await browser.press("a")
            try await reviewing.wait(for: "cats/two", state: "approved")
            let share = "document.querySelector('.packs [href$=cats].begun')?.style.getPropertyValue('--approved')"
            try await browser.wait("the progress bar of the pack is not at 50 %", "\(share) === '50%'")
        }
    }

    @Test("on a background that hides art the pack says how many stickers lose something, and lists them")
    func vanishing() async throws {
        let settings = Settings(backgrounds: ["black": "#000000", "white": "#ffffff"])
        try await ReviewPageFixture.on(settings, prepare: Self.packs) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "dogs/outline", state: "open")
            try await browser.press("1")
            let button = "[...document.querySelectorAll('[data-rule]:not([hidden])')]"
            try await browser.wait("the finding is not shown", "\(button).length === 1")
            #expect(try await browser.run("return \(button)[0].textContent") == "On black, 1 of 2 loses something")
            try await browser.run("\(button)[0].click()")
            let shown = "[...document.querySelectorAll('.card')].map((each) => each.dataset.key).join()"
            try await browser.wait("the stickers are not filtered", "\(shown) === 'dogs/outline'")
        }
    }

    @Test("the close view has one choice of backgrounds, and a photo of one's own replaces only its tile")
    func backgrounds() async throws {
        try await ReviewPageFixture.on(prepare: Self.packs) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/two", state: "open")
            try await browser.press("5")
            let own = "return getComputedStyle(document.querySelector('.swatch.own')).backgroundImage"
            #expect(try await browser.run(own) == "none")
            try await reviewing.open("?near#/sticker/cats/two")
            try await browser.wait(
                "the tiles of the backgrounds are not shown", "document.querySelector('.grounds .ground')")
            #expect(
                try await browser.run("return document.querySelector('#backgrounds').checkVisibility()") == "false")
        }
    }

    @Test("in dark colours a chosen segment stands out from its row")
    func darkSegments() async throws {
        try await ReviewPageFixture.on(prepare: Self.packs) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/two", state: "open")
            try await browser.prefer(dark: true)
            let contrast = """
                const light = (element) => {
                  const parts = getComputedStyle(element).backgroundColor.match(/[0-9]+/g).map((part) => part / 255)
                    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
                  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05;
                };
                const chosen = document.querySelector('#scales [aria-pressed=true]');
                return light(chosen) / light(chosen.parentElement) > 1.5
                """
            #expect(try await browser.run(contrast) == "true")
        }
    }

    @Test("when a card leaves the queue, the next ones slide to their places, unless less motion is preferred")
    func motion() async throws {
        try await ReviewPageFixture.on(prepare: Self.packs) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.open("?moving#/pack/cats?show=review")
            try await browser.run(
                """
                window.durations = [];
                const animate = Element.prototype.animate;
                Element.prototype.animate = function (frames, options) {
                  durations.push(options.duration);
                  return animate.call(this, frames, options);
                };
                """)
            for (isLess, left) in [(false, 1), (true, 0)] {
                try await browser.prefer(lessMotion: isLess)
                try await browser.run("durations.length = 0; document.querySelector('.card a').focus()")
                try await browser.press("a")
                let isGone = "document.querySelectorAll('.card[data-state=open]').length === \(left)"
                try await browser.wait("the sticker is not approved", isGone)
                #expect(try await browser.run("return [...new Set(durations)].join()") == (isLess ? "" : "180"))
            }
        }
    }

    @Test("M opens Messages with the pack of the sticker that is looked at")
    func messages() async throws {
        try await ReviewPageFixture.on(prepare: Self.packs) { (reviewing, browser) async throws in
            try await reviewing.open("?near#/sticker/dogs/rex")
            try await browser.press("m")
            try await browser.wait(
                "the Messages view does not show the pack of the page", "location.hash === '#/messages/dogs'")
            try await reviewing.open("?all#/")
            try await reviewing.choose("dogs/rex")
            try await browser.press("m")
            try await browser.wait(
                "the Messages view does not show the pack of the card", "location.hash === '#/messages/dogs'")
        }
    }

    @Test("the help opens with Close, and explains the keys, the pointer and every mark")
    func help() async throws {
        try await ReviewPageFixture.on(prepare: Self.packs) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/two", state: "open")
            try await browser.press("?")
            #expect(try await browser.run("return document.activeElement.value") == "close")
            let marks = """
                return ['approved', 'sentBack', 'newVersion', 'changed', 'unsent'].filter((each) => !document.querySelector('#help .disc.' + each)).join()
                """
            #expect(try await browser.run(marks) == "")
            let silent = """
                return [...document.querySelectorAll('#help :is(dd, li)')].filter((each) => !each.textContent).length
                """
            #expect(try await browser.run(silent) == "0")
        }
    }
}
