import Foundation
import Synchronization
import TestSupport
import Testing
import Web

@Suite("Preview sheets on the review page")
struct SheetRoutesTests {
    /// A source of sheets for one pack with two pages, which are files in a folder.
    private final class Sheets: SheetSource {
        let folder: TemporaryFolder
        /// The number of requests for a page.
        let asked = Mutex(0)
        /// Called when a page is requested.
        let prepare: @Sendable (Int, TemporaryFolder) throws -> Void

        init(_ prepare: @escaping @Sendable (Int, TemporaryFolder) throws -> Void = { _, _ in }) throws {
            folder = try TemporaryFolder()
            self.prepare = prepare
            try folder.write(Array("the page".utf8), to: "page.png")
        }

        func outline(of pack: String) async throws -> SheetOutline? {
            pack == "cats/messages" ? SheetOutline(title: "<b>Cats</b>\u{600}<img>", stickersPerPage: [8, 1]) : nil
        }

        func picture(_ number: Int, of pack: String) async throws -> SheetPicture? {
            guard pack == "cats/messages", (1...2).contains(number) else { return nil }
            let count = asked.withLock { count in
                count += 1
                return count
            }
            try prepare(count, folder)
            return SheetPicture(fingerprint: "fingerprint", folder: folder.path, name: "page.png")
        }
    }

    private let page = "/review/api/sheet?pack=cats%2Fmessages&page=2"

    @Test("a sheet has its pages, and names are only ever text")
    func html() async throws {
        try await ReviewSite.serving(sheets: try Sheets()) { (site) async throws in
            let sheet = try site.ask("/review/sheet?pack=cats%2Fmessages")
            #expect(sheet.status == 200)
            #expect(sheet.body.contains("&lt;b&gt;Cats&lt;/b&gt;") && !sheet.body.contains("<b>Cats"))
            #expect(sheet.body.unicodeScalars.contains("\u{600}") && sheet.body.utf8.contains("&lt;img&gt;".utf8))
            #expect(sheet.body.contains("src=\"api/sheet?pack=cats%2Fmessages&amp;page=2\""))
            #expect(sheet.body.contains("Page 1, stickers 1 to 8") && sheet.body.contains("Page 2, sticker 9"))
            #expect(sheet.headers["content-security-policy"] != nil)
            #expect(try site.ask("/review/sheet?pack=dogs").status == 404)
            #expect(try site.ask("/review/sheet").status == 404)
            #expect(try site.ask("/review/api/stickers").body.contains("\"sheetsFrom\":65"))
        }
    }

    @Test("a page is a picture that browsers ask for again, and get only when it is another one")
    func picture() async throws {
        try await ReviewSite.serving(sheets: try Sheets()) { (site) async throws in
            let answer = try site.ask(page)
            #expect(answer.status == 200 && answer.body == "the page")
            #expect(answer.headers["content-type"] == "image/png" && answer.headers["etag"] == "\"fingerprint\"")
            #expect(try site.ask(page, headers: ["If-None-Match: \"fingerprint\""]).status == 304)
            for other in ["0", "3", "x", ""] {
                #expect(try site.ask("/review/api/sheet?pack=cats%2Fmessages&page=\(other)").status == 404, "\(other)")
            }
            #expect(try site.ask("/review/api/sheet?pack=dogs&page=1").status == 404)
        }
    }

    @Test("a page that is removed before it is opened is requested again, with a limit")
    func removed() async throws {
        let once = try Sheets { count, folder in
            try folder.write(Array("the page".utf8), to: "page.png")
            if count == 1 { try FileManager.default.removeItem(atPath: folder.file("page.png")) }
        }
        try await ReviewSite.serving(sheets: once) { (site) async throws in
            #expect(try site.ask(page).status == 200)
            #expect(once.asked.withLock { $0 } == 2)
        }
        let always = try Sheets { _, folder in
            try? FileManager.default.removeItem(atPath: folder.file("page.png"))
        }
        try await ReviewSite.serving(sheets: always) { (site) async throws in
            #expect(try site.ask(page).status == 503)
        }
    }

    @Test("a page that cannot be drawn is 503, and the reason is for the log")
    func failing() async throws {
        let failing = try Sheets { _, _ in throw POSIXError(.ENOSPC) }
        try await ReviewSite.serving(sheets: failing) { (site) async throws in
            let answer = try site.ask(page)
            #expect(answer.status == 503 && answer.body.contains("log"))
        }
    }

    @Test("no sheet is sent without the token, and none exists without a renderer")
    func access() async throws {
        try await ReviewSite.serving(token: "0123456789abcdef", sheets: try Sheets()) { (site) async throws in
            #expect(try site.ask(page).status == 401)
            #expect(try site.ask("/review/sheet?pack=cats%2Fmessages").status == 401)
        }
        try await ReviewSite.serving { (site) async throws in
            #expect(try site.ask(page).status == 404)
            #expect(try site.ask("/review/sheet?pack=cats").status == 404)
            #expect(try !site.ask("/review/api/stickers").body.contains("sheetsFrom"))
        }
    }
}
