import BuildEngine
import Foundation
import StateDatabase
import TestSupport
import Testing

/// A build relies on the last complete state only for packs that have provably not changed.
@Suite("The proof of the last complete state")
struct UpToDateCheckTests {
    private func last(_ library: PublishedLibrary) async throws -> UpToDateCheck.Last {
        try #require(try await library.check.last(ledger: library.ledger))
    }

    private func origin(_ library: PublishedLibrary) throws -> UpToDateCheck.Origin {
        try #require(library.check.origin())
    }

    @Test("a build without changes has the outcomes of the last one")
    func unchanged() async throws {
        let library = try await PublishedLibrary()
        let origin = try origin(library)
        let summary = try await library.check.summary(of: last(library), since: origin, ledger: library.ledger)
        #expect(summary?.outcomes.map(\.path) == ["cats/Cat.png", "cats/Kitten.png", "dogs/Dog.png"])
        #expect(summary?.changed == false && summary?.exitStatus == 0)
    }

    @Test(
        "a build has work after a change in the drop folder, in the output folder, or of a pack in doubt",
        arguments: ["drop", "report", "touched", "settings"])
    func changed(place: String) async throws {
        var library = try await PublishedLibrary()
        switch place {
        case "drop": try library.folder.write("new", to: "drop/cats/New.png")
        case "report": try library.folder.write("{}", to: "out/report.json")
        case "touched": try await library.ledger.touch(packs: ["cats"])
        default: library.configuration.recipe.size = .large
        }
        let (origin, last) = (try origin(library), try await last(library))
        #expect(try await library.check.summary(of: last, since: origin, ledger: library.ledger) == nil)
    }

    @Test("the number of jobs and the size of the cache are not settings of the result")
    func settings() async throws {
        let library = try await PublishedLibrary()
        let before = try origin(library)
        var other = library.configuration
        (other.jobs, other.sheets.cacheBytes) = (7, 12_345)
        #expect(PublishedLibrary.check(other).origin() == before)
        other.recipe.size = .large
        #expect(PublishedLibrary.check(other).origin()?.settings != before.settings)
        try library.folder.write("", to: "state/decisions.jsonl")
        try library.folder.write("", to: "state/decisions.sqlite")
        #expect(try origin(library).settings != before.settings)
    }

    @Test("a folder with remaining work differs from itself at the next start")
    func unfinished() async throws {
        let library = try await PublishedLibrary()
        var origin = try origin(library)
        origin.leave(["cats", "birds"])
        #expect(origin.folders["cats"] == "" && origin.folders["birds"] == "" && origin.folders["dogs"] != "")
    }

    @Test("the folder of a pack in doubt is not believed; others are")
    func doubt() async throws {
        let library = try await PublishedLibrary()
        let whole = try await last(library)
        #expect(whole.doubt == nil)
        try await library.ledger.touch(packs: ["cats"])
        let last = try await last(library)
        #expect(last.doubt?.packs == ["cats"] && last.doubt?.touched == ["cats"] && last.doubt?.hasSameAssets == true)
        let origin = try origin(library)
        let believed = try #require(last.believedFolders(now: origin))
        #expect(believed["cats"] == "" && believed["dogs"] == origin.folders["dogs"])
    }

    @Test("nothing is believed if a pack in doubt has no folder")
    func unknownPack() async throws {
        let library = try await PublishedLibrary()
        try await library.ledger.touch(packs: ["birds"])
        let last = try await last(library)
        #expect(last.doubt?.packs == ["birds"])
        #expect(last.believedFolders(now: try origin(library)) == nil)
    }

    @Test("a pack that was published without a record is in doubt, and so is one whose names were replaced")
    func notRecorded() async throws {
        let library = try await PublishedLibrary()
        try await library.publish(["cats": ["Cat.png"], "dogs": ["Dog.png"]])
        try library.folder.remove("out/packs/dogs/dog@3x.png")
        let doubt = try #require(try await last(library).doubt)
        #expect(doubt.packs == ["cats", "dogs"] && doubt.touched.isEmpty && doubt.manifest != "")
    }

    @Test("the report describes the last complete state, the published one if that was recorded, or it is unknown")
    func report() async throws {
        let library = try await PublishedLibrary()
        func subject() async throws -> UpToDateCheck.Doubt.ReportSubject? { try await last(library).doubt?.report }
        try await library.ledger.touch(packs: ["cats"])
        #expect(try await subject() == .earlier)
        try library.folder.write("{ }", to: "out/report.json")
        #expect(try await subject() == .unknown)
        let json = try #require(library.folder.bytes("out/catalog.json"))
        try await library.ledger.record(
            LedgerBatch(report: Completion.Report(on: json, in: library.publisher.folder)))
        #expect(try await subject() == .current)
    }

    @Test("a build works on the packs of changed folders, and knows the sources of the others")
    func changedPacks() async throws {
        let library = try await PublishedLibrary()
        let last = try await last(library)
        try library.folder.write(try #require(library.folder.bytes("drop/cats/Cat.png")), to: "drop/cats/Other.png")
        let changed = try #require(
            try await library.check.changedPacks(since: last, now: origin(library), ledger: library.ledger))
        #expect(changed.folders == ["cats"] && changed.packs == ["cats"])
        #expect(changed.catalog.packIDs == ["cats"])
        #expect(changed.otherSources.map(\.path) == ["dogs/Dog.png"])
        let scope = BuildScope.packs(changed)
        #expect(!scope.isEverything && scope.otherSourceCount == 1)
        let news = SourceOutcome(path: "cats/Other.png", pack: "cats", id: "other", state: .rejected, isNew: true)
        #expect(scope.outcomes([news]).map(\.path) == ["cats/Other.png", "dogs/Dog.png"])
        #expect(BuildScope.everything.outcomes([news]) == [news] && BuildScope.everything.otherSourceCount == 0)
        #expect(changed.owns("sheets/cats.2.png") && changed.owns("icon/cats") && !changed.owns("sheets/cats-2.png"))
    }

    @Test(
        "everything is examined if no other pack has art, after other settings, and if folders have one id",
        arguments: ["only", "settings", "ids"])
    func noChangedPacks(reason: String) async throws {
        var library = try await PublishedLibrary(
            reason == "only" ? ["cats": ["Cat.png"]] : ["cats": ["Cat.png"], "dogs": ["Dog.png"]])
        let last = try await last(library)
        try library.folder.write("new", to: reason == "ids" ? "drop/Cats/New.png" : "drop/cats/New.png")
        if reason == "settings" { library.configuration.recipe.size = .large }
        let changed = try await library.check.changedPacks(since: last, now: origin(library), ledger: library.ledger)
        #expect(changed == nil)
    }
}
