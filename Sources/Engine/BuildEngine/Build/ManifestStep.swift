import DropWatcher
import Intake
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest

/// Assembles the new manifest, and determines the outcome of every source.
package struct ManifestStep: Sendable {
    /// A manifest with the outcomes of its sources.
    package struct Assembly: Sendable {
        package var catalog: Catalog
        /// The outcomes of the sources, in the order of the plan.
        package var outcomes: [SourceOutcome]
    }

    let configuration: Configuration
    /// The published manifest. Nil if it is missing or unreadable.
    let previous: Catalog?
    /// The names of the existing assets.
    let assets: AssetNames
    /// The decisions of reviewers.
    let reviews: Reviews
    /// Whether new stickers are stored in compact form, which saves memory in a run over a large library.
    let areCompact: Bool

    package init(
        configuration: Configuration, previous: Catalog?, assets: AssetNames, reviews: Reviews, areCompact: Bool = false
    ) {
        self.configuration = configuration
        self.previous = previous
        self.assets = assets
        self.reviews = reviews
        self.areCompact = areCompact
    }

    /// Assembles the manifest.
    ///
    /// - Parameters:
    ///   - renderOutcomes: the rendering outcomes by source path.
    ///   - removals: decides which stickers of missing sources are removed. All others are kept.
    package func run(
        _ listing: DropListing, plan: [PlannedSource], renderOutcomes: [String: SourceRenderer.Outcome],
        icons: [String: [IconRendition]], removals: Removals
    ) -> Assembly {
        let assembler = CatalogAssembler(
            configuration: configuration, previous: previous, assets: assets, areCompact: areCompact)
        let assembled = assembler.keeping(
            assembler.assemble(
                packs: listing.packs, entries: plan.compactMap { entry(for: $0, renderOutcomes: renderOutcomes) },
                waiting: plan.filter { isWaiting($0, renderOutcomes: renderOutcomes) }.map(\.art),
                keeps: removals.keepsSticker, icons: icons),
            unreadable: removals.unreadable, keeps: removals.keepsSticker)
        let catalog = ApprovalFilter(
            reviews: reviews, requiresApproval: configuration.publish.requireApproval, previous: previous,
            assets: assets
        ).judged(assembled)
        return Assembly(
            catalog: catalog, outcomes: SourceOutcomes.of(plan, renderOutcomes: renderOutcomes, catalog: catalog))
    }

    /// Whether the plan or the rendering of the source has deferred it.
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
