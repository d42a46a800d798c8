import Foundation
import GRDB
import JobModel
import Publishing

/// A decision as it is stored in the database and in the journal, with its number and a checksum.
package struct DecisionRecord: Sendable, Hashable {
    /// The values by which decisions are compared. The picture and the pins are not included.
    package struct Identity: Hashable {
        private let decision: Decision

        package init(_ decision: Decision) {
            var decision = decision
            decision.picture = nil
            decision.pins = nil
            self.decision = decision
        }
    }

    /// The position of the decision in this store. Later decisions have larger numbers.
    package var number: Int
    package var decision: Decision
    /// The time at which this store added the decision, according to this machine's clock.
    package var recorded: String
    /// The number of the first decision of its import. Nil for a decision that was made in this store.
    package var batch: Int?

    package init(number: Int, decision: Decision, recorded: String, batch: Int? = nil) {
        self.number = number
        self.decision = decision
        self.recorded = recorded
        self.batch = batch
    }

    package var identity: Identity { Identity(decision) }

    /// The SHA-256 of all values of the record, in lower-case hexadecimal. Used as a checksum.
    package var digest: String {
        var digest = StructuredHasher()
        digest.add(number)
        for text in [
            decision.pack, decision.sticker, decision.pixels, decision.outcome.rawValue, decision.reviewer,
            decision.comment, decision.decided, decision.picture ?? "", recorded,
        ] { digest.add(text) }
        digest.add(batch ?? -1)
        // Pins are included only if they exist, so that the checksum of older records without pins is unchanged.
        if let pins = decision.pins { digest.add(pins.text) }
        return digest.text
    }
}

extension DecisionRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case number, recorded, batch, digest
    }

    /// - Throws: `DecodingError`, also if the checksum does not match the values.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            number: try values.decode(Int.self, forKey: .number), decision: try Decision(from: decoder),
            recorded: try values.decode(String.self, forKey: .recorded),
            batch: try values.decodeIfPresent(Int.self, forKey: .batch))
        guard try values.decode(String.self, forKey: .digest) == digest else {
            throw DecodingError.dataCorruptedError(
                forKey: .digest, in: values, debugDescription: "the digest is not that of the decision")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        try decision.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(number, forKey: .number)
        try values.encode(recorded, forKey: .recorded)
        try values.encodeIfPresent(batch, forKey: .batch)
        try values.encode(digest, forKey: .digest)
    }
}

extension DecisionRecord {
    static let columns = columnsWithoutPins + ", pins"
    private static let columnsWithoutPins =
        "number, pack, sticker, pixels, verdict, reviewer, comment, decided, picture, recorded, batch, digest"

    /// - Returns: nil if the row is damaged.
    init?(row: Row) {
        guard let number = Int.fromDatabaseValue(row[0]), let outcome = String.fromDatabaseValue(row[4]),
            let outcome = Decision.Outcome(rawValue: outcome)
        else { return nil }
        func text(_ column: Int) -> String? { String.fromDatabaseValue(row[column]) }
        guard let pack = text(1), let sticker = text(2), let pixels = text(3), let reviewer = text(5),
            let comment = text(6), let decided = text(7), let recorded = text(9)
        else { return nil }
        self.init(
            number: number,
            decision: Decision(
                key: Reviews.Key(pack: pack, sticker: sticker, pixels: pixels), outcome: outcome, reviewer: reviewer,
                comment: comment, decided: decided, picture: text(8), pins: text(12).flatMap { [Pin](text: $0) }),
            recorded: recorded, batch: Int.fromDatabaseValue(row[10]))
        guard text(11) == digest else { return nil }
    }

    /// Inserts the decision as a row, unless the database already contains the same decision.
    ///
    /// - Returns: whether a row was inserted.
    @discardableResult
    package func insert(_ db: Database) throws -> Bool {
        var arguments: StatementArguments = [
            number, decision.pack, decision.sticker, decision.pixels, decision.outcome.rawValue, decision.reviewer,
            decision.comment, decision.decided, decision.picture, recorded, batch, digest,
        ]
        // A migration step inserts rows into an older table without the column for pins.
        var columns = DecisionRecord.columnsWithoutPins
        if let pins = decision.pins {
            columns = DecisionRecord.columns
            arguments += [pins.text]
        }
        let values = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
        try db.cachedStatement(
            sql: """
                INSERT INTO decisions (\(columns)) VALUES (\(values))
                ON CONFLICT (pack, sticker, decided, pixels, verdict, reviewer, comment) DO NOTHING
                """
        ).execute(arguments: arguments)
        return db.changesCount > 0
    }

    /// Inserts the decision as a new row. If the same decision already exists, the time is increased by one second
    /// until it is unique.
    mutating func insertAsNew(_ db: Database) throws {
        while try !insert(db) {
            guard let time = try? Date(decision.decided, strategy: .iso8601) else { return }
            decision.decided = Decision.time(time.addingTimeInterval(1))
        }
    }
}

extension [DecisionRecord] {
    /// The decisions in order of precedence. The last decision about an image is valid.
    ///
    /// A decision that was made on this machine takes precedence over all earlier ones, regardless of the clock. An
    /// imported decision is appended as well, but inserted before stored decisions about the same sticker with a later
    /// time. Times in the future are not compared, because a clock must have been wrong. Decisions of one import keep
    /// their order.
    var inOrder: [Decision] { ordered.map(\.decision) }

    /// The records in order of precedence.
    var ordered: [DecisionRecord] {
        var bySticker: [[String]: [DecisionRecord]] = [:]
        let numbered = sorted { $0.number < $1.number }
        for record in numbered {
            let key = [record.decision.pack, record.decision.sticker]
            var earlier = bySticker.removeValue(forKey: key) ?? []
            earlier.insert(record, at: record.place(among: earlier))
            bySticker[key] = earlier
        }
        var taken: [[String]: Int] = [:]
        return numbered.map { record in
            let key = [record.decision.pack, record.decision.sticker]
            let place = taken[key, default: 0]
            taken[key] = place + 1
            return bySticker[key]?[place] ?? record
        }
    }
}

extension DecisionRecord {
    fileprivate func place(among earlier: [DecisionRecord]) -> Int {
        guard let batch else { return earlier.count }
        let together = earlier.lastIndex { $0.batch == batch }.map { $0 + 1 } ?? 0
        let later = earlier.firstIndex { $0.decision.decided > decision.decided && $0.decision.decided <= recorded }
        return Swift.max(together, later ?? earlier.count)
    }
}
