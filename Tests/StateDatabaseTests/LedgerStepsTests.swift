import EngineSupport
import FileAccess
import Foundation
import GRDB
import Glibc
import StateDatabase
import StickerConfiguration
import TestSupport
import Testing

@Suite("The steps of the state database: opening, migrating, writing, closing")
struct LedgerStepsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a state database of an earlier version keeps its rows and gets the tables of this one")
    func migration() async throws {
        let queue = try folder.database()
        try LedgerSchema.migrator.migrate(queue, upTo: "nights")
        try await queue.write { db in
            try db.execute(sql: "INSERT INTO results (fingerprint, result, used) VALUES ('f', CAST('{}' AS BLOB), 7)")
            for key in ["build", "build/cats", "drop/cats", "sheet/cats"] {
                try db.execute(
                    sql: "INSERT INTO artifacts (key, fingerprint, sha256, bytes) VALUES (?, 'f', ?, 1)",
                    arguments: [key, digest("a")])
            }
        }
        try queue.close()
        let (ledger, notice) = try LedgerFile(folder: folder.path).open()
        #expect(notice == nil)
        // The records of an earlier version about the drop folder are not reliable and are removed. The other rows are
        // kept.
        #expect(try await ledger.artifacts().keys.sorted() == ["sheet/cats"])
        #expect(try await ledger.balance().imbalances == [])
        let (version, application) = try await folder.database().read { db in
            (try Int.fetchOne(db, sql: "PRAGMA user_version"), try Int.fetchOne(db, sql: "PRAGMA application_id"))
        }
        #expect(version == LedgerSchema.version && application == LedgerSchema.applicationID)
    }

    @Test("each step of the schema counts up the version in the file's header")
    func versions() throws {
        let queue = try folder.database()
        for (place, step) in LedgerSchema.migrator.migrations.enumerated() {
            try LedgerSchema.migrator.migrate(queue, upTo: step)
            #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == place + 1, "\(step)")
        }
        #expect(LedgerSchema.migrator.migrations.count == LedgerSchema.version)
    }

    @Test("an unusable file is set aside together with its journal and log, so that they damage no new one")
    func journalsAside() throws {
        try folder.write(String(repeating: "garbage ", count: 100), to: Ledger.fileName)
        for suffix in ["-journal", "-wal"] { try folder.write("of the old file", to: Ledger.fileName + suffix) }
        let (ledger, notice) = try LedgerFile(folder: folder.path).open()
        #expect(notice?.contains("damaged-1") == true)
        #expect(folder.has(Ledger.fileName + ".damaged-1") && folder.has(Ledger.fileName))
        // The new file has a separate journal.
        for suffix in ["-journal", "-wal"] {
            let content = FileManager.default.contents(atPath: "\(folder.path)/\(Ledger.fileName)\(suffix)") ?? Data()
            #expect(content != Data("of the old file".utf8), "\(suffix)")
        }
        withExtendedLifetime(ledger) {}
    }

    @Test("a state database counts as closed until another program writes to it or leaves a log")
    func closed() async throws {
        #expect(!LedgerClosing.isClosed(folder: folder.path))
        do {
            let ledger = try await Ledger.open(folder)
            try await ledger.record(LedgerBatch(sources: [source("a.png", content: "1")]))
            #expect(!LedgerClosing.isClosed(folder: folder.path))
        }
        #expect(LedgerClosing.isClosed(folder: folder.path) && folder.has(LedgerClosing.fileName))
        try folder.write("", to: Ledger.fileName + "-wal")
        #expect(LedgerClosing.isClosed(folder: folder.path))
        try folder.write("log", to: Ledger.fileName + "-wal")
        #expect(!LedgerClosing.isClosed(folder: folder.path))
        try folder.remove(Ledger.fileName + "-wal")
        try await folder.database().write { try $0.execute(sql: "UPDATE sources SET reason = 'longer than before'") }
        #expect(!LedgerClosing.isClosed(folder: folder.path))
    }

    /// Runs `body` with a writer, and returns the number of changed rows.
    private func changes(_ body: (LedgerWriter) throws -> Void) throws -> Int {
        try folder.database().write { db in
            let before = db.totalChangesCount
            try body(try LedgerWriter(db: db))
            return db.totalChangesCount - before
        }
    }

    @Test("rows that are equal to those of the database are not written again")
    func equalRows() async throws {
        _ = try await Ledger.open(folder)
        let sources = [source("a.png", content: "1"), source("b.txt", content: nil, state: .ignored)]
        let artifact = LedgerArtifact(key: "icon/cats", fingerprint: "f", sha256: digest("a"), bytes: 1)
        func write(_ writer: LedgerWriter) throws {
            try writer.put(results: [("f", Data("{}".utf8))])
            try writer.put(sources: sources)
            try writer.put(artifacts: [artifact])
        }
        // The changed rows are a result, two files, one arrival and an artifact.
        #expect(try changes(write) == 5)
        #expect(try changes(write) == 0)
        #expect(try changes { try $0.put(artifacts: [artifact, artifact]) } == 0)
    }

    @Test("a file without a hash has no arrival, and a removed or replaced content keeps its own with that outcome")
    func arrivals() async throws {
        let ledger = try await Ledger.open(folder)
        _ = try changes { writer in
            try writer.put(sources: [source("a.png", content: "1"), source("b.png", content: "2")])
            try writer.put(sources: [source("a.png", content: "3"), source("c.txt", content: nil, state: .waiting)])
            try writer.removeSources(except: ["a.png", "c.txt"])
        }
        let integrity: LedgerIntegrity = try await ledger.balance()
        #expect(integrity.arrivals == [.state(.rejected): 1, .replaced: 1, .removed: 1])
        #expect(integrity.imbalances.isEmpty && integrity.totalArrivals == 3)
    }

    @Test("a result that its file no longer has is pruned after results that have been unused for longer")
    func releasedResult() async throws {
        let ledger = try await Ledger.open(folder)
        let published = source("a.png", content: "1", state: .published, fingerprint: "old")
        try await ledger.record(LedgerBatch(sources: [published], results: ["old": result("old")]))
        try await ledger.record(LedgerBatch(results: ["unused": result("unused")]))
        _ = try changes { try $0.remove(sources: ["a.png"]) }
        #expect(try await ledger.prune(keeping: 1) == 1)
        #expect(try await ledger.storedResults(among: ["old", "unused"]) == ["old"])
    }

    @Test("outcomes and states that do not exist are reported, and are not counted")
    func unknownWords() async throws {
        let ledger = try await Ledger.open(folder)
        try await ledger.record(LedgerBatch(sources: [source("a.png", content: "1"), source("b.png", content: "2")]))
        try await folder.database(enforcingKeys: false).write { db in
            try db.execute(
                sql: """
                    PRAGMA ignore_check_constraints = ON;
                    UPDATE arrivals SET outcome = 'eaten' WHERE path = 'a.png';
                    UPDATE sources SET state = 'eaten' WHERE path = 'a.png'
                    """)
        }
        let integrity: LedgerIntegrity = try await ledger.balance()
        #expect(!integrity.imbalances.isEmpty && integrity.totalArrivals == 1 && integrity.sources == [.rejected: 1])
        #expect(integrity.imbalances.contains("1 arrivals have the outcome “eaten”, which does not exist."))
        #expect(integrity.imbalances.contains("1 files have the state “eaten”, which does not exist."))
    }

    @Test("the holder of an output is found through the output folder by a command with another state folder")
    func holder() throws {
        var configuration = Configuration(drop: folder.file("drop"), out: folder.file("out"))
        configuration.state = folder.file("state")
        #expect(OutputLock.currentHolder(configuration) == nil)
        let lock = try OutputLock.take(configuration, command: "stickerd watch")
        let named: LockHolder? = OutputLock.currentHolder(configuration)
        #expect(named?.description == "“stickerd watch” (process \(getpid()))")
        configuration.state = folder.file("other")
        #expect(OutputLock.currentHolder(configuration)?.process == Int(getpid()))
        withExtendedLifetime(lock) {}
    }
}
