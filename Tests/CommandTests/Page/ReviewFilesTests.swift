import Foundation
import Glibc
import TestSupport
import Testing

/// Tests what the page shows about unused files and about the project.
@Suite(.serialized)
struct ReviewFilesTests {
    private static let prepare: @Sendable (CLIFixture) throws -> Void = { cli in
        try cli.drop(Art.png(), as: "cats/One.png")
        try cli.drop(Array(Art.png().prefix(60)), as: "cats/Torn.png")
    }
    private static let isWaiting = """
        document.querySelector('.unused .counts')?.textContent === '1 file is waiting'
          && document.querySelector('.rejection')?.textContent.includes('</svg>')
        """
    private static func isLow(_ selector: String) -> String {
        "document.querySelector('\(selector)').getBoundingClientRect().height < 40"
    }

    @Test("unused files are summarized in one line that can be expanded; each path is shown once")
    func line() async throws {
        try await ReviewPageFixture.on(prepare: Self.prepare) { (reviewing, browser) async throws in
            try await browser.wait("the unusable file is not shown", for: ".unused:not([hidden]) summary")
            #expect(try await browser.text(of: ".unused .counts") == "1 file could not be used")
            #expect(try await browser.run("return \(Self.isLow(".unused"))") == "true")
            try await browser.click(".unused summary")
            #expect(try await browser.run("return document.querySelector('.rejection').checkVisibility()") == "true")
            #expect(
                try await browser.run(
                    "return document.querySelector('.rejection').innerText.split('cats/Torn.png').length") == "2")
            // The list stays open while the page is updated.
            try reviewing.cli.drop(Art.disc(3), as: "cats/Two.svg")
            try await reviewing.wait(for: "cats/two", state: "open")
            #expect(try await browser.run("return document.querySelector('.unused').open") == "true")
        }
    }

    @Test("a newer unusable file is reported on the card and beside the sticker, until it is fixed")
    func newer() async throws {
        try await ReviewPageFixture.on(discs: ["cats/One.svg": 3]) {
            (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            try reviewing.cli.drop(Array("<svg xmlns='http://www.w3.org/2000/svg'><g></svg>".utf8), as: "cats/One.svg")
            try await browser.wait("the card does not mention the newer file", for: ".card .newer")
            #expect(try await browser.text(of: ".card .newer") == "Newer file not usable")
            try await reviewing.open("?near#/sticker/cats/one")
            try await browser.wait(
                "the view of the sticker does not mention the newer file",
                "document.querySelector('.panel .newer')?.textContent.includes('You see the previous version.')")
            try reviewing.cli.drop(Art.disc(4), as: "cats/One.svg")
            try await browser.wait("the fixed file is still reported", "!document.querySelector('.panel .newer')")
        }
    }

    @Test("a file that waits for its end is shown with the reason, and is no longer when it is complete")
    func waiting() async throws {
        try await ReviewPageFixture.on(discs: ["cats/One.svg": 3]) {
            (reviewing, browser) async throws in
            try await reviewing.wait(for: "cats/one", state: "open")
            try reviewing.cli.drop(String(Art.disc(4).dropLast(8)), as: "cats/One.svg")
            // The first reason may be that the file is still being written. A file that is unchanged for 10 s is read
            // although its end is missing, so its timestamp is renewed.
            try await eventually("the waiting file is not shown with its reason") {
                utimes(reviewing.cli.file("drop/cats/One.svg"), nil)
                return try await browser.run("return Boolean(\(Self.isWaiting))") == "true"
            }
            try await browser.wait("the card does not mention the newer file", for: ".card .newer")
            try reviewing.cli.drop(Art.disc(4), as: "cats/One.svg")
            try await browser.wait(
                "the complete file is still shown as waiting", "document.querySelector('.unused').hidden")
        }
    }

    @Test("the page has the name of the project's folder, and says whether it is connected")
    func head() async throws {
        try await ReviewPageFixture.on(prepare: Self.prepare) { (reviewing, browser) async throws in
            let name = URL(filePath: reviewing.cli.path).lastPathComponent
            #expect(try await browser.text(of: "h1") == name)
            #expect(try await browser.text(of: "#state") == "Live")
            #expect(try await browser.run("return document.querySelector('#state').title").hasPrefix("stickerd "))
        }
    }
}
