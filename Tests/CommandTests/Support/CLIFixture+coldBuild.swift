import Foundation
import Testing

extension CLIFixture {
    /// Compares the published files with the result of a build of the whole library.
    func expectSameAsColdBuild() async throws {
        #expect(try out.faults() == [])
        let audit = try await run("audit")
        #expect(audit.status == 0, "\(audit.output)\(audit.complaint)")
        try await build()
        let (before, report) = (try out.contents, try reportTotals)
        try remove(".out.stickerd/ledger.sqlite")
        try await build()
        // Reports are not compared, because each report describes the changes of one run.
        #expect(OutTree.differences(try out.contents, before).filter { !$0.hasPrefix("report.") } == [])
        #expect(try reportTotals == report)
    }

    /// The totals of the published report. Empty if it cannot be read.
    var reportTotals: [String: Int] {
        get throws {
            struct Report: Decodable {
                struct Counts: Decodable { var published: Int }
                struct Weight: Decodable { var total: Int; var shipped: Int }
                var counts: Counts
                var bytes: Weight
            }
            guard let report = try? JSONDecoder().decode(Report.self, from: try read("out/report.json")) else {
                return [:]
            }
            return [
                "published": report.counts.published, "total": report.bytes.total, "shipped": report.bytes.shipped,
            ]
        }
    }
}
