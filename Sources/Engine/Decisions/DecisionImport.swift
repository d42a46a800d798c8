import Foundation
import Publishing

/// The effect of decisions from elsewhere on those of a store.
package struct DecisionImport: Sendable, Equatable {
    /// A new decision whose outcome differs from that of the valid decision about the same image.
    package struct Conflict: Sendable, Equatable {
        /// The decision of the store that was valid before.
        package var stored: Decision
        package var imported: Decision
        /// Whether the imported one is valid from now on.
        package var importedCounts: Bool
    }

    /// The number of new decisions. All others were known.
    package var added = 0
    /// In the order of the imported decisions; at most one per image.
    package var conflicts: [Conflict] = []

    init() {}

    /// - Parameters:
    ///   - added: the new records, in their order.
    ///   - existing: the records of the store before them.
    init(of added: [DecisionRecord], into existing: [DecisionRecord]) {
        self.added = added.count
        let before = existing.ordered.lastByImage
        let numbers = Set(added.map(\.number))
        let after = (existing + added).ordered
        let valid = after.lastByImage
        let imported = after.filter { numbers.contains($0.number) }.lastByImage
        var seen: Set<Reviews.Key> = []
        for key in added.map(\.decision.key) where seen.insert(key).inserted {
            guard let stored = before[key], let record = imported[key],
                stored.decision.outcome != record.decision.outcome
            else { continue }
            conflicts.append(
                Conflict(
                    stored: stored.decision, imported: record.decision,
                    importedCounts: valid[key].map { numbers.contains($0.number) } ?? false))
        }
    }

    /// New records for the decisions that a store does not have yet, as one import of this moment.
    ///
    /// - Parameter number: the number of the first one.
    static func records(
        of decisions: [Decision], notIn existing: [DecisionRecord], from number: Int
    ) -> [DecisionRecord] {
        let recorded = Decision.time(Date())
        var known = Set(existing.map(\.identity))
        return decisions.filter { known.insert(DecisionRecord.Identity($0)).inserted }.enumerated().map {
            DecisionRecord(number: number + $0.offset, decision: $0.element, recorded: recorded, batch: number)
        }
    }
}

extension [DecisionRecord] {
    /// The valid record of each image: the last one in the given order.
    fileprivate var lastByImage: [Reviews.Key: DecisionRecord] {
        Dictionary(map { ($0.decision.key, $0) }) { _, last in last }
    }
}
