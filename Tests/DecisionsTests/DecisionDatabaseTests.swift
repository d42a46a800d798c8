import Decisions
import Foundation
import GRDB
import Publishing
import StickerManifest
import Testing

@Suite("The database of decisions")
final class DecisionDatabaseTests {
    private let folder = NSTemporaryDirectory() + "decision-database-\(UUID().uuidString)"
    private var path: String { folder + "/" + DecisionStore.fileName }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func decision(_ pixels: Character) -> Decision {
        Decision(
            key: Reviews.Key(pack: "cats", sticker: "one", pixels: String(repeating: pixels, count: 64)),
            outcome: .approved, reviewer: "Ada", decided: "2026-11-21T18:10:00Z")
    }

    /// The reason why the file cannot be used. Nil if it can be used.
    private func reason() throws -> String? {
        switch try DecisionDatabase(path: path).open() {
        case .usable: nil
        case .useless(let reason, _): reason
        }
    }

    @Test("a new file says in its header that it belongs to stickerd")
    func header() throws {
        guard case .usable(let queue, let records, damaged: 0) = try DecisionDatabase(path: path).open() else {
            Issue.record("a new file cannot be used")
            return
        }
        #expect(records.isEmpty)
        try queue.close()
        // https://sqlite.org/fileformat2.html#application_id
        let bytes = try Data(contentsOf: URL(filePath: path))[68..<72]
        #expect(bytes.reduce(0) { $0 << 8 | Int($1) } == DecisionSchema.applicationID)
    }

    @Test("rows are read in the order of their numbers, and those with a wrong value are counted")
    func damagedRows() async throws {
        try await DecisionStore.open(folder: folder).decide([decision("a"), decision("b"), decision("c")])
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: "UPDATE decisions SET reviewer = 'Eve' WHERE number = 2") }
        try queue.close()
        let attempt: DecisionDatabase.Attempt = try DecisionDatabase(path: path).open()
        guard case .usable(_, let records, let damaged) = attempt else {
            Issue.record("the file cannot be used")
            return
        }
        #expect(records.map(\.number) == [1, 3] && damaged == 1)
    }

    @Test("a database of another program is left alone")
    func otherProgram() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "CREATE TABLE notes (text TEXT)") }
        try queue.close()
        #expect(try reason() == "it is not a database of decisions")
        let kept = try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema") }
        #expect(kept == ["notes"])
    }

    @Test("a file of a newer stickerd is refused, and not set aside")
    func newer() throws {
        #expect(try reason() == nil)
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of the future')") }
        try queue.close()
        let error = #expect(throws: DecisionError.self) { try DecisionDatabase(path: path).open() }
        #expect(error == .foreign(path: path, detail: "a newer stickerd wrote it"))
    }

    @Test("every decision of a file is read or has a problem with its place, in their order")
    func written() throws {
        let json = String(
            decoding: try DecisionFile([decision("a"), decision("b"), decision("c")]).json(), as: UTF8.self)
        let text = json.replacing(String(repeating: "b", count: 64), with: "bbb")
        let items: [WrittenDecisions.Item] = try JSONDecoder().decode(WrittenDecisions.self, from: Data(text.utf8))
            .decisions
        #expect(items.map { $0.decision?.pixels.first } == ["a", "b", "c"])
        #expect(items.map { $0.problem?.hasPrefix("decisions[1].pixels: ") } == [nil, true, nil])
    }
}

@Suite("Lost decisions")
struct DecisionLossTests {
    private func sticker(_ id: String, _ review: Review?) -> Sticker {
        Sticker(
            id: id, label: id, labels: [:], size: .regular,
            source: SourceArt(path: "cats/\(id).svg", sha256: "", bytes: 1, format: "svg", width: 1, height: 1),
            animation: nil, renditions: [], previews: [], fit: Fit(summary: "", gaveUp: "nothing", attempts: []),
            findings: [], fingerprint: "", pixels: String(repeating: "a", count: 64), review: review)
    }

    private func loss(_ stickers: [Sticker], _ decisions: [Decision] = []) -> DecisionLoss? {
        let catalog = Catalog(
            generator: "stickerd 0",
            packs: [Pack(id: "cats", title: "Cats", titles: [:], size: .regular, icon: [], stickers: stickers)],
            rejected: [])
        return DecisionState(
            decisions: decisions, published: catalog, pictures: ReviewedPictures(stateFolder: "/none"), folder: "/state"
        ).loss
    }

    @Test("reviews of the manifest without a decision are counted, and those with one are not lost")
    func evidence() {
        let review = Review(outcome: .approved, reviewer: "Ada")
        let stickers = [sticker("one", review), sticker("two", review), sticker("three", nil)]
        #expect(loss(stickers)?.evidence == DecisionLoss.Evidence.manifest(decisions: 2))
        let decisions = ["one", "two"].map {
            Decision(
                key: Reviews.Key(pack: "cats", sticker: $0, pixels: String(repeating: "a", count: 64)),
                outcome: .approved, decided: "2026-11-21T18:10:00Z")
        }
        #expect(loss(stickers, Array(decisions.prefix(1)))?.evidence == .manifest(decisions: 1))
        #expect(loss(stickers, decisions) == nil)
    }

    @Test("a reopened sticker has a decision, and is not lost")
    func reopened() {
        let decision = Decision(
            key: Reviews.Key(pack: "cats", sticker: "one", pixels: String(repeating: "a", count: 64)),
            outcome: .reopened, decided: "2026-11-21T18:10:00Z")
        #expect(loss([sticker("one", Review(outcome: .approved))], [decision]) == nil)
    }

    @Test("the message has the number, in singular and plural, the file, and the remedy")
    func message() {
        let review = Review(outcome: .approved, reviewer: "Ada")
        let one = loss([sticker("one", review)])?.description ?? ""
        #expect(one.hasPrefix("/state/decisions.sqlite: 1 decision that catalog.json contains is missing."))
        #expect(one.contains("`stickerd review restore`"))
        let two = loss([sticker("one", review), sticker("two", review)])?.description ?? ""
        #expect(two.hasPrefix("/state/decisions.sqlite: 2 decisions that catalog.json contains are missing."))
    }
}
