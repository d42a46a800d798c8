import Foundation
import TestSupport
import Testing

@Suite("The review page loads a large library pack by pack")
struct DividedReviewTests {
    private func serving(_ body: @escaping @Sendable (ReviewSite) async throws -> Void) async throws {
        try await ReviewSite.serving(largestWhole: 1) { site in
            try site.publish(packs: ["cats": "One", "dogs": "Two"])
            try await body(site)
        }
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

    @Test("a change in a requested pack includes its sticker; another pack only sends its numbers")
    func changes() async throws {
        try await serving { (site) async throws in
            _ = try site.ask("/review/api/stickers?pack=cats")
            let known = try site.revision()
            let first = try await site.hear("Changed", after: known) {
                try site.publish(packs: ["cats": "Changed", "dogs": "Two"])
            }
            #expect(first.contains("\"key\":\"cats/one\"") && first.contains("\"isComplete\":true"))
            let second = try await site.hear("\"id\":\"dogs\"", after: try site.revision()) {
                try site.publish(packs: ["cats": "Changed", "dogs": "Another"])
            }
            #expect(!second.contains("Another") && !second.contains("\"key\"") && !second.contains("\"id\":\"cats\""))
        }
    }

    @Test("viewing a pack is not a change for the others")
    func looking() async throws {
        try await serving { (site) async throws in
            let known = try site.revision()
            let heard = try await site.hear("cats", after: known) {
                _ = try site.ask("/review/api/stickers?pack=dogs")
                try site.publish(packs: ["cats": "Changed", "dogs": "Two"])
            }
            #expect(!heard.contains("dogs"))
        }
    }

    @Test("a sticker of a pack that is not viewed can be decided")
    func decision() async throws {
        try await serving { (site) async throws in
            #expect(try site.decide().status == 204)
            #expect(try site.ask("/review/api/stickers?pack=cats").body.contains("\"reviewer\":\"Ada\""))
        }
    }

    @Test("requests for unknown packs do not use up the places of viewed packs")
    func unknownPacks() async throws {
        try await serving { (site) async throws in
            _ = try site.ask("/review/api/stickers?pack=cats")
            for number in 0..<20 { #expect(try site.ask("/review/api/stickers?pack=birds-\(number)").status == 404) }
            let heard = try await site.hear("Changed", after: try site.revision()) {
                try site.publish(packs: ["cats": "Changed", "dogs": "Two"])
            }
            #expect(heard.contains("\"key\":\"cats/one\""))
        }
    }
}
