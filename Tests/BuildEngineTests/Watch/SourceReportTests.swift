import BuildEngine
import JobModel
import StateDatabase
import StickerManifest
import TestSupport
import Testing

/// People, hooks and metrics are notified only of changes.
@Suite("The last notification about a source")
struct SourceReportTests {
    private func report(
        _ state: SourceStatus, _ reason: String = "", _ fingerprint: String? = "f"
    ) -> SourceReport? {
        let outcome = SourceOutcome(
            path: "cats/Cat.png", pack: "cats", id: "cat", state: state, reason: reason, isNew: false)
        return SourceReport(outcome, fingerprint: fingerprint)
    }

    @Test("a waiting source has none, because its outcome is open")
    func waiting() { #expect(report(.waiting) == nil) }

    @Test("another state, reason or content is news; the same, or one that is not known, is not")
    func news() throws {
        let published = try #require(report(.published))
        #expect(published.isNews(after: nil))
        #expect(!published.isNews(after: published))
        #expect(!published.isNews(after: report(.published, "it awaits approval")))
        #expect(published.isNews(after: report(.rejected, "too large")))
        #expect(published.isNews(after: report(.published, "", "g")))
        #expect(!published.isNews(after: report(.published, "", nil)))
        let rejected = try #require(report(.rejected, "too large"))
        #expect(rejected.isNews(after: report(.rejected, "damaged")))
    }

    @Test("after a start, stickers that are not published as recorded, and those that awaited approval, are news")
    func start() throws {
        let sources = ["One.png", "Two.png", "Three.png"].map { PlanSamples.source($0) }
        let catalog = PlanSamples.catalog(sources.map { ($0, PlanSamples.result($0.art.id)) })
        func row(_ name: String, _ state: SourceStatus, _ reason: String = "", _ fingerprint: String? = nil)
            -> LedgerSource
        {
            LedgerSource(
                path: "cats/\(name)", stamp: nil, sha256: nil, pack: "cats", id: name, state: state,
                fingerprint: fingerprint ?? PlanSamples.fingerprint(name), reason: reason)
        }
        let rows = [
            row("One.png", .published), row("Two.png", .published, "", "earlier"),
            row("Three.png", .published, "it awaits approval"), row("Bad.png", .rejected, "damaged"),
            row("Same.png", .duplicate, "one"), row("Late.png", .waiting), row("Text.txt", .ignored),
        ]
        let reports = SourceReport.all(rows, catalog: catalog)
        #expect(Set(reports.keys) == ["cats/One.png", "cats/Bad.png", "cats/Same.png"])
        #expect(reports["cats/Bad.png"]?.state == .rejected)
    }

    @Test("without a state database the manifest says what was reported")
    func manifest() throws {
        var catalog = PlanSamples.catalog([(PlanSamples.source("One.png"), PlanSamples.result("one"))])
        catalog.rejected = PlanSamples.catalog([(PlanSamples.source("Bad.png"), PlanSamples.damaged)]).rejected
        let reports = SourceReport.all([], catalog: catalog)
        #expect(reports.mapValues(\.state) == ["cats/One.png": .published, "cats/Bad.png": .rejected])
        #expect(SourceReport.all([], catalog: nil).isEmpty)
    }
}
