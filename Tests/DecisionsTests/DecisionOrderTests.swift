import Decisions
import Foundation
import Publishing
import StickerManifest
import Testing

@Suite("The order of decisions")
final class DecisionOrderTests {
    private let folder = NSTemporaryDirectory() + "order-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func decision(_ outcome: Decision.Outcome, _ time: String, comment: String = "") -> Decision {
        Decision(
            key: Reviews.Key(pack: "cats", sticker: "one", pixels: String(repeating: "a", count: 64)),
            outcome: outcome, reviewer: "Ada", comment: comment, decided: time)
    }

    private func counts(_ store: DecisionStore) async throws -> Decision.Outcome? {
        try await store.all().last?.outcome
    }

    @Test("a decision made with a clock in 2099 does not outrank those made later")
    func wrongClock() async throws {
        let store = try await DecisionStore.open(folder: folder)
        try await store.decide([decision(.approved, "2099-01-01T00:00:02Z")])
        try await store.decide([decision(.sentBack, "2026-11-21T18:10:00Z")])
        #expect(try await counts(store) == .sentBack)
        #expect(try await store.all().last?.decided == "2026-11-21T18:10:00Z")
    }

    @Test("an imported decision counts over one that was made here with a clock in 2099")
    func importAfterWrongClock() async throws {
        let store = try await DecisionStore.open(folder: folder)
        try await store.decide([decision(.approved, "2099-01-01T00:00:02Z")])
        try await store.add([decision(.sentBack, "2026-11-21T18:10:00Z")])
        #expect(try await counts(store) == .sentBack)
    }

    @Test("an imported decision from before a local decision does not override it, and is kept")
    func importOfEarlier() async throws {
        let store = try await DecisionStore.open(folder: folder)
        try await store.decide([decision(.approved, "2026-11-21T18:10:00Z")])
        #expect(try await store.add([decision(.sentBack, "2026-11-21T18:00:00Z")]).added == 1)
        #expect(try await store.all().map(\.outcome) == [.sentBack, .approved])
        try await store.add([decision(.reopened, "2026-11-21T18:20:00Z")])
        #expect(try await counts(store) == .reopened)
    }

    @Test("exported decisions can be imported, on this machine and on a new one, in the same order")
    func roundTrip() async throws {
        let store = try await DecisionStore.open(folder: folder)
        try await store.decide([
            decision(.approved, "2026-11-21T18:10:00Z"), decision(.reopened, "2026-11-21T18:05:00Z"),
            decision(.sentBack, "2099-01-01T00:00:00Z"),
        ])
        let all = try await store.all()
        let file = try DecisionFile(json: DecisionFile(all).json(), path: "x")
        #expect(file.future().map(\.decided) == ["2099-01-01T00:00:00Z"])
        #expect(try await store.add(file.decisions).added == 0)
        let other = try await DecisionStore.open(folder: folder + "/other")
        #expect(try await other.add(file.decisions).added == 3)
        #expect(try await other.all() == all)
    }

    @Test("the same decision twice in a second is two decisions")
    func sameSecond() async throws {
        let store = try await DecisionStore.open(folder: folder)
        let time = "2026-11-21T18:10:00Z"
        for outcome in [Decision.Outcome.approved, .reopened, .approved] {
            try await store.decide([decision(outcome, time)])
        }
        #expect(try await store.all().map(\.outcome) == [.approved, .reopened, .approved])
    }

    @Test(
        "a time that no clock shows is refused",
        arguments: [
            "2026-02-30T25:61:61Z", "2026-02-30T10:00:00Z", "2026-11-21 18:09:00Z", "-026-11-21T18:09:00Z", "x",
        ])
    func impossibleTime(time: String) throws {
        let json = try DecisionFile([decision(.approved, time)]).json()
        let error = #expect(throws: DecisionError.self) { try DecisionFile(json: json, path: "x") }
        #expect(error?.exitStatus == 2 && error?.description.contains("expected a time in UTC") == true)
    }

    @Test("CSV and JSON carry no characters that steer a terminal, and CSV begins no formula")
    func steering() throws {
        let file = DecisionFile([
            decision(.sentBack, "2026-11-21T18:10:00Z", comment: "\u{1B}[31m=1+1"),
            decision(.sentBack, "2026-11-21T18:11:00Z", comment: "\u{202E}gnp.exe\u{2066}"),
        ])
        #expect(file.csv.contains("'\u{FFFD}[31m") == false && file.csv.contains("\u{FFFD}[31m=1+1"))
        let json = String(decoding: try file.json(), as: UTF8.self)
        for text in [file.csv, json] {
            #expect(!text.unicodeScalars.contains { [0x1B, 0x202E, 0x2066].contains($0.value) })
        }
        #expect(try DecisionFile(json: Data(json.utf8), path: "x") == file)
        let formula = DecisionFile([decision(.sentBack, "2026-11-21T18:10:00Z", comment: " @SUM(1)")]).csv
        #expect(formula.contains(",' @SUM(1),"))
    }
}
