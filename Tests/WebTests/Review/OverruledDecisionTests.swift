import Foundation
import TestSupport
import Testing

@Suite("A decision that overrules another reviewer's")
struct OverruledDecisionTests {
    /// Sends a decision of a reviewer. `seen` is the time of the decision that the reviewer saw, or empty if there was
    /// none.
    private func decide(
        _ site: ReviewSite, _ verdict: String, by reviewer: String, seen: String, inBulk: Bool = false
    ) throws -> Client.Answer {
        let subject = "\"sticker\":\"cats/one\",\"pixels\":\"\(ReviewSite.pixels)\",\"seen\":\"\(seen)\""
        let about = "\"verdict\":\"\(verdict)\",\"reviewer\":\"\(reviewer)\",\"comment\":\"\""
        return try site.ask(
            "/review/api/decisions" + (inBulk ? "/bulk" : ""), "POST",
            headers: ["Content-Type: application/json", site.origin, "Sec-Fetch-Site: same-origin"],
            body: inBulk ? "{\"stickers\":[{\(subject)}],\(about)}" : "{\(subject),\(about)}")
    }

    /// The time of the decision that the page shows.
    private func shown(_ site: ReviewSite) throws -> String {
        let body = try site.ask("/review/api/stickers").body
        return String(try #require(body.firstMatch(of: /"decided":"([^"]+)"/)).1)
    }

    @Test("is refused with the other one's name while the reviewer has not seen the other decision, and then stored")
    func refused() async throws {
        try await ReviewSite.serving { (site) async throws in
            #expect(try decide(site, "approved", by: "Ben", seen: "").status == 204)
            let unseen = try decide(site, "sentBack", by: "Ada", seen: "")
            #expect(unseen.status == 409 && unseen.body.contains("Ben approved this sticker"), "\(unseen.body)")
            #expect(
                try decide(site, "sentBack", by: "Ada", seen: "", inBulk: true).body == "{\"left\":[\"cats\\/one\"]}")
            #expect(try decide(site, "sentBack", by: "Ada", seen: try shown(site)).status == 204)
            let state = try site.ask("/review/api/stickers").body
            #expect(state.contains("\"overruled\":{\"reviewer\":\"Ben\",\"verdict\":\"approved\"}"), "\(state)")
        }
    }

    @Test("is not in question for the reviewer's own earlier decision")
    func own() async throws {
        try await ReviewSite.serving { (site) async throws in
            #expect(try decide(site, "approved", by: "Ada", seen: "").status == 204)
            #expect(try decide(site, "sentBack", by: "Ada", seen: "").status == 204)
            #expect(try !site.ask("/review/api/stickers").body.contains("\"overruled\""))
        }
    }
}
