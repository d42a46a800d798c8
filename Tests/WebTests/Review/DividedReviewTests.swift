import Foundation
import TestSupport
import Testing

@Suite("A large library comes to the review page pack by pack")
struct DividedReviewTests {
    private func serving(_ body: @escaping @Sendable (ReviewSite) async throws -> Void) async throws {
        try await ReviewSite.serving(largestWhole: 1) { site in
            try site.publish(packs: ["cats": "One", "dogs": "Two"])
            try await body(site)
        }
    }

    private func revision(_ site: ReviewSite) throws -> String {
        let head = try #require(try site.ask("/review/api/stickers").body.firstMatch(of: /"revision":"([^"]+)"/))
        return String(head.1)
    }

    private func hear(_ text: String, after revision: String, _ site: ReviewSite, meanwhile: () throws -> Void)
        async throws -> String
    {
        let client = try Client(port: site.port)
        client.send("GET /review/api/events?after=\(revision) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        var heard = ""
        try await eventually("nobody answers") {
            heard += client.arrived()
            return heard.contains("retry:")
        }
        try meanwhile()
        try await eventually("\(text) is not heard: \(heard)") {
            heard += client.arrived()
            return heard.contains(text)
        }
        return heard
    }

    @Test("first all packs with their numbers and no sticker, then the stickers of one")
    func packs() async throws {
        try await serving { (site) async throws in
            let all = try site.ask("/review/api/stickers").body
            #expect(all.contains("\"isDivided\":true") && all.contains("\"stickers\":[]}"))
            #expect(all.contains("\"id\":\"cats\"") && all.contains("\"id\":\"dogs\"") && !all.contains("\"key\""))
            #expect(all.matches(of: /"open":1,"stickers":1/).count == 2)
            let cats = try site.ask("/review/api/stickers?pack=cats")
            #expect(cats.status == 200 && cats.body.contains("\"key\":\"cats/one\"") && !cats.body.contains("dogs"))
            #expect(try site.ask("/review/api/stickers?pack=birds").status == 404)
        }
    }

    @Test("a change in a pack that was asked for comes with its sticker; of another pack only its numbers come")
    func changes() async throws {
        try await serving { (site) async throws in
            _ = try site.ask("/review/api/stickers?pack=cats")
            let known = try revision(site)
            let first = try await hear("Changed", after: known, site) {
                try site.publish(packs: ["cats": "Changed", "dogs": "Two"])
            }
            #expect(first.contains("\"key\":\"cats/one\"") && first.contains("\"isComplete\":true"))
            let second = try await hear("\"id\":\"dogs\"", after: try revision(site), site) {
                try site.publish(packs: ["cats": "Changed", "dogs": "Another"])
            }
            #expect(!second.contains("Another") && !second.contains("\"key\"") && !second.contains("\"id\":\"cats\""))
        }
    }

    @Test("that somebody looks at a pack is no change for the others")
    func looking() async throws {
        try await serving { (site) async throws in
            let known = try revision(site)
            let heard = try await hear("cats", after: known, site) {
                _ = try site.ask("/review/api/stickers?pack=dogs")
                try site.publish(packs: ["cats": "Changed", "dogs": "Two"])
            }
            #expect(!heard.contains("dogs"))
        }
    }

    @Test("a sticker of a pack that nobody looks at can be decided about")
    func decision() async throws {
        try await serving { (site) async throws in
            #expect(try site.decide().status == 204)
            #expect(try site.ask("/review/api/stickers?pack=cats").body.contains("\"reviewer\":\"Ada\""))
        }
    }
}
