import JobModel
import StickerManifest

/// Decides for each source whether the new result of a rebuild replaces the published one.
package struct RebuildChoice: Sendable {
    let recipes: Recipes
    /// The lowest effort of the new renderings.
    let effort: EncodeSettings.Effort
    /// The results of the rebuild, by fingerprint.
    let made: [String: StickerResult]
    /// The SHA-256 of the pixels of each reviewed sticker, by fingerprint. A rebuild may reduce the size of the files
    /// of reviewed stickers, but must not change their pixels.
    var decided: [String: String]

    package init(
        recipes: Recipes, effort: EncodeSettings.Effort, made: [String: StickerResult], decided: [String: String]
    ) {
        (self.recipes, self.effort, self.made, self.decided) = (recipes, effort, made, decided)
    }

    /// Returns the task that renders a source with the effort of the rebuild, or with its current effort if that is not
    /// lower.
    package func work(_ task: RenderTask, _ fingerprints: RecipeFingerprints) -> RenderTask {
        let recipe = task.input.recipe
        let isDecided = decided[task.fingerprint] != nil
        let present = isDecided ? recipe.encode.pressingEffort : recipe.encode.effort
        guard present.harder.contains(effort) else { return task }
        var work = task
        let sought = isDecided ? recipe.pressed(effort) : recipe.with(effort)
        let fingerprint = fingerprints.of(sha256: task.input.sha256, recipe: sought)
        work.input = fingerprints.input(sha256: task.input.sha256, recipe: sought, fingerprint: fingerprint)
        return work
    }

    /// Changes a plan so that every source whose new result replaces the old one reuses the new result.
    func applied(to plan: LibraryPlan) -> LibraryPlan {
        let fingerprints = RecipeFingerprints(recipes.fingerprint, published: [])
        return plan.map { applied(to: $0, fingerprints) }
    }

    package func applied(to plan: [PlannedSource]) -> [PlannedSource] {
        let fingerprints = RecipeFingerprints(recipes.fingerprint, published: [])
        return plan.map { applied(to: $0, fingerprints) }
    }

    private func applied(to planned: PlannedSource, _ fingerprints: RecipeFingerprints) -> PlannedSource {
        guard let input = planned.input else { return planned }
        switch planned.step {
        case .render: return taking(planned, input, over: made[input.fingerprint], fingerprints)
        case .reuse(let result): return taking(planned, input, over: result, fingerprints)
        case .superseded, .duplicate, .wait: return planned
        }
    }

    /// Returns the source with its preferred result: the new result if the policy prefers it, and otherwise the current
    /// result.
    ///
    /// - Parameter old: the current result. Nil if the source has none.
    private func taking(
        _ planned: PlannedSource, _ input: RenderInput, over old: StickerResult?,
        _ fingerprints: RecipeFingerprints
    ) -> PlannedSource {
        var chosen = planned
        if let old { chosen.step = .reuse(old) }
        let plain = recipes.recipe(for: planned.art, size: planned.size)
        // The variant with the greatest effort is examined last, so it takes precedence.
        for recipe in plain.variants.reversed() {
            let effort = recipe.encode.pressingEffort
            guard effort == self.effort || self.effort.harder.contains(effort) else { continue }
            let fingerprint = fingerprints.of(sha256: input.sha256, recipe: recipe)
            guard let new = made[fingerprint], isWelcome(new, for: input.fingerprint),
                old.map({ ReplacementPolicy.prefers(new, over: $0, target: plain.encode.fidelityTarget) }) ?? true
            else { continue }
            chosen.step = .reuse(new)
            chosen.input = fingerprints.input(sha256: input.sha256, recipe: recipe, fingerprint: fingerprint)
            // The reason for holding back the old rendering may not apply to the new one.
            chosen.isHeldBack = false
        }
        return chosen
    }

    /// Whether the new result can be published without a new review, because its pixels equal the reviewed pixels or
    /// the sticker has no decision.
    private func isWelcome(_ new: StickerResult, for fingerprint: String) -> Bool {
        decided[fingerprint].map { $0 == new.output?.pixels } ?? true
    }
}
