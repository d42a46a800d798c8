import Decisions
import Foundation
import Publishing
import Testing

@Suite("Stored decisions")
struct DecisionRecordTests {
    private static let pixels = String(repeating: "a", count: 64)

    private static func record(_ number: Int = 1, batch: Int? = nil) -> DecisionRecord {
        DecisionRecord(
            number: number,
            decision: Decision(
                key: Reviews.Key(pack: "cats", sticker: "one", pixels: pixels), outcome: .sentBack, reviewer: "Ada",
                comment: "Too red", decided: "2026-11-21T18:10:00Z", picture: pixels + ".png"),
            recorded: "2026-11-21T18:10:01Z", batch: batch)
    }

    /// A change of one value.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let apply: @Sendable (inout DecisionRecord) -> Void
        var testDescription: String { name }
    }

    private static let changes = [
        Change(name: "number") { $0.number = 2 }, Change(name: "batch") { $0.batch = 1 },
        Change(name: "recorded") { $0.recorded = "2026-11-21T18:10:02Z" },
        Change(name: "pack") { $0.decision.pack = "dogs" },
        Change(name: "outcome") { $0.decision.outcome = .approved },
        Change(name: "reviewer") { $0.decision.reviewer = "Ben" },
        Change(name: "comment") { $0.decision.comment = "Too red." },
        Change(name: "picture") { $0.decision.picture = nil },
        Change(name: "pins") { $0.decision.pins = [Pin(x: 1, y: 2, width: 3, height: 4)] },
        Change(name: "text moved from one value to the next") {
            $0.decision.pack = "cat"
            $0.decision.sticker = "sone"
        },
    ]

    @Test("the checksum depends on every value", arguments: changes)
    func digest(change: Change) {
        var record = Self.record()
        change.apply(&record)
        #expect(record.digest != Self.record().digest)
    }

    @Test("a record is read as it was written, and not after a change of a value in its text")
    func coding() throws {
        let record = Self.record(3, batch: 2)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(record)
        #expect(try JSONDecoder().decode(DecisionRecord.self, from: json) == record)
        let text = String(decoding: json, as: UTF8.self)
        for (old, new) in [("Too red", "Too blue"), ("\"number\":3", "\"number\":4"), ("\"batch\":2,", "")] {
            let changed = text.replacing(old, with: new)
            #expect(changed != text)
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(DecisionRecord.self, from: Data(changed.utf8))
            }
        }
    }

    @Test("decisions are equal regardless of their picture, their pins and their number, and of nothing else")
    func identity() {
        let identity: DecisionRecord.Identity = Self.record().identity
        var same = Self.record(9, batch: 9)
        same.decision.picture = nil
        same.decision.pins = [Pin(x: 1, y: 2, width: 3, height: 4)]
        #expect(same.identity == identity)
        for change in Self.changes where ["pack", "outcome", "reviewer", "comment"].contains(change.name) {
            var other = Self.record()
            change.apply(&other)
            #expect(other.identity != identity)
        }
    }

    private static let assetNames: [(name: String, isValid: Bool)] = [
        ("\(pixels).png", true), ("\(pixels).gif", true), (pixels, false), ("\(pixels).exe", false),
        ("\(pixels).png.png", false), ("A\(pixels.dropLast()).png", false), ("\(pixels.dropLast()).png", false),
        ("../\(pixels.dropLast(3)).png", false), ("", false), (".", false),
    ]

    @Test("the name of a published file is a hash and a known extension", arguments: assetNames)
    func assetName(name: String, isValid: Bool) {
        #expect(AssetName.isValid(name) == isValid)
    }
}

@Suite("The journal of decisions")
final class DecisionJournalTests {
    private let folder = NSTemporaryDirectory() + "journal-\(UUID().uuidString)"
    private var journal: DecisionJournal { DecisionJournal(folder: folder) }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func record(_ number: Int) -> DecisionRecord {
        DecisionRecord(
            number: number,
            decision: Decision(
                key: Reviews.Key(pack: "cats", sticker: "s\(number)", pixels: String(repeating: "a", count: 64)),
                outcome: .approved, decided: "2026-11-21T18:10:00Z"),
            recorded: "2026-11-21T18:10:01Z")
    }

    private func text(_ numbers: Int...) throws -> String {
        try numbers.map { String(decoding: try JSONEncoder().encode(record($0)), as: UTF8.self) + "\n" }.joined()
    }

    @Test("a folder without a journal has none, and one with an empty file has no records")
    func empty() throws {
        #expect(try journal.read() == nil)
        try Data().write(to: URL(filePath: folder + "/decisions.jsonl"))
        let content = try #require(try journal.read())
        #expect(content.records.isEmpty && content.damagedLines.isEmpty && !content.isTorn)
    }

    @Test("appended records are read in their order, and the first call undoes only itself")
    func append() throws {
        try journal.append([record(1)])
        let undo = try journal.append([record(2), record(3)])
        #expect(try journal.read()?.records == [record(1), record(2), record(3)])
        undo()
        #expect(try journal.read()?.records == [record(1)])
    }

    @Test("an incomplete last line is no record, and is cut off before the next one is added")
    func torn() throws {
        let complete = try text(1, 2)
        let content = DecisionJournal.content(of: Data((complete + "{\"number\":3").utf8))
        #expect(content.isTorn && content.damagedLines.isEmpty)
        #expect(content.records.map(\.number) == [1, 2])
        #expect(content.completeBytes == complete.utf8.count)
        try Data((complete + "{\"number\":3").utf8).write(to: URL(filePath: folder + "/decisions.jsonl"))
        try journal.cut(to: content.completeBytes)
        try journal.append([record(4)])
        #expect(try journal.read()?.records.map(\.number) == [1, 2, 4])
    }

    @Test("a line with a wrong value is damaged, by its number, and the others are read")
    func damaged() throws {
        let lines = try text(1) + text(2).replacing("\"cats\"", with: "\"dogs\"") + "\n" + text(3)
        let content: DecisionJournal.Content = DecisionJournal.content(of: Data(lines.utf8))
        #expect(content.damagedLines == [2, 3])
        #expect(content.records.map(\.number) == [1, 3])
    }

    @Test("a named pipe in the place of the journal is refused at once")
    func notAFile() throws {
        #expect(mkfifo(folder + "/decisions.jsonl", 0o600) == 0)
        let error = #expect(throws: DecisionError.self) { try journal.read() }
        #expect(error?.exitStatus == 3)
    }
}
