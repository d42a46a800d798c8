import Intake
import JobModel
import Publishing
import StickerConfiguration

/// What a plan depends on beside the pack itself.
package struct PlanKnowledge: Sendable {
    /// What the manifest says of the sources.
    package var published: PublishedSources
    /// Stored results by fingerprint.
    package var results: [String: StickerResult]
    /// Results that have just been made and are not stored yet, by fingerprint.
    package var made: [String: StickerResult]
    /// The names of the assets that are there.
    package var assets: Set<String>

    package init(
        published: PublishedSources, results: [String: StickerResult] = [:], made: [String: StickerResult] = [:],
        assets: Set<String> = []
    ) {
        self.published = published
        self.results = results
        self.made = made
        self.assets = assets
    }
}

/// Decides what is done with the sources of a pack: of each sticker's versions the best one that is not rejected is used,
/// of files with equal bytes one, and what was rendered before is not rendered again.
///
/// It reads nothing: equal arguments give equal plans.
package struct PackPlanner: Sendable {
    private let configuration: Configuration
    /// Whether what the manifest rejects counts as rejected where no result is known.
    private let trustsManifest: Bool
    /// More versions of one sticker than this are not tried in turn.
    private static let mostRounds = 64

    package init(configuration: Configuration, trustsManifest: Bool = false) {
        self.configuration = configuration
        self.trustsManifest = trustsManifest
    }

    /// - Parameter sources: all sources of the pack, as they were read or as an earlier plan left them.
    /// - Returns: the sources in the same order. Of one that has to be rendered either no result is known or not all of
    ///   its files are there.
    package func plan(
        _ sources: [PlannedSource], of pack: DroppedPack, knowing knowledge: PlanKnowledge
    ) -> [PlannedSource] {
        let fallback = VersionFallback(
            rules: RuleSet(levels: configuration.ruleLevels), published: knowledge.published, made: knowledge.made,
            trustsManifest: trustsManifest)
        let duplicates = DuplicateChoice(published: knowledge.published)
        var plan = sources
        _ = fallback.apply(to: &plan)
        // Copies of each other's versions across stickers could go on for ever.
        for _ in 0..<PackPlanner.mostRounds {
            duplicates.apply(to: &plan)
            reuseResults(in: &plan, of: pack, knowing: knowledge)
            guard fallback.apply(to: &plan) else { break }
        }
        return plan
    }

    /// Takes over what was rendered before and whose files are still there. Of a source that is held back the files need
    /// not be there: nothing would refer to them, so they would be rendered and removed for ever.
    private func reuseResults(in plan: inout [PlannedSource], of pack: DroppedPack, knowing knowledge: PlanKnowledge) {
        let assembler = CatalogAssembler(configuration: configuration, previous: nil, assets: [])
        for place in plan.indices {
            guard let task = plan[place].task, let result = knowledge.results[task.fingerprint] else { continue }
            if !knowledge.hasFiles(of: result) {
                // Files that the manifest names are needed also while their source is held back.
                guard !knowledge.published.fingerprints.contains(task.fingerprint),
                    let entry = plan[place].entry(with: result), assembler.rejects(entry, in: pack)
                else { continue }
                plan[place].isHeldBack = true
            }
            plan[place].step = .reuse(result)
        }
    }
}

extension PlanKnowledge {
    /// Whether all files of a result are there.
    func hasFiles(of result: StickerResult) -> Bool {
        result.files.allSatisfy { assets.contains(OutputNames.asset($0)) }
    }
}
