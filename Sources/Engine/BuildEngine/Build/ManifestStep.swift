import Intake
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest

/// Brings what was rendered into the catalog, and says where every source stands.
struct ManifestStep: Sendable {
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
    let assets: AssetNames
    /// What people decided.
    let reviews: Reviews
    /// Whether new stickers are kept in few bytes, for a run over a large library.
    var areCompact = false

    /// - Parameters:
    ///   - renderOutcomes: by the sources' paths.
    ///   - absent: paths of sources that are gone, and whose stickers stay for now.
    ///   - unreadable: paths of files and folders that cannot be read; nil for those of the listing. Their stickers stay.
    func run(
        _ listing: DropListing, plan: [PlannedSource], renderOutcomes: [String: SourceRenderer.Outcome],
        icons: [String: [IconRendition]], absent: Set<String> = [], unreadable: Set<String>? = nil
    ) -> Assembly {
        let assembler = CatalogAssembler(
            configuration: configuration, previous: previous, assets: assets, areCompact: areCompact)
        let unreadable = unreadable ?? listing.unreadable
        let absent = absent.union(publishedPaths(in: UnknownPaths(unreadable)))
        let assembled = assembler.keeping(
            assembler.assemble(
                packs: listing.packs, entries: plan.compactMap { entry(for: $0, renderOutcomes: renderOutcomes) },
                waiting: plan.filter { isWaiting($0, renderOutcomes: renderOutcomes) }.map(\.art), absent: absent,
                icons: icons),
            unreadable: unreadable, absent: absent)
        let catalog = ApprovalFilter(
            reviews: reviews, requiresApproval: configuration.requireApproval, previous: previous, assets: assets
        ).judged(assembled)
        return Assembly(
            catalog: catalog, outcomes: SourceOutcomes.of(plan, renderOutcomes: renderOutcomes, catalog: catalog))
    }

    /// Paths of the published sources that cannot be looked at now.
    private func publishedPaths(in unknown: UnknownPaths) -> [String] {
        guard !unknown.isEmpty else { return [] }
        return (previous?.finishedStickers ?? []).map(\.source.path).filter(unknown.contains)
    }

    /// Art that is being written, or cannot be read now.
    private func isWaiting(_ planned: PlannedSource, renderOutcomes: [String: SourceRenderer.Outcome]) -> Bool {
        switch (planned.step, renderOutcomes[planned.path]) {
        case (.wait, _), (_, .wait): true
        default: false
        }
    }

    private func entry(for planned: PlannedSource, renderOutcomes: [String: SourceRenderer.Outcome]) -> StickerEntry? {
        switch (planned.step, renderOutcomes[planned.path]) {
        case (.reuse(let known), _): planned.entry(with: known)
        case (.render, .result(let made)): planned.entry(with: made)
        default: nil
        }
    }
}
