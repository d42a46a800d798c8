import Pipeline
import StickerCatalog

/// Which result each source gets: tonight's, or the one that is published.
struct RebuildChoice: Sendable {
    let recipes: Recipes
    /// What is made with at least this effort.
    let effort: EncodeSettings.Effort
    /// What was made, by fingerprint.
    let made: [String: StickerResult]

    /// A source as a rebuild makes it: with the rebuild's effort, or a greater one where that is published.
    func work(_ planned: PlannedSource, _ fingerprints: inout RecipeFingerprints) -> PlannedSource? {
        guard case .render(let recipe) = planned.step, let sha256 = planned.sha256 else { return nil }
        guard recipe.encode.effort.harder.contains(effort) else { return planned }
        var work = planned
        work.step = .render(recipe.with(effort))
        work.fingerprint = fingerprints.of(sha256: sha256, recipe: recipe.with(effort))
        return work
    }

    /// A plan with everything taken over that was made.
    func applied(to plan: [PlannedSource], listing: DropListing) -> [PlannedSource] {
        var fingerprints = RecipeFingerprints(published: [])
        return plan.map { planned in
            switch planned.step {
            case .render: return taking(planned, over: made[planned.fingerprint], &fingerprints)
            case .reuse(let result): return taking(planned, over: result, &fingerprints)
            case .superseded, .duplicate, .wait: return planned
            }
        }
    }

    /// - Parameter old: what stands now; nil when nothing does.
    private func taking(
        _ planned: PlannedSource, over old: StickerResult?, _ fingerprints: inout RecipeFingerprints
    ) -> PlannedSource {
        var chosen = planned
        if let old { chosen.step = .reuse(old) }
        guard let sha256 = planned.sha256 else { return chosen }
        let plain = recipes.recipe(for: planned.art, size: planned.size)
        for effort in EncodeSettings.Effort.allCases where effort == self.effort || self.effort.harder.contains(effort)
        {
            let fingerprint = fingerprints.of(sha256: sha256, recipe: plain.with(effort))
            guard let new = made[fingerprint],
                old.map({ Betterment.prefers(new, over: $0, target: plain.encode.fidelityTarget) }) ?? true
            else { continue }
            chosen.step = .reuse(new)
            chosen.fingerprint = fingerprint
        }
        return chosen
    }
}
