import DropWatcher
import FileAccess
import Intake

/// Makes the decision of a deletion guard for a test, in the same steps as stickerd.
extension DeletionGuard {
    func decision(
        known: [String: FileStat], present: [String: FileStat], knownCount: Int? = nil, unchangedCount: Int? = nil,
        isEmpty: Bool? = nil, otherDevices: Set<String> = [], isOutdated: Bool = false
    ) throws -> MassRemovalCheck.Decision {
        if isOutdated, known.contains(where: { present[$0.key] == nil }) { return .outdated }
        let facts = try facts(aboutFolders: []) { _ in nil }
        let decision = massChange.decision(
            on: MassRemovalCheck.Case(
                known: known, present: present, before: facts.before, now: facts.now, knownCount: knownCount,
                unchangedCount: unchangedCount ?? known.count { present[$0.key]?.hasSameContent(as: $0.value) == true },
                isEmpty: isEmpty ?? present.isEmpty, otherDevices: otherDevices, accepted: facts.accepted))
        try remember(decision, facts, isWhole: knownCount == nil)
        return decision == .accepted ? .proceed : decision
    }

    func decision(
        on listing: DropListing, published: [String: FileStat], listedIn state: DropFolderState?
    ) throws -> MassRemovalCheck.Decision {
        try removals(in: listing, published: published, listedIn: state).massDecision
    }
}
