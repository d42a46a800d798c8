import Decisions
import Foundation
import Publishing
import StickerManifest
import Testing

@Suite("Decisions")
final class DecisionStoreTests: Sendable {
    private let folder = NSTemporaryDirectory() + "decisions-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func key(_ pixels: Character, sticker: String = "one") -> Reviews.Key {
        Reviews.Key(pack: "cats", sticker: sticker, pixels: String(repeating: pixels, count: 64))
    }

    private func decision(_ outcome: Decision.Outcome, _ pixels: Character, at minute: Int, comment: String = "")
        -> Decision
    {
        Decision(
            key: key(pixels), outcome: outcome, reviewer: "Ada", comment: comment,
            decided: "2026-11-21T18:\(minute):00Z", picture: String(repeating: pixels, count: 64) + ".png")
    }

    @Test("without decisions none are returned, and no file is created")
    func none() async throws {
        #expect(try await DecisionStore.decisions(folder: folder).reviews == Reviews())
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("the last decision about the pixels counts, and other pixels are undecided")
    func last() async throws {
        let store = try await DecisionStore.open(folder: folder)
        try await store.add([
            decision(.sentBack, "a", at: 10, comment: "Too red"), decision(.approved, "a", at: 11),
        ])
        let reviews = try await DecisionStore.decisions(folder: folder).reviews
        #expect(reviews.of(.one("a"), in: "cats") == Review(outcome: .approved, reviewer: "Ada"))
        #expect(reviews.of(.one("b"), in: "cats") == nil)
        #expect(reviews.of(.one("a"), in: "dogs") == nil)
        try await store.add([decision(.reopened, "a", at: 12)])
        #expect(try await DecisionStore.decisions(folder: folder).reviews.of(.one("a"), in: "cats") == nil)
    }

    @Test("a decision that is added twice is stored once")
    func twice() async throws {
        let store = try await DecisionStore.open(folder: folder)
        #expect(try await store.add([decision(.approved, "a", at: 10)]).added == 1)
        let again = try await store.add([decision(.approved, "a", at: 10), decision(.approved, "b", at: 12)])
        #expect(again.added == 1)
        #expect(try await store.all().map(\.pixels.first) == ["a", "b"])
    }

    @Test("each change of the file is another revision")
    func revision() async throws {
        let before: DecisionStore.Revision = DecisionStore.revision(folder: folder)
        let store = try await DecisionStore.open(folder: folder)
        let empty = DecisionStore.revision(folder: folder)
        try await store.add([decision(.approved, "a", at: 10)])
        let one = DecisionStore.revision(folder: folder)
        #expect(before != empty && empty != one)
        _ = try await store.all()
        #expect(DecisionStore.revision(folder: folder) == one)
    }

    @Test("invalid decisions are refused, and nothing is stored with them")
    func refused() async throws {
        let store = try await DecisionStore.open(folder: folder)
        var bad = decision(.approved, "a", at: 10)
        bad.picture = "../../etc/passwd"
        await #expect(throws: DecisionError.self) { try await store.add([decision(.approved, "b", at: 12), bad]) }
        #expect(try await store.all().isEmpty)
    }

    @Test("a file that is not a decision database is left as it is")
    func foreign() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/" + DecisionStore.fileName
        try Data("no database, but long enough to look at".utf8).write(to: URL(fileURLWithPath: path))
        await #expect(throws: DecisionError.self) { try await DecisionStore.open(folder: folder) }
        #expect(FileManager.default.contents(atPath: path)?.count == 39)
    }

    @Test("the version that is compared with is the one that was approved last and not taken back")
    func lastApproved() {
        let decisions = [
            decision(.approved, "a", at: 10), decision(.approved, "b", at: 11), decision(.reopened, "b", at: 12),
            decision(.sentBack, "c", at: 13),
        ]
        #expect(decisions.lastApproved["cats/one"]?.pixels.first == "a")
    }

    @Test("the versions of a sticker are its valid decisions, one per image, the last one at the end")
    func reviewedVersions() {
        let decisions = [
            decision(.approved, "a", at: 10), decision(.sentBack, "b", at: 11), decision(.sentBack, "c", at: 12),
            decision(.sentBack, "a", at: 13), decision(.reopened, "b", at: 14),
        ]
        #expect(decisions.reviewedVersions["cats/one"] == [decisions[2], decisions[3]])
    }

    @Test("the pictures of the last eight reviewed versions and of the last approval are kept")
    func boundedPictures() async throws {
        let published = OutputFolder(folder + "/out")
        try published.makeFolder("assets")
        let state = folder + "/state"
        let pictures = ReviewedPictures(stateFolder: state)
        let digits = Array("0123456789ab")
        let decisions = digits.enumerated().map { place, pixels in
            decision(place == 0 ? .approved : .sentBack, pixels, at: 10 + place)
        }
        for decision in decisions {
            try published.write([1], to: "assets/" + (decision.picture ?? ""))
        }
        let store = try await DecisionStore.open(folder: state)
        try await store.decide(decisions) { decided in
            for decision in decided { try pictures.keep(decision.picture ?? "", from: published) }
        }
        #expect(pictures.names.count == digits.count)
        try await store.prune(pictures)
        let kept = [decisions[0]] + decisions.suffix(ReviewedPictures.versionsPerSticker)
        #expect(Set(pictures.names) == Set(kept.compactMap(\.picture)))
    }

    @Test("a kept picture is the published file itself, and stays when that is replaced and removed")
    func linkedPicture() throws {
        let published = OutputFolder(folder + "/out")
        try published.makeFolder("assets")
        let decision = decision(.approved, "a", at: 10)
        let name = try #require(decision.picture)
        try published.write([1], to: "assets/" + name)
        let pictures = ReviewedPictures(stateFolder: folder + "/state")
        try pictures.keepPictures(of: [decision], from: published)
        let kept = OutputFolder(pictures.path)
        func node(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        }
        #expect(try node(kept.absolute(name)) == node(published.absolute("assets/" + name)))
        try published.write([2], to: "assets/" + name)
        #expect(kept.read(name) == [1])
        try published.remove("assets/" + name)
        try pictures.keepPictures(of: [decision], from: published)
        #expect(kept.read(name) == [1])
    }

    @Test("a file of decisions can be read again")
    func file() throws {
        let file = DecisionFile([decision(.sentBack, "a", at: 10, comment: "Line\n\"two\"")])
        #expect(try DecisionFile(json: file.json(), path: "x") == file)
    }

    @Test("many processes that open the decisions at the same time and first all find the same database")
    func opening() async throws {
        for _ in 0..<20 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask { [self] in
                        try await DecisionStore.open(folder: folder).add([
                            decision(.approved, Character("\(number)"), at: 10 + number)
                        ])
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await DecisionStore.open(folder: folder).all().count == 6)
            #expect(
                Set(try FileManager.default.contentsOfDirectory(atPath: folder)).isSubset(of: [
                    "decisions.sqlite", "decisions.sqlite-journal", "decisions.jsonl", "decisions.lock",
                ]))
            try FileManager.default.removeItem(atPath: folder)
        }
    }

    @Test("two simultaneous approvals can both be compared later: neither removes the other's pictures")
    func pruning() async throws {
        let published = OutputFolder(folder + "/out")
        try published.makeFolder("assets")
        let state = folder + "/state"
        let pictures = ReviewedPictures(stateFolder: state)
        let approvals = try (0..<120).map { number in
            let picture = String(repeating: "0", count: 61) + String(1000 + number).dropFirst() + ".png"
            try published.write([1], to: "assets/" + picture)
            return Decision(
                key: key("a", sticker: "sticker \(number)"), outcome: .approved,
                decided: "2026-11-21T18:10:00Z", picture: picture)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for half in [approvals.prefix(60), approvals.suffix(60)] {
                group.addTask {
                    let store = try await DecisionStore.open(folder: state)
                    for decision in half {
                        try await store.add([decision]) { try pictures.keep($0.picture ?? "", from: published) }
                        try await store.prune(pictures)
                    }
                }
            }
            try await group.waitForAll()
        }
        let kept = OutputFolder(state).listing(ReviewedPictures.folderName).files
        #expect(kept.count == approvals.count)
    }

    @Test("CSV has quotes where needed, and no comment becomes a formula")
    func csv() {
        let file = DecisionFile([decision(.sentBack, "a", at: 10, comment: "=HYPERLINK(\"x\"), see")])
        let pixels = String(repeating: "a", count: 64)
        #expect(
            file.csv == "pack,sticker,verdict,reviewer,comment,decided,pixels\r\n"
                + "cats,one,sentBack,Ada,\"'=HYPERLINK(\"\"x\"\"), see\",2026-11-21T18:10:00Z,\(pixels)\r\n")
    }

    @Test(
        "a file without decisions is refused with a sentence",
        arguments: [
            "", "[]", "{\"kind\":\"x\",\"version\":1,\"decisions\":[]}",
            "{\"kind\":\"stickerd-decisions\",\"version\":2,\"decisions\":[]}",
        ])
    func noFile(text: String) {
        let error = #expect(throws: DecisionError.self) { try DecisionFile(json: Data(text.utf8), path: "review.json") }
        #expect(error?.description.hasPrefix("review.json: ") == true)
    }

    @Test(
        "a wrong or missing key is named with its place",
        arguments: [
            (
                "\"verdict\":\"rejected\"",
                "decisions[0].verdict: expected \"approved\", \"sentBack\" or \"reopened\", found \"rejected\""
            ),
            ("\"verdict\":1", "decisions[0].verdict has a value of another type"),
            ("\"other\":1", "decisions[0].verdict is missing"),
        ])
    func wrongKey(member: String, part: String) {
        let text = """
            {"kind":"stickerd-decisions","version":1,"decisions":[{"pack":"cats","sticker":"one","pixels":"",\(member),
            "reviewer":"Ada","comment":"","decided":"2026-11-21T18:10:00Z"}]}
            """
        let error = #expect(throws: DecisionError.self) { try DecisionFile(json: Data(text.utf8), path: "bob.json") }
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }
}
