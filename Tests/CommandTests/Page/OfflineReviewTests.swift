import Foundation
import StickerManifest
import TestSupport
import Testing

/// Tests a review file: it is written, reviewed in Chromium from the disk, and imported.
@Suite(.serialized)
struct OfflineReviewTests {
    @Test("a review file is one file that loads nothing, and its decisions can be imported")
    func roundTrip() async throws {
        let cli = try await CLIFixture.built(["cats/<b>One.svg": 1, "cats/Two.svg": 2])
        let written = try await cli.run("review", "file", "--to", "review.html")
        #expect(written.status == 0 && written.output.contains(": 2 stickers, "))
        try await Browser.with(in: cli.path) { (browser) async throws in
            try await browser.open("file://" + cli.file("review.html"))
            try await browser.wait("the pictures are not shown", Self.pictures(2))
            #expect(try await browser.run("return document.querySelectorAll('b').length") == "0")
            try await browser.press("jar")
            try await browser.wait(
                "the page does not ask for a comment", "document.activeElement.tagName === 'TEXTAREA'")
            try await browser.press("Too round")
            #expect(try await browser.run(Self.warns) == "true", "the page does not ask before it closes")
            try await browser.run(
                """
                URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return '#'; };
                document.getElementById('save').click();
                """)
            #expect(
                try await browser.run("return document.activeElement.id + window.saved") == "reviewerundefined",
                "the decisions are saved without a name")
            try await browser.run(
                "document.getElementById('reviewer').value = 'Ada'; document.getElementById('save').click()")
            try await browser.wait("the decisions are not saved", "window.saved")
            #expect(try await browser.run(Self.warns) == "false")
            try cli.put(try await browser.run("return window.saved"), at: "decisions.json")
        }
        let taken = try await cli.run("review", "import", "decisions.json")
        #expect(taken.status == 0 && taken.output == "2 decisions were imported.\n")
        let reviews = try cli.catalog().packs.flatMap(\.stickers).map(\.review)
        #expect(
            Set(reviews) == [
                Review(outcome: .approved, reviewer: "Ada"),
                Review(outcome: .sentBack, reviewer: "Ada", comment: "Too round"),
            ])
        #expect(
            try await cli.run("review", "import", "decisions.json").output
                == "0 decisions were imported; 2 are already known.\n")
        #expect(try await cli.run("review", "file", "--to", "rest.html").output.contains(": no stickers, "))
        #expect(try await cli.run("review", "file", "--mode", "failing").output.contains(": 1 sticker, "))
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("a review file keeps its decisions while it is closed, shows those that are open, and enlarges")
    func closed() async throws {
        let cli = try await CLIFixture.built(.numbered(1...4))
        #expect(try await cli.run("review", "file", "--to", "review.html").status == 0)
        try await Browser.with(width: 390, in: cli.path) { (browser) async throws in
            try await browser.open("file://" + cli.file("review.html"))
            try await browser.wait("the pictures are not shown", Self.pictures(4))
            try await browser.press("jar")
            try await browser.wait(
                "the page does not ask for a comment", "document.activeElement.tagName === 'TEXTAREA'")
            try await browser.press("Too round")
            // A browser without a window does not show the question, so the page must not ask it.
            try await browser.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
            try await browser.open("about:blank")
            try await browser.open("file://" + cli.file("review.html"))
            try await browser.wait("the pictures are not shown", Self.pictures(4))
            let states = "[...document.querySelectorAll('li.card')].map((each) => each.className.slice(5)).join()"
            #expect(try await browser.run("return \(states)") == "approved,sentBack,open,open")
            #expect(
                try await browser.run(
                    "return [...document.querySelectorAll('textarea')].map((each) => each.value).join('')")
                    == "Too round")
            try await browser.run("document.getElementById('open').click()")
            #expect(
                try await browser.run(
                    "return [...document.querySelectorAll('li.card')].filter((each) => each.checkVisibility()).length")
                    == "2")
            try await browser.click("li.card:not([hidden]) .look")
            try await browser.wait(
                "the picture is not enlarged",
                "document.querySelector('#large[open] img')?.getBoundingClientRect().width > 300")
        }
    }

    /// A script that returns whether the browser would ask before it closes the page.
    private static let warns = "return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"

    private static func pictures(_ count: Int) -> String {
        "[...document.querySelectorAll('.look img')].filter((each) => each.naturalWidth === 300).length === \(count)"
    }

    @Test("decisions that are taken in while another works on the output are in the manifest when the command ends")
    func importBesideAnother() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        try cli.put(try Self.approval(of: cli), at: "decisions.json")
        let script = "touch held; while [ -e held ]; do sleep 0.02; done"
        let other = try Command(["flock", ".out.stickerd/lock", "sh", "-c", script], in: cli.path)
        try await eventually("the other process does not take the lock: \(other.complaint)") { cli.has("held") }
        let taking = try cli.start(["review", "import", "decisions.json"])
        try await eventually("the import does not report that it is waiting: \(taking.output)") {
            taking.complaint.contains(", which works on this output.")
        }
        #expect(try cli.sticker("cats", "one")?.review == nil)
        try cli.remove("held")
        #expect(try await taking.ending().status == 0)
        #expect(try cli.sticker("cats", "one")?.review?.outcome == .approved)
        #expect(try await other.ending().status == 0)
    }

    @Test("a decision from the future is imported with the current time, with a notice")
    func future() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        try cli.put(try Self.approval(of: cli, decided: "2999-01-01T00:00:00Z"), at: "decisions.json")
        let ending = try await cli.run("review", "import", "decisions.json")
        #expect(ending.status == 0 && (ending.output + ending.complaint).contains("is treated as made now"))
        #expect(try await cli.run("review", "export", "--csv").output.split(separator: "\r\n").count == 2)
    }

    /// A file of decisions that approves the current image of cats/one.
    private static func approval(of cli: CLIFixture, decided: String = "2026-11-21T18:00:00Z") throws -> String {
        let sticker = try #require(try cli.sticker("cats", "one"))
        return CLIFixture.decisionFile(pixels: sticker.pixels, at: decided)
    }

    @Test("a build after a decision changes nothing but keeps it")
    func buildKeeps() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        try cli.put(try Self.approval(of: cli), at: "decisions.json")
        #expect(try await cli.run("review", "import", "decisions.json").status == 0)
        let decided = try cli.read("out/catalog.json")
        try await cli.build()
        #expect(try cli.read("out/catalog.json") == decided)
        #expect(try cli.sticker("cats", "one")?.review?.reviewer == "Ada")
        let csv = try await cli.run("review", "export", "--csv").output
        #expect(csv.hasPrefix("pack,sticker,verdict,reviewer,comment,decided,pixels\r\ncats,one,approved,Ada,,"))
    }
}
