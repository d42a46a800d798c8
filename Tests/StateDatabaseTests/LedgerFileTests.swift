import EngineSupport
import Foundation
import GRDB
import Glibc
import StateDatabase
import TestSupport
import Testing

@Suite("The state database's file")
struct LedgerFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a state database is created, with its folder, without a notice")
    func new() async throws {
        let (ledger, notice) = try await Ledger.open(folder: folder.file("deep/down/state"))
        #expect(notice == nil)
        #expect(ledger.path == folder.file("deep/down/state/ledger.sqlite"))
        #expect(try await ledger.digests().isEmpty)
    }

    @Test("a pipe in its place is not waited for", .timeLimit(.minutes(1)))
    func pipe() async throws {
        #expect(mkfifo(folder.file("ledger.sqlite"), 0o600) == 0)
        #expect(await Ledger.openForReading(folder: folder.path) == nil)
    }

    @Test("it has stickerd's application id, and leaves no journal file")
    func marks() async throws {
        _ = try await Ledger.open(folder)
        let (mark, version, mode) = try await folder.database().read { db in
            (
                try Int.fetchOne(db, sql: "PRAGMA application_id"), try Int.fetchOne(db, sql: "PRAGMA user_version"),
                try String.fetchOne(db, sql: "PRAGMA journal_mode")
            )
        }
        #expect(mark == 0x5354_4B44)
        #expect(version == 4)
        #expect(mode == "delete")
    }

    @Test(
        "an unusable ledger is set aside, and the notice has the reason",
        arguments: Defect.allCases)
    func setAside(defect: Defect) async throws {
        try await defect.make(in: folder)
        let damaged = try Data(contentsOf: URL(fileURLWithPath: folder.file(Ledger.fileName)))
        let (ledger, notice) = try await Ledger.open(folder: folder.path)
        #expect(notice?.contains(defect.words) == true, "\(notice ?? "no notice")")
        #expect(notice?.contains(folder.file("ledger.sqlite.damaged-1")) == true)
        #expect(try await ledger.digests().isEmpty)
        #expect(try await ledger.record(LedgerBatch(sources: [source("a.png", content: "1")])) > 0)
        let aside = try Data(contentsOf: URL(fileURLWithPath: folder.file("ledger.sqlite.damaged-1")))
        #expect(aside == damaged)
    }

    @Test("the second one that is set aside does not overwrite the first")
    func twice() async throws {
        for _ in 0..<2 {
            try folder.write("garbage, but long enough to be looked at", to: Ledger.fileName)
            _ = try await Ledger.open(folder)
        }
        #expect(folder.has("ledger.sqlite.damaged-1"))
        #expect(folder.has("ledger.sqlite.damaged-2"))
    }

    @Test(
        "a state database that was closed is not read from its beginning to its end; one that was written to since is")
    func closed() async throws {
        try await Defect.brokenPage.make(in: folder)
        #expect(try await Ledger.open(folder: folder.path).notice != nil)
        // Damages the file without a change of the recorded timestamps, like a defective disk.
        let other = try TemporaryFolder()
        try await Defect.brokenPage.make(in: other)
        try other.noteStamps()
        #expect(try await Ledger.open(folder: other.path).notice == nil)
    }

    @Test("a state database with a log from a killed process is read completely")
    func unended() async throws {
        try await Defect.brokenPage.make(in: folder)
        try folder.noteStamps()
        try folder.write("the log of a process that was killed", to: Ledger.fileName + "-wal")
        #expect(try await Ledger.open(folder: folder.path).notice != nil)
    }

    @Test("a process that finds damage makes the next one examine the file")
    func metDamage() async throws {
        try await Defect.brokenPage.make(in: folder)
        try folder.noteStamps()
        do {
            let (ledger, _) = try await Ledger.open(folder: folder.path)
            await #expect(throws: EngineError.self) {
                _ = try await ledger.balance()
                _ = try await ledger.sources()
                _ = try await ledger.digests()
            }
        }
        #expect(try await Ledger.open(folder: folder.path).notice != nil)
    }

    @Test("a state folder that cannot be made is an error of the environment, and names the path")
    func noFolder() async throws {
        try folder.write("", to: "file")
        let error = await #expect(throws: EngineError.self) {
            try await Ledger.open(folder: folder.file("file/state"))
        }
        #expect(error?.description.contains(folder.file("file")) == true)
        #expect(error?.exitStatus == 3)
    }

    @Test("a state database that is a folder is an error, and stays where it is")
    func folderInstead() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.file(Ledger.fileName), withIntermediateDirectories: false)
        await #expect(throws: EngineError.self) { try await Ledger.open(folder: folder.path) }
        #expect(folder.names == [Ledger.fileName])
    }
}

/// The possible defects of a state database.
enum Defect: CaseIterable, Sendable {
    case garbage, cut, newer, newerStep, foreign, brokenPage

    /// The text of the notice.
    var words: String {
        switch self {
        case .garbage, .cut, .brokenPage: "damaged"
        case .newer, .newerStep: "a newer stickerd"
        case .foreign: "not a state database of stickerd"
        }
    }

    /// Creates a state database with some rows, and closes it.
    private func fill(_ folder: TemporaryFolder) async throws {
        try await Ledger.open(folder).record(
            LedgerBatch(sources: (0..<500).map { source("cats/\($0).png", content: "a") }))
    }

    func make(in folder: TemporaryFolder) async throws {
        let file = URL(fileURLWithPath: folder.file(Ledger.fileName))
        if case .garbage = self {
            try Data(repeating: 0x5A, count: 20_000).write(to: file)
            return
        }
        if case .foreign = self {
            try await folder.database().write { try $0.execute(sql: "CREATE TABLE songs (title TEXT)") }
            return
        }
        try await fill(folder)
        switch self {
        case .newer:
            try await folder.database().write { try $0.execute(sql: "PRAGMA user_version = 99") }
        case .newerStep:
            try await folder.database().write {
                try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('a step of the future')")
            }
        case .cut:
            try Data(contentsOf: file).dropLast(9000).write(to: file)
        case .brokenPage:
            var bytes = try Data(contentsOf: file)
            let last = bytes.count - 4096
            bytes.replaceSubrange(last..<last + 200, with: repeatElement(0xFF, count: 200))
            try bytes.write(to: file)
            // The modification time is changed explicitly, because timestamps may be coarse.
            try FileManager.default.setAttributes([.modificationDate: Date() + 2], ofItemAtPath: file.path)
        case .garbage, .foreign: break
        }
    }
}

extension TemporaryFolder {
    /// Records the current timestamps of the state database, as if stickerd had just closed it.
    fileprivate func noteStamps() throws {
        var status = stat()
        try #require(stat(file(Ledger.fileName), &status) == 0)
        func nanoseconds(_ time: timespec) -> Int { time.tv_sec * 1_000_000_000 + time.tv_nsec }
        try write(
            "\(status.st_size) \(nanoseconds(status.st_mtim)) \(nanoseconds(status.st_ctim)) \(status.st_ino) "
                + "\(status.st_dev)\n", to: "ledger.closed")
    }
}
