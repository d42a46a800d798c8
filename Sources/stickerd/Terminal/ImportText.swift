import Decisions

/// The text about an import of decisions, or about its preview.
struct ImportText {
    /// Whether the import is only previewed.
    var isPreview: Bool

    /// The maximum number of listed conflicts. More lines would scroll the first ones out of view.
    private static let mostConflicts = 20

    func line(added: Int, of count: Int) -> String {
        let known = count - added
        let were = isPreview ? "would be" : added == 1 ? "was" : "were"
        return "\(added) \(added == 1 ? "decision" : "decisions") \(were) imported"
            + (known == 0 ? "." : "; \(known) \(known == 1 ? "is" : "are") already known.")
            + (isPreview ? " Nothing was changed." : "")
    }

    /// A line such as `cats/happy-cat: Ada approved it (2026-11-21 18:09 UTC), but in the file Ben requested changes
    /// (2026-11-22 09:00 UTC). The decision in the file applies now, because it is later.`
    func line(of conflict: DecisionImport.Conflict) -> String {
        let (stored, imported) = (conflict.stored, conflict.imported)
        let counts =
            switch (conflict.importedCounts, isPreview) {
            case (true, false): "The decision in the file applies now"
            case (true, true): "The decision in the file would apply"
            case (false, false): "The stored decision still applies"
            case (false, true): "The stored decision would still apply"
            }
        let isLater =
            conflict.importedCounts ? imported.decided > stored.decided : stored.decided > imported.decided
        return SummaryText.oneLine(
            "\(stored.pack)/\(stored.sticker): \(text(of: stored)), but in the file \(text(of: imported)). "
                + counts + (isLater ? ", because it is later." : "."))
    }

    /// The lines about conflicts, limited to `mostConflicts`.
    func shown(_ conflicts: [String]) -> [String] {
        let more = conflicts.count - Self.mostConflicts
        return conflicts.prefix(Self.mostConflicts)
            + (more > 0 ? ["… and \(more) more conflicts; --json lists all of them."] : [])
    }

    /// The lines about decisions with a time in the future.
    func lines(future: [Decision]) -> [String] {
        guard let first = future.first else { return [] }
        let isOne = future.count == 1
        return [
            "\(future.count) \(isOne ? "is" : "are") dated in the future (\(first.decided)) and "
                + "\(isOne ? "is" : "are") treated as made now. Correct the clock of the machine on which "
                + "\(isOne ? "it was" : "they were") made."
        ]
    }

    /// - Parameter count: the number of images that have decisions, but that no sticker has at present.
    func lines(absent count: Int) -> [String] {
        guard count > 0 else { return [] }
        return [
            "\(count) \(count == 1 ? "is about an image" : "are about images") that no sticker has now, and "
                + "\(count == 1 ? "applies" : "apply") again when a sticker has the same image."
        ]
    }

    private func text(of decision: Decision) -> String {
        let name = decision.reviewer.isEmpty ? "someone" : decision.reviewer
        let act =
            switch decision.outcome {
            case .approved: "approved it"
            case .sentBack: "requested changes"
            case .reopened: "withdrew the decision"
            }
        let time = decision.decided.replacing("T", with: " ").prefix(16)
        return "\(name) \(act) (\(time) UTC)"
    }
}
