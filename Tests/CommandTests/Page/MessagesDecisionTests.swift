import Foundation
import TestSupport
import Testing

/// Tests decisions in the Messages view, and the size of the phone in this view.
@Suite(.serialized)
struct MessagesDecisionTests {
    private static let last = "document.querySelector('.last .label')?.textContent"

    @Test("the sticker that was sent last is approved and sent back there, and the next one takes its place")
    func decide() async throws {
        try await ReviewPageFixture.on(discs: .three) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.open("?talking#/messages/cats")
            try await browser.press("a")
            try await browser.wait(
                "the page does not explain how to decide",
                "document.querySelector('#toast').textContent === 'Send a sticker first, then decide about it.'")
            try await browser.click(".cell")
            let first = try await browser.run("return \(Self.last)")
            try await browser.click(".last [data-hold=approve]")
            try await browser.wait("the next sticker is not sent after the approval", "\(Self.last) !== '\(first)'")
            #expect(try await browser.run("return document.querySelectorAll('.message.bare').length") == "1")
            let second = try await browser.run("return \(Self.last)")
            try await browser.press("r")
            try await reviewing.sendBack("rounder")
            try await browser.wait(
                "the next sticker is not sent after the change request", "\(Self.last) !== '\(second)'")
            try await eventually("the decisions are not published") {
                let reviews = try reviewing.cli.catalog().packs.flatMap(\.stickers).compactMap(\.review)
                return Set(reviews.map(\.outcome)) == [.approved, .sentBack]
            }
            try await browser.press("k")
            try await browser.wait("the previous sticker is not sent", "\(Self.last) === '\(second)'")
        }
    }

    @Test("a sticker that is placed by P is resized by the next keys")
    func place() async throws {
        try await ReviewPageFixture.on(discs: .three) { (reviewing, browser) async throws in
            try await reviewing.open("?talking#/messages/cats")
            try await browser.wait(
                "the sticker browser shows no stickers", "document.querySelector('.cell img')?.naturalWidth")
            try await browser.focus(".cell")
            try await browser.press("p")
            try await browser.wait("the sticker is not placed", for: ".placed")
            let width = "document.querySelector('.placed').getBoundingClientRect().width"
            let before = try await browser.run("return \(width)")
            try await browser.press("++")
            try await browser.wait("the placed sticker is not enlarged", "\(width) > \(before)")
        }
    }

    @Test("in real size the phone has the width that was measured with a bank card, and a sticker lands at the pointer")
    func realSize() async throws {
        try await ReviewPageFixture.on(width: 1440, discs: .three) { (reviewing, browser) async throws in
            try await reviewing.open("?talking#/messages/cats")
            try await browser.click("[data-hold=scaletrue]")
            let set = """
                const ruler = document.querySelector('[data-hold=card]');
                ruler.value = '428';
                ruler.dispatchEvent(new Event('input'));
                """
            try await browser.run(set)
            // A bank card is 85.6 mm wide, and the screen of the phone is 64.6 mm wide.
            #expect(
                try await browser.run(
                    "return Math.round(document.querySelector('.phone').getBoundingClientRect().width)")
                    == "323")
            try await browser.drag(".cell", to: ".message:last-of-type .bubble")
            try await browser.wait("the sticker is not placed", for: ".placed")
            let distance = """
                const middle = (each) => {
                  const box = document.querySelector(each).getBoundingClientRect();
                  return [box.x + box.width / 2, box.y + box.height / 2];
                };
                const [a, b] = [middle('.placed'), middle('.message:last-of-type .bubble')];
                return Math.hypot(a[0] - b[0], a[1] - b[1]) < 4
                """
            #expect(try await browser.run(distance) == "true")
        }
    }

    @Test(
        "a title that the drawer of Messages may cut is marked; wide letters count twice",
        arguments: [
            ("Cats", false), ("Cats next door!", false), ("Cats of the Street", true), ("猫たちの毎日の", false),
            ("猫たちの毎日の暮らし", true),
        ])
    func longTitle(title: String, isMarked: Bool) async throws {
        let prepare: (CLIFixture) throws -> Void = { cli in
            try cli.drop(Art.disc(1), as: "cats/One.svg")
            try cli.put(#"{ "title": "\#(title)" }"#, at: "drop/cats/pack.json")
        }
        try await ReviewPageFixture.on(prepare: prepare) { (reviewing, browser) async throws in
            try await reviewing.open("#/messages/cats")
            try await browser.wait(
                "the title is not shown", "document.querySelector('.drawer .name')?.textContent === '\(title)'")
            let mark = "return Boolean(document.querySelector('.drawer .warned'))"
            #expect(try await browser.run(mark) == "\(isMarked)")
        }
    }

    @Test("the phone is in the middle between its settings and the decision")
    func middle() async throws {
        try await ReviewPageFixture.on(width: 1440, discs: .three) { (reviewing, browser) async throws in
            try await reviewing.open("?talking#/messages/cats")
            let offset = """
                const [phone, main] = ['.phone', 'main'].map((each) => document.querySelector(each).getBoundingClientRect());
                return Math.abs(phone.x + phone.width / 2 - (main.x + main.width / 2)) < 20
                """
            #expect(try await browser.run(offset) == "true")
            #expect(
                try await browser.run(
                    "return document.querySelector('.search').checkVisibility({ visibilityProperty: true })")
                    == "false")
        }
    }
}
