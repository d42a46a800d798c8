import Foundation
import TestSupport
import Testing

@Suite("One request decides about many stickers")
struct BulkDecisionTests {
    /// Sends a decision about stickers with the pixels that the reviewer saw.
    private func decide(
        _ site: ReviewSite, _ stickers: [String: String], verdict: String = "approved", comment: String = ""
    ) throws -> Client.Answer {
        let subjects = stickers.sorted { $0.key < $1.key }
            .map { "{\"sticker\":\"\($0.key)\",\"pixels\":\"\($0.value)\"}" }.joined(separator: ",")
        return try site.ask(
            "/review/api/decisions/bulk", "POST",
            headers: ["Content-Type: application/json", site.origin, "Sec-Fetch-Site: same-origin"],
            body: """
                {"stickers":[\(subjects)],"verdict":"\(verdict)","reviewer":"Ada","comment":"\(comment)"}
                """)
    }

    private func rows(_ site: ReviewSite) throws -> [Substring] {
        try site.ask("/review/api/decisions.csv").body.split(separator: "\r\n").dropFirst().map { $0 }
    }

    @Test("stickers that have changed or are gone are left and named, and the others are decided about")
    func left() async throws {
        try await ReviewSite.serving(largestWhole: 1_000) { (site) async throws in
            try site.publish(packs: ["cats": "One", "dogs": "Two", "birds": "Three"])
            let answer = try decide(
                site,
                [
                    "cats/one": ReviewSite.pixels, "dogs/one": String(repeating: "d", count: 64),
                    "fish/one": ReviewSite.pixels, "birds/one": ReviewSite.pixels,
                ])
            #expect(answer.status == 200 && answer.body.contains("[\"dogs\\/one\",\"fish\\/one\"]"), "\(answer.body)")
            #expect(try rows(site).map { $0.prefix(9) } == ["birds,one", "cats,one,"])
        }
    }

    @Test("when a picture cannot be kept no approval of the request is stored, but every request for changes is")
    func allOrNothing() async throws {
        try await ReviewSite.serving { (site) async throws in
            try site.publish(packs: ["cats": "One", "dogs": "Two"])
            try FileManager.default.removeItem(atPath: "\(site.folder)/out/assets/\(ReviewSite.file)")
            let both = ["cats/one": ReviewSite.pixels, "dogs/one": ReviewSite.pixels]
            #expect(try decide(site, both).status == 409)
            #expect(try rows(site).isEmpty)
            #expect(try decide(site, both, verdict: "sentBack").status == 200)
            #expect(try rows(site).count == 2)
        }
    }

    @Test("the stickers of a large library are decided about in one request, also of packs that are not viewed")
    func divided() async throws {
        try await ReviewSite.serving(largestWhole: 1) { (site) async throws in
            try site.publish(packs: ["cats": "One", "dogs": "Two"])
            let answer = try decide(site, ["cats/one": ReviewSite.pixels, "dogs/one": ReviewSite.pixels])
            #expect(answer.status == 200 && answer.body == "{\"left\":[]}")
            #expect(try rows(site).count == 2)
        }
    }

    @Test("2,000 stickers are decided about in one request")
    func many() async throws {
        try await ReviewSite.serving { (site) async throws in
            var stickers = ["cats/one": ReviewSite.pixels]
            for number in 0..<2_000 { stickers["fish/gone-\(number)"] = ReviewSite.pixels }
            #expect(try decide(site, stickers).status == 200)
            #expect(try rows(site).map { $0.prefix(9) } == ["cats,one,"])
        }
    }

    @Test("a body that is too long or not JSON, and a comment that is too long, are refused")
    func refused() async throws {
        try await ReviewSite.serving { (site) async throws in
            let one = ["cats/one": ReviewSite.pixels]
            #expect(try decide(site, one, comment: String(repeating: "a", count: 2_001)).status == 400)
            #expect(try decide(site, one, verdict: "maybe").status == 400)
            #expect(try decide(site, one, comment: String(repeating: "a", count: (2 << 20) + 1_000)).status == 413)
            let plain = try site.ask("/review/api/decisions/bulk", "POST", headers: [site.origin], body: "{}")
            #expect(plain.status == 415)
            #expect(try rows(site).isEmpty)
        }
    }

    @Test("new art has the comment and its pins, and names no picture when none is kept")
    func pins() async throws {
        try await ReviewSite.serving { (site) async throws in
            let body = """
                {"sticker":"cats/one","pixels":"\(ReviewSite.pixels)","verdict":"sentBack","reviewer":"Ada",
                 "comment":"rounder","pins":[{"x":100,"y":200,"width":300,"height":400}]}
                """
            let headers = ["Content-Type: application/json", site.origin, "Sec-Fetch-Site: same-origin"]
            #expect(try site.ask("/review/api/decisions", "POST", headers: headers, body: body).status == 204)
            let outside = body.replacing("\"x\":100", with: "\"x\":900")
            #expect(try site.ask("/review/api/decisions", "POST", headers: headers, body: outside).status == 400)
            try FileManager.default.removeItem(atPath: "\(site.folder)/state/approved/\(ReviewSite.file)")
            let heard = try await site.hear("\"sentBack\":{", after: try site.revision()) {
                try site.publish(label: "One", pixels: String(repeating: "d", count: 64))
            }
            let earlier = try #require(heard.firstMatch(of: /"sentBack":\{.*?\]/))
            #expect(earlier.0.contains("\"pins\":[{\"height\":400,\"width\":300,\"x\":100,\"y\":200}]"))
            #expect(!earlier.0.contains("\"file\""))
        }
    }
}
