import Foundation
import Publishing

/// The effect of an import on the decisions of a store.
package struct DecisionImport: Sendable, Equatable {
    /// An imported decision and the stored decision about the same image, if their outcomes differ.
    package struct Conflict: Sendable, Equatable {
        /// The decision of the store that was valid before the import.
        package var stored: Decision
        package var imported: Decision
        /// Whether the imported decision is valid after the import.
        package var importedCounts: Bool
    }

    /// The number of new decisions. All other decisions of the file were already stored.
    package var added = 0
    /// The conflicts in the order of the imported decisions, at most one per image.
    package var conflicts: [Conflict] = []

    init() {}

    /// - Parameters:
    ///   - added: the imported records, in the order of their numbers.
    ///   - existing: the records of the store before the import.
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

    /// Creates records for the decisions that the store does not have. All records have the current time and belong to
    /// one import.
    ///
    /// - Parameter number: the number of the first new record.
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
    /// The valid record of each image, which is the last record about the image in this list.
    fileprivate var lastByImage: [Reviews.Key: DecisionRecord] {
        Dictionary(map { ($0.decision.key, $0) }) { _, last in last }
    }
}
