import Intake

/// Which of the files with equal bytes in a pack becomes the sticker: the one that is published; else one that somebody
/// named in a sidecar or in the order of the pack; else the one with the shorter name, then in natural order. So a copy
/// (`Happy Cat copy.png`, `Copy of Happy Cat.png`, `Happy Cat (1).png`) never takes the place of its original.
struct DuplicateChoice {
    let published: PublishedSources

    /// Marks the duplicates of a plan, and those that are no longer any: they have no recipe yet.
    ///
    /// - Returns: places in the plan of sources that were duplicates and are used now.
    func apply(to plan: inout [PlannedSource]) -> [Int] {
        var groups: [String: [Int]] = [:]
        for (place, planned) in plan.enumerated() where !planned.isSuperseded {
            guard let sha256 = digest(of: planned) else { continue }
            groups["\(planned.art.pack)/\(sha256)", default: []].append(place)
            plan[place].copies = []
        }
        var freed: [Int] = []
        for places in groups.values {
            guard let best = places.min(by: { precedes(plan[$0], plan[$1]) }) else { continue }
            if plan[best].isDuplicate { freed.append(best) }
            for place in places where place != best && !plan[place].isWaiting {
                plan[place].step = .duplicate(of: plan[best].art.path)
                plan[place].fingerprint = ""
                plan[best].copies.append(plan[place].art.path)
            }
        }
        return freed
    }

    /// Of a file that cannot be read now, what it was published with: a copy does not take its place meanwhile.
    private func digest(of planned: PlannedSource) -> String? {
        if !planned.isWaiting { return planned.sha256 }
        return identity(of: planned)?.sha256
    }

    private func identity(of planned: PlannedSource) -> PublishedSources.Identity? {
        published.identity(of: planned.art.path, in: planned.art.pack)
    }

    private func precedes(_ one: PlannedSource, _ other: PlannedSource) -> Bool {
        let (ranks, others) = (rank(of: one), rank(of: other))
        guard ranks == others else { return ranks.lexicographicallyPrecedes(others) }
        return NaturalOrder.precedes(one.art.path, other.art.path)
    }

    private func rank(of planned: PlannedSource) -> [Int] {
        let precedence = identity(of: planned).map { $0.sha256 == planned.sha256 ? 0 : 1 } ?? 2
        return [precedence, planned.art.isNamed ? 0 : 1, planned.art.title.count]
    }
}
