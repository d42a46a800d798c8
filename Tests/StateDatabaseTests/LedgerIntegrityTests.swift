import StateDatabase
import TestSupport
import Testing

@Suite("The state database's balance")
struct LedgerIntegrityTests {
    let folder: TemporaryFolder
    let ledger: Ledger

    init() async throws {
        folder = try TemporaryFolder()
        ledger = try await Ledger.open(folder)
        let first = [
            source("a.png", content: "1", state: .published, fingerprint: "f"),
            source("b.png", content: "1", state: .duplicate),
            source("c.png", content: "3"), source("d.txt", content: nil, state: .ignored),
        ]
        try await ledger.commit(run: LedgerBatch(sources: first, results: ["f": result("fine")]))
        try await ledger.commit(run: LedgerBatch(sources: [first[0], source("b.png", content: "2"), first[3]]))
    }

    @Test("every arrival is counted once, by its outcome")
    func counts() async throws {
        let balance = try await ledger.balance()
        #expect(
            balance.arrivals == [
                .state(.published): 1, .state(.rejected): 1, .replaced: 1, .removed: 1,
            ])
        #expect(balance.sources == [.published: 1, .rejected: 1, .ignored: 1])
        #expect(balance.totalArrivals == 4)
        #expect(balance.results == 1)
        #expect(balance.imbalances.isEmpty)
    }

    @Test(
        "inconsistencies are reported in a sentence that names the file",
        arguments: [
            ("DELETE FROM sources WHERE path = 'a.png'", "a.png: content 111111111111 arrived and is recorded as"),
            ("DELETE FROM arrivals WHERE path = 'a.png'", "a.png: the file is recorded as published, but its content"),
            (
                "UPDATE sources SET state = 'rejected' WHERE path = 'a.png'",
                "a.png: the file is recorded as rejected, but"
            ),
            ("DELETE FROM results", "a.png: the file is published, but its result is missing."),
        ])
    func imbalance(sql: String, sentence: String) async throws {
        try await folder.database(enforcingKeys: false).write { try $0.execute(sql: sql) }
        let balance = try await ledger.balance()
        #expect(balance.imbalances.count == 1)
        #expect(balance.imbalances.first?.hasPrefix(sentence) == true, "\(balance.imbalances)")
    }
}
