import Intake
import JobModel
import Publishing
import StickerConfiguration

/// The knowledge that a plan needs in addition to the pack.
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

/// Decides about the sources of a pack: chooses the best version of each sticker that is not rejected, chooses one of
/// several files with equal bytes, and reuses earlier results.
///
/// It reads no files, so equal arguments give equal plans.
package struct PackPlanner: Sendable {
    private let configuration: Configuration
    /// Whether sources that the manifest rejects count as rejected if their result is unknown.
    private let trustsManifest: Bool
    /// The maximum number of versions of a sticker that are tried in turn.
    private static let mostRounds = 64

    package init(configuration: Configuration, trustsManifest: Bool = false) {
        self.configuration = configuration
        self.trustsManifest = trustsManifest
    }

    /// - Parameter sources: all sources of the pack, as read or from an earlier plan.
    /// - Returns: the sources in the same order. A source must be rendered if its result is unknown or if files of its
    ///   result are missing.
    package func plan(
        _ sources: [PlannedSource], of pack: DroppedPack, knowing knowledge: PlanKnowledge
    ) -> [PlannedSource] {
        let fallback = VersionFallback(
            rules: RuleSet(levels: configuration.ruleLevels), published: knowledge.published, made: knowledge.made,
            trustsManifest: trustsManifest)
        let duplicates = DuplicateChoice(published: knowledge.published)
        var plan = sources
        _ = fallback.apply(to: &plan)
        // Limited, because stickers whose versions are copies of each other could cause an endless loop.
        for _ in 0..<PackPlanner.mostRounds {
            duplicates.apply(to: &plan)
            reuseResults(in: &plan, of: pack, knowing: knowledge)
            guard fallback.apply(to: &plan) else { break }
        }
        return plan
    }

    /// Reuses results whose files still exist. The files of a held-back source may be missing: nothing refers to them,
    /// and they would be rendered and removed forever.
    private func reuseResults(in plan: inout [PlannedSource], of pack: DroppedPack, knowing knowledge: PlanKnowledge) {
        var incomplete: [Int] = []
        for place in plan.indices {
            guard let task = plan[place].task, let result = knowledge.results[task.fingerprint] else { continue }
            if knowledge.hasFiles(of: result) {
                plan[place].step = .reuse(result)
            } else if !knowledge.published.fingerprints.contains(task.fingerprint) {
                // Files that the manifest references are needed even while their source is held back.
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

    /// The rejected sources without files. An unrendered source does not reject another one, because the other one
    /// would be published without its files.
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
