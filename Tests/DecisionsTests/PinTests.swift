import Decisions
import Foundation
import GRDB
import Publishing
import Testing

@Suite("Pins of a comment")
final class PinTests {
    private let folder = NSTemporaryDirectory() + "pins-\(UUID().uuidString)"
    private static let pins = [
        Pin(x: 0, y: 1000 - 40, width: 40, height: 40), Pin(x: 620, y: 200, width: 120, height: 1),
    ]

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func decision(_ pins: [Pin]?) -> Decision {
        Decision(
            key: Reviews.Key(pack: "cats", sticker: "one", pixels: String(repeating: "a", count: 64)),
            outcome: .sentBack, reviewer: "Ada", comment: "rounder", decided: "2026-11-21T18:10:00Z", pins: pins)
    }

    @Test("they are kept by the database, by the journal, and by an export", arguments: ["sqlite", "jsonl"])
    func kept(lost: String) async throws {
        try await DecisionStore.open(folder: folder).decide([decision(Self.pins), decision(nil)])
        try FileManager.default.removeItem(atPath: "\(folder)/decisions.\(lost)")
        let all = try await DecisionStore.open(folder: folder).all()
        #expect(all.map(\.pins) == [Self.pins, nil])
        #expect(try DecisionFile(json: DecisionFile(all).json(), path: "x").decisions == all)
    }

    @Test(
        "one that is outside of the picture or has no area is refused",
        arguments: [
            Pin(x: -1, y: 0, width: 10, height: 10), Pin(x: 0, y: 0, width: 0, height: 10),
            Pin(x: 995, y: 0, width: 10, height: 10), Pin(x: 0, y: 0, width: .max, height: 10),
        ])
    func refused(pin: Pin) async throws {
        let store = try await DecisionStore.open(folder: folder)
        let refused = decision([pin])
        await #expect(throws: DecisionError.self) { try await store.decide([refused]) }
        #expect(try await store.all().isEmpty)
    }

    @Test("decisions from before there were pins stay valid")
    func earlierDatabase() async throws {
        try await DecisionStore.open(folder: folder).decide([decision(nil)])
        let queue = try DatabaseQueue(path: folder + "/decisions.sqlite")
        try await queue.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE decisions DROP COLUMN pins;
                    DELETE FROM grdb_migrations WHERE identifier = 'pins';
                    """)
        }
        try queue.close()
        try FileManager.default.removeItem(atPath: folder + "/decisions.jsonl")
        let store = try await DecisionStore.open(folder: folder)
        try await store.decide([decision(Self.pins)])
        #expect(try await store.all().map(\.pins) == [nil, Self.pins])
    }
}
