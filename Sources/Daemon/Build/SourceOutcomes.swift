import Pipeline
import StickerCatalog

/// Where every piece of art stands at the end of a run: in exactly one state.
enum SourceOutcomes {
    static func of(_ plan: [PlannedSource], verdicts: [String: SourceRenderer.Verdict], catalog: Catalog)
        -> [SourceOutcome]
    {
        let rejected = Dictionary(catalog.rejected.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let awaiting = Set((catalog.awaitingApproval ?? []).flatMap(\.stickers).map(\.source.path))
        return plan.map { planned in
            var outcome = SourceOutcome(
                path: planned.art.path, pack: planned.art.pack, id: planned.art.id, state: .published,
                isNew: verdicts[planned.art.path] != nil)
            switch (planned.step, verdicts[planned.art.path]) {
            case (.superseded(let path), _):
                outcome.state = .superseded
                outcome.yieldsTo = path
                outcome.reason = "\(path) is used instead"
            case (.duplicate(let path), _):
                outcome.state = .duplicate
                outcome.yieldsTo = path
                outcome.reason = "the same file as \(path)"
            case (.wait(let reason), _), (_, .wait(let reason)):
                outcome.state = .waiting
                outcome.reason = reason
            case (.reuse, _), (.render, _):
                guard let rejection = rejected[planned.art.path] else {
                    if awaiting.contains(planned.art.path) { outcome.reason = "it awaits approval" }
                    break
                }
                outcome.state = .rejected
                outcome.reason = rejection.findings.first { $0.level == .error }?.message ?? ""
            }
            return outcome
        }
    }
}
