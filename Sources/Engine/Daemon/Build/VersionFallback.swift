import Intake
import JobModel
import Publishing

/// Which version of a sticker is used, once some are known to be rejected: the best one that is not. So a broken `Star.svg`
/// does not keep back a good `Star.png`.
struct VersionFallback {
    let book: RuleSet
    let published: PublishedSources
    /// Results that have just been made, by fingerprint.
    let made: [String: StickerResult]
    /// Whether what the published manifest rejects counts as rejected where no result is known.
    let trustsManifest: Bool

    /// Brings a plan in line.
    ///
    /// - Returns: places in the plan of sources that were superseded and are used now, and have no recipe yet; nil where
    ///   nothing had to be changed.
    func apply(to plan: inout [PlannedSource]) -> [Int]? {
        var promoted: [Int] = []
        var isChanged = false
        for versions in groups(of: plan) {
            let paths = Set(versions.map { plan[$0].art.path })
            let active =
                versions.dropLast().firstIndex { !isOutOfTheWay(plan[$0], among: paths) } ?? versions.endIndex - 1
            let used = versions[active]
            if plan[used].isSuperseded { promoted.append(used) }
            for place in versions[(active + 1)...] where !plan[place].isWaiting {
                if !plan[place].isSuperseded { isChanged = true }
                plan[place].step = .superseded(by: plan[used].art.path)
                plan[place].fingerprint = ""
            }
        }
        return isChanged || !promoted.isEmpty ? promoted : nil
    }

    /// The places of stickers' versions, the best first; stickers with a single one are left out.
    private func groups(of plan: [PlannedSource]) -> [[Int]] {
        var groups: [String: [Int]] = [:]
        for (place, planned) in plan.enumerated() {
            if case .superseded(let best) = planned.art.choice { groups[best, default: []].append(place) }
        }
        guard !groups.isEmpty else { return [] }
        for (place, planned) in plan.enumerated() where planned.art.rank == 0 {
            groups[planned.art.path]?.append(place)
        }
        return groups.values.map { places in places.sorted { plan[$0].art.rank < plan[$1].art.rank } }
    }

    /// Whether a version is rejected, and nothing good is published of it that would have to stay.
    ///
    /// - Parameter versions: the paths of all versions of the sticker.
    private func isOutOfTheWay(_ planned: PlannedSource, among versions: Set<String>) -> Bool {
        let path = planned.art.path
        switch planned.step {
        case .reuse(let result):
            guard book.rejects(result, ofFileAt: path) else { return false }
        case .render:
            guard made[planned.fingerprint].map({ book.rejects($0, ofFileAt: path) }) ?? wasRejected(planned) else {
                return false
            }
        // A version with the same bytes stands for both; otherwise the two would replace each other for ever.
        case .duplicate(let other): return versions.contains(other)
        case .superseded, .wait: return false
        }
        return published.identity(of: path, in: planned.art.pack)?.isPublished != true
    }

    private func wasRejected(_ planned: PlannedSource) -> Bool {
        trustsManifest && planned.sha256.map { published.hasRejected(planned.art.path, sha256: $0) } ?? false
    }
}
