import Foundation
import TestSupport
import Testing

/// Tests the page on a phone, which Chromium emulates.
@Suite(.serialized)
struct ReviewTouchTests {
    private static func card(_ number: Int) -> String { ".card[data-key=\"cats/disc-\(number)\"]" }

    @Test("a swipe to the right approves, one to the left sends back, and a long press selects")
    func cards() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...4)) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await browser.becomePhone()
            try await reviewing.wait(for: "cats/disc-4", state: "open")
            try await browser.touch(Self.card(1) + " .look", movedBy: 110)
            try await reviewing.wait(for: "cats/disc-1", state: "approved")
            try await browser.touch(Self.card(2) + " .look", movedBy: -110)
            try await browser.wait("the page does not ask for a comment", for: "#send-back[open]")
            try await browser.run("document.querySelector('#send-back').close('cancel')")
            let marks = "document.querySelectorAll('.card[data-marked]').length"
            try await browser.touch(Self.card(3) + " .look", until: "\(marks) === 1")
            try await browser.touch(Self.card(1) + " .look")
            try await browser.wait("the tap does not select the sticker", "\(marks) === 2")
            #expect(try await browser.run("return location.hash") == "")
        }
    }

    @Test("beside a sticker a swipe goes to the next one and back")
    func swipe() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...4)) { (reviewing, browser) async throws in
            try await browser.becomePhone()
            try await reviewing.open("?near#/sticker/cats/disc-2")
            for (way, number) in [(-150, 3), (150, 2)] {
                try await browser.wait(
                    "the picture is not loaded", "document.querySelector('.preview-canvas.fit img')?.naturalWidth")
                try await browser.touch(".preview-canvas", movedBy: way)
                try await browser.wait(
                    "the movement does not open disc-\(number)", "location.hash === '#/sticker/cats/disc-\(number)'")
            }
        }
    }

    @Test("touch targets are at least 44 pixels wide and high")
    func targets() async throws {
        try await ReviewPageFixture.on(discs: .numbered(1...4)) { (reviewing, browser) async throws in
            try await browser.becomePhone()
            let small = """
                return [...document.querySelectorAll('button, a, input, summary')]
                  .filter((each) => each.checkVisibility() && !each.closest('dialog, .swatch, .skip, .pick'))
                  .map((each) => [each, each.getBoundingClientRect()])
                  .filter(([, box]) => box.width && (box.width < 44 || box.height < 44))
                  .map(([each, box]) => `${each.className} ${each.textContent} ${box.width} × ${box.height}`).join('\\n')
                """
            for view in ["#/", "#/sticker/cats/disc-1"] {
                try await reviewing.open("?\(view.count)\(view)")
                try await browser.wait("the picture is not loaded", "document.querySelector('#view img')?.naturalWidth")
                #expect(try await browser.run(small) == "", "\(view)")
            }
        }
    }
}
