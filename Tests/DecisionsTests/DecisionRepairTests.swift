import Decisions
import Foundation
import GRDB
import Publishing
import StickerManifest
import Synchronization
import Testing

@Suite("Damaged and lost files of decisions")
final class DecisionRepairTests {
    private let folder = NSTemporaryDirectory() + "repair-\(UUID().uuidString)"
    private let notices = Notices()
    private var database: String { folder + "/" + DecisionStore.fileName }
    private var journal: String { folder + "/" + DecisionStore.journalName }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func decision(_ pixels: Character, _ outcome: Decision.Outcome = .approved, at minute: Int = 10) -> Decision
    {
        Decision(
            key: Reviews.Key(pack: "cats", sticker: "one", pixels: String(repeating: pixels, count: 64)),
            outcome: outcome, reviewer: "Ada", comment: "Mind the “edge”", decided: "2026-11-21T18:\(minute):00Z")
    }

    private func open() async throws -> DecisionStore {
        try await DecisionStore.open(folder: folder) { [notices] text in notices.texts.withLock { $0.append(text) } }
    }

    private var said: String { notices.texts.withLock { $0.joined(separator: "\n") } }

    /// Creates a store with three decisions, and closes it.
    private func filled() async throws {
        try await open().decide([decision("a"), decision("b"), decision("c")])
    }

    private func pixels() async throws -> String {
        String(try await open().all().compactMap(\.pixels.first))
    }

    @Test("a removed database is recreated from the journal, with a notice")
    func removed() async throws {
        try await filled()
        try FileManager.default.removeItem(atPath: database)
        #expect(try await pixels() == "abc")
        #expect(said.contains("decisions.sqlite was missing: 3 decisions were restored from decisions.jsonl."))
    }

    @Test("a database that was emptied is filled again from the journal")
    func emptied() async throws {
        try await filled()
        try Data().write(to: URL(fileURLWithPath: database))
        #expect(try await pixels() == "abc")
        #expect(said.contains("3 decisions were restored"))
    }

    @Test("an older database gets the later decisions")
    func older() async throws {
        try await open().decide([decision("a")])
        let backup = try Data(contentsOf: URL(fileURLWithPath: database))
        try await open().decide([decision("b"), decision("c")])
        try backup.write(to: URL(fileURLWithPath: database))
        #expect(try await pixels() == "abc")
        #expect(said.contains("lacked 2 decisions"))
    }

