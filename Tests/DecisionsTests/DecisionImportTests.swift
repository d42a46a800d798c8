import Decisions
import Foundation
import Publishing
import Testing

@Suite("Importing decisions")
final class DecisionImportTests {
    private let folder = NSTemporaryDirectory() + "import-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func decision(
        _ outcome: Decision.Outcome, by reviewer: String, at minute: Int, sticker: String = "one"
    ) -> Decision {
        Decision(
            key: Reviews.Key(pack: "cats", sticker: sticker, pixels: String(repeating: "a", count: 64)),
            outcome: outcome, reviewer: reviewer, decided: "2026-11-21T18:\(minute):00Z")
    }

    @Test("a later decision of the file that contradicts one of the store is reported, and counts")
    func laterConflict() async throws {
        let store = try await DecisionStore.open(folder: folder)
        try await store.decide([decision(.approved, by: "Ada", at: 10)])
        let effect = try await store.add([decision(.sentBack, by: "Ben", at: 20)])
        #expect(effect.added == 1)
        let conflicts: [DecisionImport.Conflict] = effect.conflicts
        #expect(conflicts.map(\.stored.reviewer) == ["Ada"] && conflicts.map(\.imported.reviewer) == ["Ben"])
        #expect(conflicts.map(\.importedCounts) == [true])
        #expect(try await store.all().last?.outcome == .sentBack)
    }

    @Test("an earlier decision of the file that contradicts one of the store is reported, and does not count")
    func earlierConflict() async throws {
        let store = try await DecisionStore.open(folder: folder)
        try await store.decide([decision(.approved, by: "Ada", at: 20)])
        let effect = try await store.add([decision(.sentBack, by: "Ben", at: 10)])
        #expect(effect.conflicts.map(\.importedCounts) == [false])
        #expect(try await store.all().last?.outcome == .approved)
    }

    @Test("equal outcomes, known decisions and other stickers are no conflicts")
    func noConflict() async throws {
        let store = try await DecisionStore.open(folder: folder)
        let known = decision(.approved, by: "Ada", at: 10)
        try await store.decide([known])
        let effect = try await store.add([
            known, decision(.approved, by: "Ben", at: 20), decision(.sentBack, by: "Ben", at: 20, sticker: "two"),
        ])
        #expect(effect.added == 2 && effect.conflicts.isEmpty)
    }

    @Test("only the last decision of the file about an image is compared")
    func lastOfFile() async throws {
        let store = try await DecisionStore.open(folder: folder)
        try await store.decide([decision(.approved, by: "Ada", at: 10)])
        let effect = try await store.add([
            decision(.sentBack, by: "Ben", at: 20), decision(.approved, by: "Ben", at: 30),
        ])
        #expect(effect.added == 2 && effect.conflicts.isEmpty)
    }

    @Test("a preview has the result of the import, and stores nothing")
    func preview() async throws {
        let decisions = [
            decision(.sentBack, by: "Ben", at: 20), decision(.approved, by: "Ben", at: 20, sticker: "two"),
        ]
        #expect(try await DecisionStore.preview(of: decisions, folder: folder).added == 2)
        #expect(!FileManager.default.fileExists(atPath: folder))
        let store = try await DecisionStore.open(folder: folder)
        try await store.decide([decision(.approved, by: "Ada", at: 10)])
        let preview = try await DecisionStore.preview(of: decisions, folder: folder)
        #expect(try await store.all().count == 1)
        #expect(try await store.add(decisions) == preview)
    }

    @Test("every invalid decision of a file is named, with its place")
    func allProblems() throws {
        var (long, wrong) = (decision(.approved, by: "Ada", at: 10), decision(.approved, by: "Ada", at: 11))
        long.comment = String(repeating: "x", count: 2001)
        wrong.picture = "../../etc/passwd"
        let json = try DecisionFile([long, decision(.approved, by: "Ada", at: 12), wrong]).json()
        let error = #expect(throws: DecisionError.self) { try DecisionFile(json: json, path: "ada.json") }
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("ada.json: decisions[0].comment: expected at most 2000") == true)
        #expect(lines.dropFirst().first?.hasPrefix("ada.json: decisions[2].picture: expected") == true)
        #expect(lines.last == "Nothing was imported.")
    }

    @Test("a misspelled key is refused with the nearest one")
    func unknownKey() throws {
        let json = String(decoding: try DecisionFile([decision(.approved, by: "Ada", at: 10)]).json(), as: UTF8.self)
        for (key, hint) in [("pinz", "\"pins\""), ("stickr", "\"sticker\"")] {
            let text = json.replacing("\"pack\"", with: "\"\(key)\": [], \"pack\"")
            let error = #expect(throws: DecisionError.self) { try DecisionFile(json: Data(text.utf8), path: "a.json") }
            #expect(
                error?.description.contains("decisions[0].\(key): there is no such key; did you mean \(hint)?") == true)
        }
    }

    @Test("a file may name its schema")
    func schemaKey() throws {
        let json = String(decoding: try DecisionFile([]).json(), as: UTF8.self)
        let text = json.replacing("\"kind\"", with: "\"$schema\": \"decisions.schema.json\", \"kind\"")
        #expect(try DecisionFile(json: Data(text.utf8), path: "a.json").decisions.isEmpty)
    }

    @Test(
        "a file that does not exist and one that cannot be a file are refused with a sentence", arguments: ["no", "."])
    func noFile(name: String) throws {
        let path = NSTemporaryDirectory() + name + (name == "no" ? UUID().uuidString : "")
        let error = #expect(throws: DecisionError.self) { try DecisionFile(at: path) }
        #expect(error?.exitStatus == 2)
    }
}
