import Intake
import JobModel
import Publishing

/// Chooses the best version of a sticker that is not known to be rejected. A broken `Star.svg` therefore does not
/// prevent the publication of a good `Star.png`.
package struct VersionFallback {
    let rules: RuleSet
    let published: PublishedSources
    /// New results by fingerprint.
    let made: [String: StickerResult]
    /// Whether a source with an unknown result is rejected if the manifest lists it as rejected.
    let trustsManifest: Bool

    package init(
        rules: RuleSet, published: PublishedSources, made: [String: StickerResult] = [:], trustsManifest: Bool = false
    ) {
        self.rules = rules
        self.published = published
        self.made = made
        self.trustsManifest = trustsManifest
    }

    /// Updates the plan of a pack. A superseded version that is now used is marked for rendering.
    ///
    /// - Returns: whether the plan was changed.
    package func apply(to plan: inout [PlannedSource]) -> Bool {
        var isChanged = false
        for versions in groups(of: plan) {
            let paths = Set(versions.map { plan[$0].path })
            let active =
                versions.dropLast().firstIndex { !isOutOfTheWay(plan[$0], among: paths) } ?? versions.endIndex - 1
            let used = versions[active]
            if plan[used].isSuperseded {
                plan[used].step = .render
                isChanged = true
            }
            for place in versions[(active + 1)...] where plan[place].deferral == nil {
                if !plan[place].isSuperseded { isChanged = true }
                plan[place].step = .superseded(by: plan[used].path)
            }
        }
        return isChanged
    }

    /// The positions of each sticker's versions, the best first. Stickers with a single version are omitted.
    private func groups(of plan: [PlannedSource]) -> [[Int]] {
        var groups: [String: [Int]] = [:]
        for (place, planned) in plan.enumerated() {
            if case .superseded(let best) = planned.art.choice { groups[best, default: []].append(place) }
        }
        guard !groups.isEmpty else { return [] }
        for (place, planned) in plan.enumerated() where planned.art.rank == 0 {
            groups[planned.path]?.append(place)
        }
        return groups.values.map { places in places.sorted { plan[$0].art.rank < plan[$1].art.rank } }
    }

    /// Whether the plan uses the next version of the sticker, because this version is rejected or is a duplicate of
    /// another version of it. False if the published sticker was made from this version.
    ///
    /// - Parameter versions: the paths of all versions of the sticker.
    private func isOutOfTheWay(_ planned: PlannedSource, among versions: Set<String>) -> Bool {
        switch planned.step {
        case .reuse(let result):
            guard rules.rejects(result, ofFileAt: planned.path) else { return false }
        case .render:
            let result = planned.fingerprint.flatMap { made[$0] }
            guard result.map({ rules.rejects($0, ofFileAt: planned.path) }) ?? wasRejected(planned) else {
                return false
            }
        // Otherwise, two versions with equal bytes would replace each other forever.
        case .duplicate(let other): return versions.contains(other)
        case .superseded, .wait: return false
        }
        return published.identity(of: planned.path, in: planned.art.pack)?.isPublished != true
    }

    private func wasRejected(_ planned: PlannedSource) -> Bool {
        trustsManifest && planned.sha256.map { published.hasRejected(planned.path, sha256: $0) } ?? false
    }
}
