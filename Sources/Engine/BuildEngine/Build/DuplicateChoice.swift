import Intake
import StickerManifest

/// Chooses one of several files with equal bytes in a pack: the published file, else a file that a sidecar or the order
/// of the pack refers to, else the file with the shortest name, then the first in natural order. A copy (`Happy Cat
/// copy.png`, `Copy of Happy Cat.png`, `Happy Cat (1).png`) therefore never replaces its original.
package struct DuplicateChoice {
    private let published: PublishedSources

    package init(published: PublishedSources) { self.published = published }

    /// Marks the duplicates in the plan of a pack. A source that is no longer a duplicate is marked for rendering.
    package func apply(to plan: inout [PlannedSource]) {
        var groups: [Content: [Int]] = [:]
        for (place, planned) in plan.enumerated() where !planned.isSuperseded {
            guard let sha256 = digest(of: planned) else { continue }
            groups[Content(sha256: sha256, texts: planned.art.messageTexts), default: []].append(place)
            // `copies` is assigned only if necessary, because an unchanged source shares its storage with the previous
            // plan.
            if !plan[place].copies.isEmpty { plan[place].copies = [] }
        }
        for places in groups.values {
            guard let best = places.min(by: { precedes(plan[$0], plan[$1]) }) else { continue }
            if plan[best].isDuplicate { plan[best].step = .render }
            for place in places where place != best && plan[place].deferral == nil {
                plan[place].step = .duplicate(of: plan[best].path)
                plan[best].copies.append(plan[place].path)
            }
        }
    }

    /// The properties in which duplicates are equal. Messages with the same picture and different texts are not
    /// duplicates.
    private struct Content: Hashable {
        var sha256: String
        var texts: MessageTexts?
    }

    /// The SHA-256 of a source. For a deferred source, it is the SHA-256 of the published version, so that no copy
    /// replaces the deferred source.
    private func digest(of planned: PlannedSource) -> String? {
        if planned.deferral == nil { return planned.sha256 }
        return identity(of: planned)?.sha256
    }

    private func identity(of planned: PlannedSource) -> PublishedSources.Identity? {
        published.identity(of: planned.path, in: planned.art.pack)
    }

    private func precedes(_ one: PlannedSource, _ other: PlannedSource) -> Bool {
        let (ranks, others) = (rank(of: one), rank(of: other))
        guard ranks == others else { return ranks.lexicographicallyPrecedes(others) }
        return NaturalOrder.precedes(one.path, other.path)
    }

    private func rank(of planned: PlannedSource) -> [Int] {
        let precedence = identity(of: planned).map { $0.sha256 == planned.sha256 ? 0 : 1 } ?? 2
        return [precedence, planned.art.isNamed ? 0 : 1, planned.art.title.count]
    }
}