    @Test("a damaged header does not cost a decision: the file is set aside")
    func damagedHeader() async throws {
        try await filled()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: database))
        try file.write(contentsOf: Data("not the header".utf8))
        try file.close()
        #expect(try await pixels() == "abc")
        #expect(said.contains("decisions.sqlite.damaged-1") && said.contains("3 decisions were restored"))
        #expect(FileManager.default.fileExists(atPath: database + ".damaged-1"))
    }

    @Test("a flipped bit in a value is found by its checksum, and the journal has the right one")
    func flippedBit() async throws {
        try await filled()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
        let place = try #require(bytes.range(of: Data(String(repeating: "b", count: 64).utf8)))
        bytes[place.lowerBound + 5] ^= 1
        try bytes.write(to: URL(fileURLWithPath: database))
        #expect(try await pixels() == "abc")
        #expect(try await open().all().allSatisfy { Set($0.pixels).count == 1 })
        #expect(said.contains("damaged") && said.contains("1 decision was restored"))
    }

    @Test("a missing journal is written once")
    func journalWritten() async throws {
        try await filled()
        try FileManager.default.removeItem(atPath: journal)
        #expect(try await pixels() == "abc")
        #expect(said.contains("was missing and was written again from decisions.sqlite: 3 decisions."))
        try FileManager.default.removeItem(atPath: database)
        #expect(try await pixels() == "abc")
    }

    @Test("a truncated last line is dropped with a notice, and later lines are complete")
    func torn() async throws {
        try await filled()
        let text = try String(contentsOfFile: journal, encoding: .utf8)
        try Data((text + String(text.prefix(40))).utf8).write(to: URL(fileURLWithPath: journal))
        try await open().decide([decision("d")])
        #expect(said.contains("the last line was incomplete"))
        try FileManager.default.removeItem(atPath: database)
        #expect(try await pixels() == "abcd")
    }

    @Test("a damaged line in the middle is reported, and written again from the database")
    func damagedLine() async throws {
        try await filled()
        let text = try String(contentsOfFile: journal, encoding: .utf8)
        try Data(text.replacing("bbbb", with: "bbbc", maxReplacements: 1).utf8).write(to: URL(fileURLWithPath: journal))
        #expect(try await pixels() == "abc")
        #expect(said.contains("line 2 is damaged") && said.contains("no decision is lost"))
        try FileManager.default.removeItem(atPath: database)
        #expect(try await pixels() == "abc")
    }

    @Test("a damaged line of a decision that exists nowhere else is reported as lost")
    func lostLine() async throws {
        try await filled()
        let text = try String(contentsOfFile: journal, encoding: .utf8)
        try Data(text.replacing("bbbb", with: "bbbc", maxReplacements: 1).utf8).write(to: URL(fileURLWithPath: journal))
        try FileManager.default.removeItem(atPath: database)
        #expect(try await pixels() == "ac")
        #expect(said.contains("line 2 is damaged") && said.contains("1 decision is in neither"))
    }

    @Test("a repair of intact files counts the decisions, and has nothing to report")
    func intact() async throws {
        try await filled()
        let repair = DecisionRepair(folder: folder) { [notices] text in notices.texts.withLock { $0.append(text) } }
        #expect(try repair.run().count == 3 && repair.run().count == 3)
        #expect(said.isEmpty)
    }

    @Test("decisions of different backups with the same number are both kept, and that of the journal is numbered anew")
    func sameNumber() async throws {
        try await open().decide([decision("a"), decision("b")])
        let other = try String(contentsOfFile: journal, encoding: .utf8)
        try FileManager.default.removeItem(atPath: folder)
        try await open().decide([decision("c")])
        try Data(other.utf8).write(to: URL(fileURLWithPath: journal))
        _ = try DecisionRepair(folder: folder) { _ in }.run()
        let records = try DecisionStorage(folder: folder) { _ in }.records()
        #expect(records.compactMap(\.decision.pixels.first) == ["c", "b", "a"] && records.map(\.number) == [1, 2, 3])
        // The journal has all of them, too.
        try FileManager.default.removeItem(atPath: database)
        #expect(try DecisionStorage(folder: folder) { _ in }.records().count == 3)
    }

    @Test("if a further step of an addition fails, neither file has the decision")
    func failedStep() async throws {
        try await filled()
        let storage = try DecisionStorage(folder: folder) { _ in }
        let record = DecisionRecord(number: 4, decision: decision("d"), recorded: "2026-11-21T18:10:00Z")
        #expect(throws: CocoaError.self) {
            try storage.add(
                { try record.insert($0) ? [record] : [] }, finish: { _ in throw CocoaError(.fileWriteUnknown) })
        }
        #expect(try storage.records().count == 3)
        #expect(try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n").count == 3)
        #expect(try storage.add { try record.insert($0) ? [record] : [] }.map(\.number) == [4])
    }

    @Test("a database that is removed or replaced while it is open is opened again")
    func replaced() async throws {
        let store = try await open()
        try await store.decide([decision("a")])
        try FileManager.default.removeItem(atPath: database)
        try await store.decide([decision("b")])
        #expect(try await store.all().compactMap(\.pixels.first) == ["a", "b"])
        #expect(said.contains("was missing: 1 decision was restored"))
        try Data().write(to: URL(fileURLWithPath: database))
        try await store.decide([decision("c")])
        #expect(try await store.all().compactMap(\.pixels.first) == ["a", "b", "c"])
    }

    @Test("a database of the first version is taken over in its order, and gets its journal")
    func firstVersion() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: database)
        var migrator = DatabaseMigrator()
        migrator.registerMigration("decisions") { db in
            try db.execute(
                sql: """
                    CREATE TABLE decisions (
                        number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, pack TEXT NOT NULL, sticker TEXT NOT NULL,
                        pixels TEXT NOT NULL CHECK (length(pixels) = 64),
                        verdict TEXT NOT NULL CHECK (verdict IN ('approved', 'sentBack', 'reopened')),
                        reviewer TEXT NOT NULL, comment TEXT NOT NULL, decided TEXT NOT NULL, picture TEXT,
                        UNIQUE (pack, sticker, decided, pixels, verdict, reviewer, comment)) STRICT;
                    PRAGMA application_id = 1398033234;
                    """)
            for (pixels, time) in [("b", "2026-11-21T18:20:00Z"), ("a", "2026-11-21T18:10:00Z")] {
                try db.execute(
                    sql: """
                        INSERT INTO decisions (pack, sticker, pixels, verdict, reviewer, comment, decided)
                        VALUES ('cats', 'one', ?, 'approved', 'Ada', '', ?)
                        """, arguments: [String(repeating: pixels, count: 64), time])
            }
        }
        try migrator.migrate(queue)
        try queue.close()
        #expect(try await pixels() == "ab")
        #expect(try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n").count == 2)
    }

    @Test("without both files there are no decisions, and those in the manifest are reported as lost")
    func loss() async throws {
        var sticker = Sticker.one("a")
        sticker.review = Review(outcome: .approved, reviewer: "Ada")
        let catalog = Catalog(
            generator: "stickerd 0",
            packs: [Pack(id: "cats", title: "Cats", titles: [:], size: .regular, icon: [], stickers: [sticker])],
            rejected: [])
        let state = try await DecisionState.read(folder: folder, published: catalog)
        #expect(state.loss?.evidence == .manifest(decisions: 1))
        #expect(state.reviews.of(sticker, in: "cats")?.outcome == .approved)
        #expect(try await DecisionState.read(folder: folder, published: nil).loss == nil)
        try await open().decide([decision("a")])
        #expect(try await DecisionState.read(folder: folder, published: catalog).loss == nil)
    }

    @Test("stored images without a decision are reported as a loss, and a new folder is not")
    func keptImages() async throws {
        try FileManager.default.createDirectory(
            atPath: folder + "/" + ReviewedPictures.folderName, withIntermediateDirectories: true)
        #expect(try await DecisionState.read(folder: folder, published: nil).loss == nil)
        let name = String(repeating: "a", count: 64) + ".png"
        try Data([1]).write(to: URL(fileURLWithPath: "\(folder)/\(ReviewedPictures.folderName)/\(name)"))
        #expect(try await DecisionState.read(folder: folder, published: nil).loss?.evidence == .pictures(count: 1))
    }
}

/// Collects the notices about a store.
private final class Notices: Sendable {
    let texts = Mutex<[String]>([])
}
