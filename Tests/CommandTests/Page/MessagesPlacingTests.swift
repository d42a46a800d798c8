import Foundation
import TestSupport
import Testing

/// Tests stickers that are placed on other stickers in the Messages view.
@Suite(.serialized)
struct MessagesPlacingTests {
    private static let (left, delete) = ("\u{E012}", "\u{E017}")

    private static func cell(_ name: String) -> String { ".cell[data-key=\"cats/\(name)\"]" }

    private static func waitForPlaced(_ labels: String..., in browser: Browser) async throws {
        try await browser.wait(
            "other stickers are placed than expected",
            "[...document.querySelectorAll('.placed')].map((each) => each.ariaLabel).join('; ') === '\(labels.joined(separator: "; "))'"
        )
    }

    /// The centre, size in percent and angle of each placed sticker, rounded.
    private static func positions(in browser: Browser) async throws -> [String] {
        try await browser.run(
            """
            return [...document.querySelectorAll('.placed')].map((each) => {
              const { a, b } = new DOMMatrix(getComputedStyle(each).transform);
              const size = Math.hypot(a, b), angle = Math.atan2(b, a) * 180 / Math.PI;
              return [parseFloat(each.style.left), parseFloat(each.style.top), 100 * size, angle].map(Math.round).join(' ');
            }).join('; ')
            """
        ).components(separatedBy: "; ")
    }

    @Test("a sticker is peeled onto a placed one, and follows it when that one is moved, turned and scaled")
    func onto() async throws {
        try await ReviewPageFixture.on(discs: .three) { (reviewing, browser) async throws in
            try await reviewing.open("#/messages/cats")
            try await browser.wait(
                "the sticker browser shows no stickers", "document.querySelector('.cell img')?.naturalWidth")
            try await browser.drag(Self.cell("one"), to: ".message:last-of-type .bubble")
            try await Self.waitForPlaced("One, placed", in: browser)
            try await browser.drag(Self.cell("two"), to: ".placed")
            try await Self.waitForPlaced("One, placed", "Two, placed on One", in: browser)
            #expect(Set(try await Self.positions(in: browser)).count == 1)
            try await browser.focus(".placed")
            try await browser.press(Self.left + "]]++")
            let both = try await Self.positions(in: browser)
            #expect(Set(both).count == 1)
            #expect(both[0].hasSuffix(" 75 4"), "\(both)")
            // If only the upper sticker is selected, it is turned alone.
            try await browser.run("document.querySelectorAll('.placed')[1].focus()")
            try await browser.press("[")
            #expect(try await Self.positions(in: browser)[0] == both[0])
            #expect(try await Self.positions(in: browser)[1].hasSuffix(" 75 -1"))
        }
    }

    @Test("with Shift and P a sticker is laid on the last one, which leaves it to the one below when it is deleted")
    func keyboard() async throws {
        try await ReviewPageFixture.on(discs: .three) { (reviewing, browser) async throws in
            try await reviewing.open("#/messages/cats")
            try await browser.wait(
                "the sticker browser shows no stickers", "document.querySelector('.cell img')?.naturalWidth")
            for (name, key) in [("one", "p"), ("two", "P"), ("three", "P")] {
                // The key presses of WebDriver do not include Shift, so the test sends an event.
                try await browser.run(
                    """
                    const down = { key: '\(key)', shiftKey: \(key == "P"), bubbles: true };
                    document.querySelector('\(Self.cell(name))').dispatchEvent(new KeyboardEvent('keydown', down));
                    """)
            }
            try await Self.waitForPlaced("One, placed", "Two, placed on One", "Three, placed on Two", in: browser)
            try await browser.run("document.querySelectorAll('.placed')[1].focus()")
            try await browser.press(Self.delete)
            try await Self.waitForPlaced("One, placed", "Three, placed on One", in: browser)
        }
    }

    @Test("a second finger turns and scales a placed sticker")
    func fingers() async throws {
        try await ReviewPageFixture.on(discs: .three) { (reviewing, browser) async throws in
            try await browser.becomePhone()
            try await reviewing.open("#/messages/cats")
            try await browser.wait(
                "the sticker browser shows no stickers", "document.querySelector('.cell img')?.naturalWidth")
            try await browser.run("document.querySelector('\(Self.cell("one"))').focus()")
            try await browser.press("p")
            try await Self.waitForPlaced("One, placed", in: browser)
            try await browser.run("document.querySelector('.placed').scrollIntoView({ block: 'center' })")
            try await browser.turn(".placed")
            // The second finger moved from 100 points to the left, to 100 points to the left and up. The angle changed
            // by 45 degrees and the distance by the factor 1.41.
            let position = try await Self.positions(in: browser)[0]
            #expect(position.hasSuffix(" 88 39"), "\(position)")
        }
    }
}
