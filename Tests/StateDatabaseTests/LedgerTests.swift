import EngineSupport
import Foundation
import GRDB
import StateDatabase
import StickerConfiguration
import TestSupport
import Testing

@Suite("The state database")
struct LedgerTests {
    let folder: TemporaryFolder
    let ledger: Ledger

    init() async throws {
        folder = try TemporaryFolder()
        ledger = try await Ledger.open(folder)
    }

    @Test("files that were read are known by timestamp and hash, also after a restart")
    func digests() async throws {
        try await ledger.record(
            LedgerBatch(sources: [
                source("cats/Happy.png", content: "a", stamp: 7), source("cats/Sad.png", content: nil, state: .waiting),
            ]))
        let again = try await Ledger.open(folder)
        #expect(
            try await again.digests() == ["cats/Happy.png": KnownDigest(stamp: stamp(7), sha256: digest("a"))])
    }

    @Test("files are read as they were written")
    func sources() async throws {
        let written = [
            source("cats/Happy.png", content: "a", state: .published, fingerprint: "f1", reason: ""),
            source("cats/Sad.png", content: "b", state: .rejected, reason: "opaque-background"),
            LedgerSource(path: "dogs/.DS_Store", stamp: nil, sha256: nil, pack: "dogs", id: "", state: .ignored),
        ]
        try await ledger.record(LedgerBatch(sources: written, results: ["f1": result("small")]))
        #expect(try await ledger.sources() == written)
    }

    @Test("a result is found again by its fingerprint")
    func results() async throws {
        let results = ["f1": result("one"), "f2": result("two"), "f3": result("three")]
        try await ledger.record(LedgerBatch(results: results))
        #expect(try await ledger.results(for: ["f1", "f3", "f9"]) == ["f1": result("one"), "f3": result("three")])
    }

    @Test("a result in the format of another version is unknown, and is written again")
    func foreignResult() async throws {
        try await ledger.record(LedgerBatch(results: ["f1": result("one")]))
        try await folder.database().write { try $0.execute(sql: "UPDATE results SET result = x'7b7d'") }
        #expect(try await ledger.results(for: ["f1"]).isEmpty)
        try await ledger.record(LedgerBatch(results: ["f1": result("one")]))
        #expect(try await ledger.results(for: ["f1"]).count == 1)
    }

    @Test("artifacts are stored, and those that a run does not name are removed")
    func artifacts() async throws {
        let sheet = LedgerArtifact(key: "sheet/cats.png", fingerprint: "f1", sha256: digest("a"), bytes: 1234)
        let catalog = LedgerArtifact(key: "catalog", fingerprint: "f2", sha256: digest("b"), bytes: 99)
        try await ledger.record(LedgerBatch(artifacts: [sheet, catalog]))
        #expect(try await ledger.artifacts() == [sheet.key: sheet, catalog.key: catalog])
        try await ledger.commit(run: LedgerBatch(artifacts: [catalog]))
        #expect(try await ledger.artifacts() == [catalog.key: catalog])
    }

    @Test("a batch with something impossible leaves nothing behind")
    func atomic() async throws {
        let batch = LedgerBatch(
            sources: [
                source("cats/Happy.png", content: "a"),
                source("cats/Sad.png", content: "b", state: .published, fingerprint: "never made"),
            ], results: ["f1": result("one")])
        await #expect(throws: EngineError.self) { try await ledger.record(batch) }
        #expect(try await ledger.sources().isEmpty)
        #expect(try await ledger.results(for: ["f1"]).isEmpty)
    }

    @Test("a cancelled task writes nothing")
    func cancelled() async throws {
        let task = Task { [ledger] in
            while !Task.isCancelled { await Task.yield() }
            try await ledger.record(LedgerBatch(sources: [source("cats/Happy.png", content: "a")]))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await ledger.sources().isEmpty)
    }

    @Test("pruning keeps results of existing files and the most recently used others")
    func prune() async throws {
        let names = ["f1", "f2", "f3", "f4"]
        for name in names { try await ledger.record(LedgerBatch(results: [name: result(name)])) }
        let happy = source("cats/Happy.png", content: "a", state: .published, fingerprint: "f1")
        let sad = source("cats/Sad.png", content: "b", state: .published, fingerprint: "f2")
        try await ledger.commit(run: LedgerBatch(sources: [happy, sad]))
        // The result f1 was needed until now, and thus later than f3 and f4.
        try await ledger.commit(run: LedgerBatch(sources: [sad]))
        #expect(try await ledger.prune(keeping: 1) == 2)
        #expect(try await ledger.results(for: names).keys.sorted() == ["f1", "f2"])
        #expect(try await ledger.prune(keeping: 0) == 1)
        #expect(try await ledger.results(for: names).keys.sorted() == ["f2"])
    }

    @Test("results are pruned if many are unused, and published ones stay")
    func pruneIfGrown() async throws {
        let names = (1...7).map { "f\($0)" }
        for name in names { try await ledger.record(LedgerBatch(results: [name: result(name)])) }
        let happy = source("cats/Happy.png", content: "a", state: .published, fingerprint: "f1")
        try await ledger.commit(run: LedgerBatch(sources: [happy]))
        #expect(try await ledger.pruneIfGrown(leastSpare: 3) { [] } == 0)
        #expect(try await ledger.pruneIfGrown(leastSpare: 2) { ["f5"] } == 3)
        #expect(try await ledger.results(for: names).keys.sorted() == ["f1", "f5", "f6", "f7"])
    }

    @Test("pruning spares results that are in use")
    func pruneBesides() async throws {
        for name in ["f1", "f2", "f3"] { try await ledger.record(LedgerBatch(results: [name: result(name)])) }
        #expect(try await ledger.prune(keeping: 0, besides: ["f2"]) == 2)
        #expect(try await ledger.results(for: ["f1", "f2", "f3"]).keys.sorted() == ["f2"])
    }

    @Test("another program that has the file for a moment is waited for")
    func busy() async throws {
        let other = try folder.database()
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        let writing = Task.immediate { [ledger] in
            try await ledger.record(LedgerBatch(sources: [source("cats/Happy.png", content: "a")]))
        }
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try await writing.value > 0)
    }
}
