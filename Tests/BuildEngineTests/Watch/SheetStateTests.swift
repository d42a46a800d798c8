import BuildEngine
import StateDatabase
import TestSupport
import Testing

/// Tests which sheets are outdated. If a pack is missing here, its old sheets remain published. Drawing a pack without
/// need takes seconds.
@Suite("The sheets and the report that a watch has to renew")
struct SheetStateTests {
    private func everything(_ library: PublishedLibrary) async throws -> WatchStart {
        try await WatchStart.everything(library.publisher, ledger: library.ledger) { _ in }
    }

    @Test("after a start with packs at rest only the sheets of the others are examined, otherwise all")
    func start() async throws {
        let library = try await PublishedLibrary()
        try await library.ledger.touch(packs: ["cats"])
        let resting = SheetState(try #require(try await library.start()), timing: WatchTiming())
        #expect(resting.unfinished == ["cats"] && resting.areStale)
        let all = SheetState(try await everything(library), timing: WatchTiming())
        #expect(all.unfinished == nil && all.areStale)
    }

    @Test("packs whose sheets are being drawn are unfinished, and are drawn again after a failure")
    func drawing() async throws {
        let library = try await PublishedLibrary()
        var sheets = SheetState(try #require(try await library.start()), timing: WatchTiming())
        #expect(sheets.unfinished == [] && !sheets.areStale)
        sheets.note(["cats"], isComplete: false)
        let packs = sheets.startDrawing()
        #expect(packs == ["cats"] && !sheets.areStale)
        sheets.task = Task {}
        sheets.note(["dogs"], isComplete: false)
        #expect(sheets.unfinished == ["cats", "dogs"])
        sheets.task = nil
        sheets.drawingFailed()
        #expect(sheets.unfinished == ["cats", "dogs"])
        sheets.note([], isComplete: true)
        #expect(sheets.unfinished == nil)
    }

    @Test("a page that was removed is drawn again")
    func removedPage() async throws {
        let library = try await PublishedLibrary()
        try library.folder.write("page", to: "out/sheets/cats.png")
        let pages = ["sheets/cats.png", "sheets/dogs.2.png"].map {
            LedgerArtifact(key: $0, fingerprint: "f", sha256: String(repeating: "0", count: 64), bytes: 1)
        }
        try await library.ledger.record(LedgerBatch(artifacts: pages))
        try await library.complete()
        var sheets = SheetState(try #require(try await library.start()), timing: WatchTiming())
        let names = sheets.examine(in: library.publisher)
        #expect(names == ["sheets/cats.png"] && sheets.unfinished == ["dogs"])
    }

    @Test("the report is written again after an interrupted run")
    func report() async throws {
        let library = try await PublishedLibrary()
        let complete = ReportState(try #require(try await library.start()))
        #expect(!complete.isStale && complete.catalog != nil)
        try await library.ledger.touch(packs: ["cats"])
        let interrupted = ReportState(try #require(try await library.start()))
        #expect(interrupted.isStale && interrupted.catalog?.packIDs == ["cats"])
        try library.folder.write("{\"counts\":{},\"warnings\":[]}", to: "out/report.json")
        let unknown = ReportState(try #require(try await library.start()))
        #expect(unknown.isStale && unknown.catalog == nil)
    }
}
