import StateDatabase
import TestSupport
import Testing

/// Tests the record of the last complete state.
@Suite struct CompletionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let completion: Completion = {
        var completion = Completion(
            settings: "settings", result: "result",
            output: Completion.Output(assets: "a", others: "o", manifest: "m", report: "r"),
            folders: ["cats": "1", "dogs": ""], packs: ["cats": "c", "dogs": "d"])
        completion.report = Completion.Report(manifest: "m", stamp: "s")
        return completion
    }()

    private func record(_ completion: Completion?, in ledger: Ledger) async throws -> Int {
        var batch = LedgerBatch()
        batch.completion = completion
        return try await ledger.record(batch)
    }

    @Test("it is read as it was recorded, and the same again writes nothing")
    func sameAgain() async throws {
        let ledger = try await Ledger.open(folder)
        #expect(try await ledger.completion() == nil)
        #expect(try await record(completion, in: ledger) > 0)
        #expect(try await ledger.completion() == completion)
        #expect(try await record(completion, in: ledger) == 0)
    }

    @Test("without a distinction in the output folder it has no parts")
    func undivided() async throws {
        let ledger = try await Ledger.open(folder)
        _ = try await record(completion, in: ledger)
        let plain = Completion(settings: "settings", result: "result", output: nil, folders: [:], packs: [:])
        _ = try await record(plain, in: ledger)
        #expect(try await ledger.completion() == plain)
    }

    @Test("touched packs stay so, also new ones, until the next complete state")
    func touched() async throws {
        let ledger = try await Ledger.open(folder)
        _ = try await record(completion, in: ledger)
        try await ledger.touch(packs: ["dogs", "mice"])
        let again = try await Ledger.open(folder)
        #expect(try await again.completion()?.touched == ["dogs", "mice"])
        #expect(try await again.completion()?.packs["cats"] == "c")
        _ = try await record(completion, in: again)
        #expect(try await again.completion() == completion)
    }

    @Test("a run over everything replaces it, or leaves none")
    func run() async throws {
        let ledger = try await Ledger.open(folder)
        var batch = LedgerBatch()
        batch.completion = completion
        try await ledger.commit(run: batch)
        #expect(try await ledger.completion() == completion)
        try await ledger.commit(run: LedgerBatch())
        #expect(try await ledger.completion() == nil)
    }

    @Test("it is forgotten with the rows of sheets and icons, or alone")
    func forgotten() async throws {
        let ledger = try await Ledger.open(folder)
        let icon = LedgerArtifact(key: "icon/cats", fingerprint: "f", sha256: digest("a"), bytes: 1)
        var batch = LedgerBatch(artifacts: [icon])
        batch.completion = completion
        try await ledger.record(batch)
        try await ledger.forgetCompletion()
        #expect(try await ledger.completion() == nil)
        #expect(try await ledger.artifacts().keys.sorted() == ["icon/cats"])
        try await ledger.record(batch)
        try await ledger.forgetArtifacts()
        #expect(try await ledger.completion() == nil)
        #expect(try await ledger.artifacts().isEmpty)
    }

    @Test("a report that was written separately is added to it")
    func report() async throws {
        let ledger = try await Ledger.open(folder)
        var plain = completion
        plain.report = nil
        _ = try await record(plain, in: ledger)
        let report = Completion.Report(manifest: "n", stamp: "t")
        try await ledger.record(LedgerBatch(report: report))
        #expect(try await ledger.completion()?.report == report)
    }

    @Test("the rows of an earlier version are removed, and those of sheets and icons stay")
    func upgrade() async throws {
        try await Ledger.open(folder).record(
            LedgerBatch(artifacts: [
                LedgerArtifact(key: "sheets/cats.png", fingerprint: "f", sha256: digest("a"), bytes: 1)
            ]))
        try await folder.database().write { db in
            try db.execute(
                sql: """
                    DROP TABLE packs; DROP TABLE folders; DROP TABLE meta;
                    DELETE FROM grdb_migrations WHERE identifier = 'packs, folders, meta';
                    PRAGMA user_version = 3;
                    INSERT INTO artifacts VALUES ('build', 'f', '\(digest("b"))', 0), ('drop/cats', 'f', '\(digest("c"))', 0)
                    """)
        }
        let ledger = try await Ledger.open(folder)
        #expect(try await ledger.completion() == nil)
        #expect(try await ledger.artifacts().keys.sorted() == ["sheets/cats.png"])
    }
}
