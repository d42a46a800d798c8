import Foundation
import TestSupport
import Testing

@Suite("The review page receives changes automatically")
struct ReviewEventStreamTests {
    @Test("a listener receives published changes, and only differences")
    func change() async throws {
        try await ReviewSite.serving { (site) async throws in
            let heard = try await site.hear("Another", after: site.revision()) { try site.publish(label: "Another") }
            #expect(heard.contains("event: change") && !heard.contains("event: reset"))
            #expect(heard.contains("\"packs\":[]"))
        }
    }

    @Test("a listener receives a decision")
    func decision() async throws {
        try await ReviewSite.serving { (site) async throws in
            let heard = try await site.hear("\"verdict\":\"approved\"", after: site.revision()) { () throws in
                #expect(try site.decide().status == 204)
            }
            #expect(heard.contains("\"reviewer\":\"Ada\""))
        }
    }

    @Test("a listener that reconnects receives the missed changes")
    func missed() async throws {
        try await ReviewSite.serving { (site) async throws in
            let known = try site.revision()
            for label in ["Two", "Three"] {
                try site.publish(label: label)
                _ = try site.revision()
            }
            let heard = try await site.hear("Three", after: known) {}
            #expect(heard.contains("Two") && !heard.contains("event: reset"))
        }
    }

    @Test("a listener from another run of the server starts again", arguments: ["", "x-1", "old-99"])
    func reset(revision: String) async throws {
        try await ReviewSite.serving { (site) async throws in
            let heard = try await site.hear("event: reset", after: revision) {}
            #expect(!heard.contains("event: change"))
        }
    }

    @Test("a HEAD request for the changes does not count as a listener")
    func heads() async throws {
        try await ReviewSite.serving { (site) async throws in
            for _ in 0..<520 {
                #expect(try site.ask("/review/api/events", "HEAD").status == 200)
            }
            _ = try await site.hear("event: reset", after: "") {}
        }
    }

    @Test("the stickers are compressed for clients that accept it, with the same content")
    func packed() async throws {
        try await ReviewSite.serving { (site) async throws in
            let plain = try site.ask("/review/api/stickers")
            let packed = try site.ask("/review/api/stickers", headers: ["Accept-Encoding: gzip, br"])
            #expect(packed.headers["content-encoding"] == "gzip" && plain.headers["content-encoding"] == nil)
            #expect(try Gunzip.unpacked(packed.bytes) == plain.bytes)
        }
    }

    @Test("unchanged data are not sent again")
    func notModified() async throws {
        try await ReviewSite.serving { (site) async throws in
            let tag = try #require(try site.ask("/review/api/stickers").headers["etag"])
            #expect(try site.ask("/review/api/stickers", headers: ["If-None-Match: " + tag]).status == 304)
            try site.publish(label: "Another")
            #expect(try site.ask("/review/api/stickers", headers: ["If-None-Match: " + tag]).status == 200)
        }
    }
}
