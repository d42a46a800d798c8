import Foundation
import StateDatabase
import TestSupport
import Testing

@Suite("The state database's write-ahead log")
struct LedgerJournalTests {
    private static let log = Ledger.fileName + "-wal"

    @Test("when it is ended, the state database is one file again that has everything")
    func ended() async throws {
        let folder = try TemporaryFolder()
        let ledger = try await Ledger.open(folder)
        try await ledger.useWriteAheadLog()
        try await ledger.record(LedgerBatch(sources: [source("a.png", content: "1")]))
        #expect(folder.has(Self.log))
        try await ledger.endWriteAheadLog()
        #expect(!folder.has(Self.log))
        #expect(try await ledger.sources().map(\.path) == ["a.png"])
    }

    @Test("the log of a killed process is closed by the next process, without a loss")
    func left() async throws {
        let (folder, copy) = (try TemporaryFolder(), try TemporaryFolder())
        let ledger = try await Ledger.open(folder)
        try await ledger.useWriteAheadLog()
        try await ledger.record(LedgerBatch(sources: [source("a.png", content: "1")]))
        for name in [Ledger.fileName, Self.log] { try copy.write(folder.bytes(name) ?? [], to: name) }
        let next = try await Ledger.open(copy)
        #expect(!copy.has(Self.log))
        #expect(try await next.sources().map(\.path) == ["a.png"])
    }

    @Test("another process writes beside the one that has it")
    func beside() async throws {
        let folder = try TemporaryFolder()
        let ledger = try await Ledger.open(folder)
        try await ledger.useWriteAheadLog()
        try await ledger.record(LedgerBatch(sources: [source("a.png", content: "1")]))
        let other = try await Ledger.open(folder)
        try await other.record(LedgerBatch(sources: [source("b.png", content: "2")]))
        #expect(try await ledger.sources().map(\.path) == ["a.png", "b.png"])
    }

    @Test("changed rows are written, obsolete ones are removed, and the rest stays")
    func changes() async throws {
        let folder = try TemporaryFolder()
        let ledger = try await Ledger.open(folder)
        let all = [source("a.png", content: "1"), source("b.png", content: "2"), source("c.png", content: "3")]
        try await ledger.commit(run: LedgerBatch(sources: all))
        try await ledger.record(
            LedgerBatch(sources: [source("b.png", content: "4")], removedSources: ["c.png", "unknown.png"]))
        #expect(try await ledger.sources() == [all[0], source("b.png", content: "4")])
        #expect(try await ledger.balance().imbalances == [])
    }
}
