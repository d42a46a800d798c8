import Intake
import JobModel
import Publishing
import StickerConfiguration

/// The inputs for planning a pack, except the pack itself.
package struct PlanKnowledge: Sendable {
    /// The published sources in the manifest.
    package var published: PublishedSources
    /// Stored results by fingerprint.
    package var results: [String: StickerResult]
    /// New results that are not stored yet, by fingerprint.
    package var made: [String: StickerResult]
    /// The names of the existing assets.
    package var assets: AssetNames

    package init(
        published: PublishedSources, results: [String: StickerResult] = [:], made: [String: StickerResult] = [:],
        assets: AssetNames = []
    ) {
        self.published = published
        self.results = results
        self.made = made
        self.assets = assets
    }
}

/// Decides which sources of a pack are used. Chooses the best version of each sticker that is not rejected, and one of
/// several files with equal bytes. Reuses earlier results.
///
/// The planner reads no files, so equal arguments give equal plans.
package struct PackPlanner: Sendable {
    private let configuration: Configuration
    /// Whether a source with an unknown result is rejected if the manifest lists it as rejected.
    private let trustsManifest: Bool
    /// The maximum number of versions of a sticker that are tried in turn.
    private static let mostRounds = 64

    package init(configuration: Configuration, trustsManifest: Bool = false) {
        self.configuration = configuration
        self.trustsManifest = trustsManifest
    }

    /// Plans the sources of a pack.
    ///
    /// - Parameter sources: all sources of the pack, as read or from an earlier plan.
    /// - Returns: the sources in the same order. A source must be rendered if its result is unknown or if files of its
    ///   result are missing.
    package func plan(
        _ sources: [PlannedSource], of pack: DroppedPack, knowing knowledge: PlanKnowledge
    ) -> [PlannedSource] {
        let fallback = VersionFallback(
            rules: RuleSet(levels: configuration.rules.levels), published: knowledge.published, made: knowledge.made,
            trustsManifest: trustsManifest)
        let duplicates = DuplicateChoice(published: knowledge.published)
        var plan = sources
        _ = fallback.apply(to: &plan)
        // The number of rounds is limited, because stickers whose versions are copies of each other could cause an
        // endless loop.
        for _ in 0..<PackPlanner.mostRounds {
            duplicates.apply(to: &plan)
            reuseResults(in: &plan, of: pack, knowing: knowledge)
            guard fallback.apply(to: &plan) else { break }
        }
        return plan
    }

    /// Reuses results whose files exist. If a source is rejected in its pack, its result is reused even if the files of
    /// the result are missing. Otherwise, every run would render the files and remove them again, because the manifest
    /// does not reference them.
    private func reuseResults(in plan: inout [PlannedSource], of pack: DroppedPack, knowing knowledge: PlanKnowledge) {
        var incomplete: [Int] = []
        for place in plan.indices {
            guard let task = plan[place].task, let result = knowledge.results[task.fingerprint] else { continue }
            if knowledge.hasFiles(of: result) {
                plan[place].step = .reuse(result)
            } else if !knowledge.published.fingerprints.contains(task.fingerprint) {
                // A missing file that the manifest references must be rendered even if its source is held back.
                incomplete.append(place)
            }
        }
        guard !incomplete.isEmpty else { return }
        for place in heldBack(among: incomplete, of: plan, pack: pack, knowing: knowledge) {
            guard let task = plan[place].task, let result = knowledge.results[task.fingerprint] else { continue }
            plan[place].step = .reuse(result)
            plan[place].isHeldBack = true
        }
    }

    /// Finds the sources that are rejected in their pack, among the sources with missing files.
    ///
    /// A source may be rejected because of another source with missing files. The loop therefore repeats with the
    /// rejected sources until all of them are rejected. The other sources are rendered again.
    ///
    /// - Parameter incomplete: the positions of sources whose result is known and whose files are missing.
    /// - Returns: the positions of the held-back sources.
    private func heldBack(
        among incomplete: [Int], of plan: [PlannedSource], pack: DroppedPack, knowing knowledge: PlanKnowledge
    ) -> [Int] {
        let assembler = CatalogAssembler(configuration: configuration, previous: nil, assets: [])
        var held = incomplete
        while !held.isEmpty {
            let counting = Set(held)
            let entries = plan.indices.compactMap { place -> StickerEntry? in
                switch plan[place].step {
                case .reuse(let result): plan[place].entry(with: result)
                case .render where counting.contains(place):
                    plan[place].task.flatMap { knowledge.results[$0.fingerprint] }.flatMap(plan[place].entry)
                case .render, .superseded, .duplicate, .wait: nil
                }
            }
            let rejected = assembler.rejectedPaths(of: entries, in: pack)
            let still = held.filter { rejected.contains(plan[$0].path) }
            if still.count == held.count { break }
            held = still
        }
        return held
    }
}

extension PlanKnowledge {
    /// Whether all files of a result exist.
    func hasFiles(of result: StickerResult) -> Bool {
        result.files.allSatisfy { assets.contains(OutputNames.asset($0)) }
    }
}
