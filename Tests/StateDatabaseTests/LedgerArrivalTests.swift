import GRDB
import StateDatabase
import TestSupport
import Testing

@Suite("The outcome of every arrival")
struct LedgerArrivalTests {
    let folder: TemporaryFolder
    let ledger: Ledger

    init() async throws {
        folder = try TemporaryFolder()
        ledger = try await Ledger.open(folder)
    }

    private func outcomes() async throws -> [String: String] {
        try await folder.database().read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT path || ' ' || substr(sha256, 1, 1), outcome FROM arrivals")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    private func run(_ sources: LedgerSource...) async throws {
        try await ledger.commit(run: LedgerBatch(sources: sources, results: ["f": result("fine")]))
    }

    @Test("new content is stored with the state of its file")
    func comes() async throws {
        try await run(
            source("a.png", content: "1", state: .published, fingerprint: "f"),
            source("b.png", content: "1", state: .duplicate),
            source("c.png", content: nil, state: .ignored))
        #expect(try await outcomes() == ["a.png 1": "published", "b.png 1": "duplicate"])
    }

    @Test("when the state changes, the same arrival has the new one")
    func changes() async throws {
        try await run(source("a.png", content: "1", state: .waiting))
        try await run(source("a.png", content: "1", state: .published, fingerprint: "f"))
        #expect(try await outcomes() == ["a.png 1": "published"])
    }

    @Test("a newer content at the path replaces the older")
    func replaced() async throws {
        try await run(source("a.png", content: "1"))
        try await run(source("a.png", content: "2", state: .published, fingerprint: "f"))
        #expect(try await outcomes() == ["a.png 1": "replaced", "a.png 2": "published"])
    }

    @Test("a file that was taken away is removed, and others stay")
    func removed() async throws {
        try await run(source("a.png", content: "1"), source("b.png", content: "2"))
        try await run(source("b.png", content: "2"))
        #expect(try await outcomes() == ["a.png 1": "removed", "b.png 2": "rejected"])
        #expect(try await ledger.sources().map(\.path) == ["b.png"])
    }

    @Test("content that returns has its current outcome")
    func comesBack() async throws {
        try await run(source("a.png", content: "1"))
        try await run(source("a.png", content: "2"))
        try await run(source("a.png", content: "1"))
        #expect(try await outcomes() == ["a.png 1": "rejected", "a.png 2": "replaced"])
        try await run()
        #expect(try await outcomes() == ["a.png 1": "removed", "a.png 2": "replaced"])
    }

    @Test("a batch leaves the files alone that it does not name")
    func partial() async throws {
        try await run(source("a.png", content: "1"), source("b.png", content: "2"))
        try await ledger.record(LedgerBatch(sources: [source("b.png", content: "3")]))
        #expect(try await outcomes() == ["a.png 1": "rejected", "b.png 2": "replaced", "b.png 3": "rejected"])
    }

    @Test(
        "the database itself refuses impossible values",
        arguments: [
            ("a second outcome", "INSERT INTO arrivals VALUES ('a.png', '\(digest("1"))', 'removed')"),
            ("a second living content", "INSERT INTO arrivals VALUES ('a.png', '\(digest("2"))', 'published')"),
            ("an outcome that is not the file's", "UPDATE arrivals SET outcome = 'published'"),
            ("an outcome that does not exist", "UPDATE arrivals SET outcome = 'lost'"),
            ("a state that is not the arrival's", "UPDATE sources SET state = 'published', fingerprint = 'f'"),
            ("a published file without a result", "UPDATE sources SET fingerprint = 'unknown'"),
            ("losing an arrival", "DELETE FROM arrivals"),
            ("losing a result that is named", "DELETE FROM results"),
        ])
    func refused(what: String, sql: String) async throws {
        try await run(source("a.png", content: "1", fingerprint: "f"))
        let other = try folder.database()
        await #expect(throws: DatabaseError.self, "\(what)") { try await other.write { try $0.execute(sql: sql) } }
    }
}
