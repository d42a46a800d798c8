import Foundation
import Glibc
import StateDatabase
import TestSupport
import Testing

@Suite("A state database with nothing to write")
struct LedgerUntouchedTests {
    /// All properties that a write would change: the bytes, the timestamps, and the files next to the database.
    private struct Trace: Equatable {
        var bytes: Data
        var modified: Int
        var changed: Int
        var journalChanged: Int
        var names: [String]

        init(_ folder: TemporaryFolder) throws {
            bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(Ledger.fileName)))
            var status = stat()
            stat(folder.file(Ledger.fileName), &status)
            modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
            changed = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
            stat(folder.file(Ledger.fileName + "-journal"), &status)
            journalChanged = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
            names = folder.names
        }
    }

    private let batch = LedgerBatch(
        sources: (0..<50).map {
            source("cats/\($0).png", content: "a", state: .published, fingerprint: "f", stamp: $0)
        },
        results: ["f": result("fine")],
        artifacts: [LedgerArtifact(key: "catalog", fingerprint: "c", sha256: digest("c"), bytes: 5)])

    @Test("the same run again writes nothing")
    func sameRun() async throws {
        let folder = try TemporaryFolder()
        let ledger = try await Ledger.open(folder)
        #expect(try await ledger.commit(run: batch) > 0)
        let before = try Trace(folder)
        #expect(try await ledger.commit(run: batch) == 0)
        #expect(try await ledger.record(batch) == 0)
        #expect(try await ledger.prune(keeping: 0) == 0)
        let after = try Trace(folder)
        #expect(after == before)
    }

    @Test("opening and reading write nothing")
    func opening() async throws {
        let folder = try TemporaryFolder()
        try await Ledger.open(folder).commit(run: batch)
        let before = try Trace(folder)
        let again = try await Ledger.open(folder)
        #expect(try await again.digests().count == 50)
        #expect(try await again.results(for: ["f"]).count == 1)
        #expect(try await again.balance().imbalances.isEmpty)
        let after = try Trace(folder)
        #expect(after == before)
    }

    @Test("a new timestamp alone is written, and nothing else is")
    func touched() async throws {
        let folder = try TemporaryFolder()
        let ledger = try await Ledger.open(folder)
        try await ledger.commit(run: batch)
        var touched = batch
        touched.sources[3].stamp = stamp(1000)
        #expect(try await ledger.commit(run: touched) == 1)
    }
}
