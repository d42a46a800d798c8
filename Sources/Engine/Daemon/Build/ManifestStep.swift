import Intake
import JobModel
import Publishing
import StickerCatalog
import StickerConfiguration

/// Brings what was rendered into the catalog, and says where every source stands.
struct AssemblyStage: Sendable {
    /// A catalog, and how it came about.
    struct Assembly: Sendable {
        var catalog: Catalog
        /// In the order of the plan.
        var outcomes: [SourceOutcome]
    }

    let configuration: Configuration
    /// The manifest that is published now.
    let previous: Catalog?
    /// The paths of the assets that are there.
    let assets: Set<String>
    /// What people decided.
    let reviews: Reviews

    /// - Parameters:
    ///   - verdicts: by the sources' paths.
    ///   - absent: paths of sources that are gone, and whose stickers stay for now.
    func run(
        _ listing: DropListing, plan: [PlannedSource], verdicts: [String: SourceRenderer.Verdict],
        icons: [String: [IconRendition]], absent: Set<String> = []
    ) -> Assembly {
        let assembler = CatalogAssembler(configuration: configuration, previous: previous, assets: assets)
        let assembled = assembler.keeping(
            assembler.assemble(
                packs: listing.packs, entries: plan.compactMap { entry(for: $0, verdicts: verdicts) },
                waiting: plan.filter { isWaiting($0, verdicts: verdicts) }.map(\.art), absent: absent, icons: icons),
            unreadable: listing.unreadable, absent: absent)
        let catalog = ApprovalFilter(
            reviews: reviews, requiresApproval: configuration.requireApproval, previous: previous, assets: assets
        ).judged(assembled)
        return Assembly(
            catalog: catalog, outcomes: SourceOutcomes.of(plan, verdicts: verdicts, catalog: catalog))
    }

    /// Art that is being written, or cannot be read now.
    private func isWaiting(_ planned: PlannedSource, verdicts: [String: SourceRenderer.Verdict]) -> Bool {
        switch (planned.step, verdicts[planned.art.path]) {
        case (.wait, _), (_, .wait): true
        default: false
        }
    }

    private func entry(for planned: PlannedSource, verdicts: [String: SourceRenderer.Verdict]) -> StickerEntry? {
        switch (planned.step, verdicts[planned.art.path]) {
        case (.reuse(let known), _): planned.entry(with: known)
        case (.render, .result(let made)): planned.entry(with: made)
        default: nil
        }
    }
}
