import Intake
import StateDatabase
import StickerManifest

/// Determines the outcomes of all sources at the end of a run. Each source has exactly one status.
package enum SourceOutcomes {
    /// The outcomes while publishing is on hold. Sources that differ from their published version have the status
    /// `waiting`.
    package static func onHold(_ listing: DropListing, catalog: Catalog, digests: [String: KnownDigest])
        -> [SourceOutcome]
    {
        let published = Set(
            catalog.publishedPacks.flatMap { pack in pack.stickers.map { "\(pack.id)\n\($0.id)\n\($0.source.sha256)" } }
        )
        let rejected = Dictionary(catalog.rejected.map { ($0.path, $0) }) { first, _ in first }
        return listing.art.map { art in
            let known = digests[art.path].flatMap { $0.stamp == art.stamp ? $0.sha256 : nil } ?? ""
            var outcome = SourceOutcome(path: art.path, pack: art.pack, id: art.id, state: .published, isNew: false)
            if case .superseded(let path) = art.choice {
                outcome.state = .superseded
                outcome.yieldsTo = path
            } else if let rejection = rejected[art.path], rejection.sha256 == known {
                outcome.state = .rejected
                outcome.reason = rejection.findings.first { $0.level == .error }?.message ?? ""
            } else if !published.contains("\(art.pack)\n\(art.id)\n\(known)") {
                outcome.state = .waiting
                outcome.reason = "\(Deferral.publishHold)"
            }
            return outcome
        }
    }

    static func of(_ plan: [PlannedSource], renderOutcomes: [String: SourceRenderer.Outcome], catalog: Catalog)
        -> [SourceOutcome]
    {
        let rejected = Dictionary(catalog.rejected.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let awaiting = Set(catalog.awaitingPacks.flatMap(\.stickers).map(\.source.path))
        return plan.map { planned in
            var outcome = SourceOutcome(
                path: planned.path, pack: planned.art.pack, id: planned.art.id, state: .published,
                isNew: renderOutcomes[planned.path] != nil)
            switch (planned.step, renderOutcomes[planned.path]) {
            case (.superseded(let path), _):
                outcome.state = .superseded
                outcome.yieldsTo = path
                outcome.reason = "\(path) is used instead"
            case (.duplicate(let path), _):
                outcome.state = .duplicate
                outcome.yieldsTo = path
                outcome.reason = "the same file as \(path)" + (rejected[path] == nil ? "" : ", which is rejected")
            case (.wait(let deferral), _), (_, .wait(let deferral)):
                outcome.state = .waiting
                outcome.reason = "\(deferral)"
            case (.reuse, _), (.render, _):
                guard let rejection = rejected[planned.path] else {
                    if awaiting.contains(planned.path) { outcome.reason = SourceOutcome.awaitsApproval }
                    break
                }
                outcome.state = .rejected
                outcome.reason = rejection.findings.first { $0.level == .error }?.message ?? ""
            }
            return outcome
        }
    }
}
