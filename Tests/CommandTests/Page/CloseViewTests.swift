import Foundation
import TestSupport
import Testing

/// Tests the view of a single sticker in Chromium.
@Suite(.serialized)
struct CloseViewTests {
    /// Opens a sticker's view.
    private static func look(at key: String, _ reviewing: ReviewPageFixture) async throws {
        try await reviewing.open("?look#/sticker/" + key)
        try await reviewing.browser.wait(
            "the picture is not loaded", "document.querySelector('.preview-canvas img')?.naturalWidth")
    }

    @Test("Fit gives the art at least 40 % of the window, on screens of every size and on a phone")
    func share() async throws {
        try await ReviewPageFixture.on(discs: ["cats/One.svg": 1, "cats/Two.svg": 2]) {
            (reviewing, browser) async throws in
            try await Self.look(at: "cats/one", reviewing)
            let share = """
                const box = document.querySelector('.preview-canvas img').getBoundingClientRect();
                return Math.floor(100 * box.width * box.height / innerWidth / innerHeight)
                """
            for (width, height) in [(1280, 720), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440), (390, 844)] {
                try await browser.resize(width: width, height: height)
                let percent = Int(try await browser.run(share)) ?? 0
                #expect(percent >= 40, "\(width) × \(height)")
            }
        }
    }

    @Test("the drawer for a comment covers no art, a click on the picture pins a place, and Control Enter sends it")
    func drawer() async throws {
        try await ReviewPageFixture.on(discs: ["cats/One.svg": 1, "cats/Two.svg": 2]) {
            (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await Self.look(at: "cats/one", reviewing)
            try await browser.press("r")
            try await browser.wait("the page does not ask for a comment", for: "#send-back[open]")
            let isBeside = """
                const [canvas, drawer] = ['.preview-canvas', '#send-back'].map((each) => document.querySelector(each).getBoundingClientRect());
                return canvas.right <= drawer.left + 1 || canvas.bottom <= drawer.top + 1
                """
            for (width, height) in [(1280, 900), (1440, 900), (390, 844)] {
                try await browser.resize(width: width, height: height)
                #expect(try await browser.run(isBeside) == "true", "\(width)")
            }
            try await browser.resize(width: 1280)
            try await browser.drag(".pin-board", to: ".pin-board")
            try await browser.wait("the pin is not shown", "document.querySelectorAll('.pin').length === 1")
            try await browser.press("greener")
            try await browser.run(
                """
                document.querySelector('#send-back-comment').dispatchEvent(
                  new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }))
                """)
            try await browser.wait("the next sticker is not shown", "location.hash === '#/sticker/cats/two'")
            try await Self.look(at: "cats/one", reviewing)
            try await browser.wait("the pin is not shown after the decision", for: ".subject .pin")
            #expect(try await browser.text(of: ".panel blockquote") == "greener")
        }
    }

    @Test("a double click and the wheel zoom, and the point under the pointer stays where it is")
    func zoom() async throws {
        try await ReviewPageFixture.on(discs: ["cats/One.svg": 1, "cats/Two.svg": 2]) {
            (reviewing, browser) async throws in
            try await Self.look(at: "cats/one", reviewing)
            let point = """
                const box = document.querySelector('.subject').getBoundingClientRect();
                window.x = window.x ?? box.left + 0.6 * box.width;
                window.y = window.y ?? box.top + 0.4 * box.height;
                return [(window.x - box.left) / box.width, (window.y - box.top) / box.height].map((each) => each.toFixed(2)).join()
                """
            #expect(try await browser.run(point) == "0.60,0.40")
            let zoom = "document.querySelector('.zooms [aria-pressed=true]').textContent"
            func turn(_ way: Int) async throws {
                try await browser.run(
                    """
                    document.querySelector('.preview-canvas').dispatchEvent(new WheelEvent('wheel', {
                      deltaY: \(way), ctrlKey: true, clientX: window.x, clientY: window.y, bubbles: true, cancelable: true }))
                    """)
            }
            try await browser.run(
                """
                document.querySelector('.preview-canvas').dispatchEvent(new MouseEvent('dblclick', {
                  clientX: window.x, clientY: window.y, bubbles: true }))
                """)
            try await browser.wait("the picture is not enlarged", "\(zoom) === '2:1'")
            // At this zoom, the picture is only a little larger than its frame and cannot leave the frame's edges. The
            // point may move by the difference of both sizes.
            let before = try await browser.run(point)
            let moved = zip(before.split(separator: ",").compactMap { Double($0) }, [0.6, 0.4]).map { abs($0 - $1) }
            #expect(moved.count == 2 && moved.allSatisfy { $0 < 0.05 }, "\(before)")
            for name in ["4:1", "8:1"] {
                try await turn(-120)
                try await browser.wait("the picture is not enlarged to \(name)", "\(zoom) === '\(name)'")
            }
            #expect(try await browser.run(point) == before)
            try await turn(120)
            try await browser.wait("the picture is not reduced", "\(zoom) === '4:1'")
        }
    }

    @Test("while V is held the art that vanishes on the background is painted, and no other")
    func vanishing() async throws {
        let settings = Settings(backgrounds: ["a": "#ffffff", "b": "#000000"])
        let half =
            "<rect x='4' y='4' width='28' height='56' fill='#000'/><rect x='32' y='4' width='28' height='56' fill='#e33'/>"
        let prepare: (CLIFixture) throws -> Void = { cli in try cli.drop(Art.svg(half), as: "cats/Half.svg") }
        try await ReviewPageFixture.on(settings, prepare: prepare) { (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/half", state: "open")
            func hold(_ isHeld: Bool) async throws {
                try await browser.run(
                    "dispatchEvent(new KeyboardEvent('\(isHeld ? "keydown" : "keyup")', { key: 'v', bubbles: true }))")
            }
            let sides = """
                const map = document.querySelector('.vanished');
                const { data } = map.getContext('2d').getImageData(0, 0, map.width, map.height);
                const counts = [0, 0];
                for (let pixel = 0; pixel < map.width * map.height; pixel += 1) {
                  if (data[4 * pixel + 3]) counts[pixel % map.width < map.width / 2 ? 0 : 1] += 1;
                }
                return counts.map((each) => each > 1000).join()
                """
            for view in ["#/", "#/sticker/cats/half"] {
                try await reviewing.open("?\(view.count)\(view)")
                try await browser.wait("the picture is not loaded", "document.querySelector('#view img')?.naturalWidth")
                try await browser.press("1")
                try await hold(true)
                try await browser.wait("the page does not report that no art vanishes", for: ".toast.shown")
                #expect(try await browser.run("return document.querySelector('.vanished')") == "null")
                try await hold(false)
                try await browser.press("2")
                try await hold(true)
                try await browser.wait("the vanishing art is not marked", for: ".vanished")
                #expect(try await browser.run(sides) == "true,false")
                try await hold(false)
                #expect(try await browser.run("return document.querySelector('.vanished')") == "null")
            }
        }
    }

    @Test("the keys , and . go through every frame on the canvas, and slow motion plays them")
    func frames() async throws {
        let prepare: (CLIFixture) throws -> Void = { cli in
            try cli.drop(Array(try Data(contentsOf: CloseViewTests.animation)), as: "cats/Moving.png")
        }
        try await ReviewPageFixture.on(prepare: prepare) { (reviewing, browser) async throws in
            try await Self.look(at: "cats/moving", reviewing)
            try await browser.press(" ")
            try await browser.wait("no single frame is shown", for: ".preview-canvas canvas.frame")
            let picture = """
                const canvas = document.querySelector('canvas.frame');
                const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                return data.reduce((sum, value) => (sum * 31 + value) % 1000003, 7)
                """
            var seen: Set<String> = []
            for frame in 1...12 {
                try await browser.wait(
                    "frame \(frame) is not shown",
                    "document.querySelector('.frame-words').textContent.startsWith('frame \(frame) of 12')")
                seen.insert(try await browser.run(picture))
                try await browser.press(".")
            }
            #expect(seen.count > 6)
            try await browser.press(",")
            try await browser.wait(
                "frame 12 is not shown", "document.querySelector('.frame-words').textContent.startsWith('frame 12 ')")
            try await browser.click("[data-hold=\"speed-0.25\"]")
            try await browser.wait(
                "the animation does not play",
                "document.querySelector('.frame-words').textContent.startsWith('frame 3 ')")
        }
    }

    /// An animation of twelve frames.
    static let animation = Repository.url.appending(path: "samples/drop/cats/Waving Cat.png")
}
