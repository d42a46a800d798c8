import Foundation
import TestSupport
import Testing

/// Tests decisions while the server is not available.
@Suite(.serialized)
struct KeptDecisionTests {
    private static let kept = """
        Object.entries(localStorage).filter(([key]) => key.startsWith('stickerd.unsent:'))
          .flatMap(([, text]) => JSON.parse(text)).length
        """
    private static let away = ["*api/decisions*"]

    @Test("a decision that cannot be sent is shown, survives a reload, and is sent when the server answers again")
    func kept() async throws {
        try await ReviewPageFixture.on(discs: .three) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.choose("cats/one")
            try await browser.block(Self.away)
            try await browser.press("aa")
            try await browser.wait("the decisions are not kept", "\(Self.kept) === 2")
            try await browser.wait(
                "the kept decisions are not marked",
                "document.querySelectorAll('[data-state=approved] .disc.unsent').length === 2")
            try await browser.wait(
                "the page does not report the kept decisions",
                "document.querySelector('#toast.bad.shown')?.textContent.includes('2 decisions are kept')")
            try await reviewing.open("?again#/")
            try await browser.wait(
                "the kept decisions are lost after a reload",
                "document.querySelectorAll('[data-state=approved] .disc.unsent').length === 2")
            #expect(try reviewing.cli.catalog().packs.flatMap(\.stickers).allSatisfy { $0.review == nil })
            try await browser.block([])
            try await browser.wait("the kept decisions are not sent", "\(Self.kept) === 0")
            try await browser.wait(
                "the sent decisions are still marked as kept",
                "!document.querySelector('[data-state=approved] .disc.unsent')")
            try await eventually("the decisions are not published") {
                try reviewing.cli.catalog().packs.flatMap(\.stickers).count { $0.review?.outcome == .approved } == 2
            }
        }
    }

    @Test("Try again sends kept decisions immediately; a sticker that has changed in the meantime goes back to review")
    func changed() async throws {
        try await ReviewPageFixture.on(discs: .three) { (reviewing, browser) async throws in
            try await reviewing.sign("Ada")
            try await reviewing.choose("cats/one")
            try await browser.block(Self.away)
            try await browser.press("aa")
            try await browser.wait("the decisions are not kept", "\(Self.kept) === 2")
            try reviewing.cli.drop(Art.disc(70), as: "cats/One.svg")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await browser.block([])
            try await browser.click("#toast button")
            try await browser.wait(
                "the page does not report the changed sticker",
                "document.querySelector('#toast').textContent.includes('1 changed while you were looking')")
            #expect(try await browser.run("return \(Self.kept)") == "0")
            try await reviewing.wait(for: "cats/one", state: "open")
            try await eventually("the decision about the other sticker is not published") {
                try reviewing.cli.catalog().packs.flatMap(\.stickers).count { $0.review != nil } == 1
            }
        }
    }
}
