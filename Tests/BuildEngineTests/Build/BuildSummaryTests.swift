import BuildEngine
import Foundation
import Intake
import Reports
import Snapshots
import StateDatabase
import StickerManifest
import Testing

@Suite("The exit status of a build")
struct BuildSummaryTests {
    private func summary(_ states: [SourceStatus], ignored: [IgnoredEntry] = []) -> BuildSummary {
        let catalog = Catalog(generator: "stickerd 0", packs: [], rejected: [])
        let outcomes = states.map { SourceOutcome(path: "", pack: "", id: "", state: $0, isNew: false) }
        return BuildSummary(
            catalog: catalog, outcomes: outcomes, report: BuildReport(catalog: catalog, previous: nil),
            ignored: ignored,
            rendered: 0, changed: false)
    }

    @Test(
        "is 1 if art was rejected or waits",
        arguments: [
            ([], 0), ([.published, .duplicate, .superseded, .ignored], 0), ([.published, .rejected], 1),
            ([.waiting], 1),
        ] as [([SourceStatus], Int32)])
    func sources(states: [SourceStatus], status: Int32) { #expect(summary(states).exitStatus == status) }

    @Test("is 1 if something cannot be read; a file that is not art does not matter")
    func unreadable() {
        #expect(summary([], ignored: [IgnoredEntry(path: "a.txt", reason: .notArt)]).exitStatus == 0)
        #expect(summary([], ignored: [IgnoredEntry(path: "cats", reason: .unreadable)]).exitStatus == 1)
    }

    @Test("is 1 while publishing is on hold")
    func hold() {
        var held = summary([.published])
        held.hold = PublishHold(id: "0", since: Date(timeIntervalSince1970: 0))
        #expect(held.exitStatus == 1)
    }
}
