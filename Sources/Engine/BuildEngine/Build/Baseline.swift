import Decisions
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// The state at the start of a run: the settings, the published manifest, and the stored results of earlier runs.
///
/// Every build, preview, rebuild and watch cycle creates its plan and checks the decisions with this state.
package struct Baseline: Sendable {
    /// The part of the library that a run examines. It determines where the run first looks up a stored result.
    package enum Extent {
        /// The run examines the whole library. It searches the state database first, and keeps results in compact form.
        case library
        /// The run examines some packs. It searches the manifest first, because the manifest is in memory. Reading ten
        /// thousand results from the state database takes a second.
        case packs
    }

    let recipes: Recipes
    /// The published manifest. Nil if it is missing or unreadable.
    let previous: Catalog?
    /// The sources of published stickers.
    package var published: PublishedSources
    /// Looks up stored results by their fingerprints.
    package var results: @Sendable ([String]) async throws -> [String: StickerResult]
    /// Called with a message about each repair of stored results or decisions.
    let notice: @Sendable (String) -> Void

    /// - Parameters:
    ///   - published: the sources of published stickers, if they are known already.
    ///   - ledger: the state database. If nil, no stored results are used.
    package init(
        _ recipes: Recipes, previous: Catalog?, published: PublishedSources? = nil, ledger: Ledger?,
        extent: Extent = .library, notice: @escaping @Sendable (String) -> Void
    ) {
        self.recipes = recipes
        self.previous = previous
        self.published = published ?? PublishedSources(previous)
        self.notice = notice
        let known = ledger.map {
            KnownResults(
                ledger: $0, previous: previous, notice: notice, prefersManifest: extent == .packs,
                areCompact: extent == .library)
        }
        results = { try await known?.of($0) ?? [:] }
    }

    /// Reads the decisions of reviewers, and checks them against the manifest.
    ///
    /// - Throws: `DecisionError`.
    package func decisions() async throws -> DecisionState {
        try await DecisionState.read(
            folder: recipes.configuration.stateFolder, published: previous, notice: notice)
    }

    /// Creates a planner with this baseline.
    ///
    /// - Parameters:
    ///   - assets: the names of the existing assets.
    ///   - stored: stored results that need not be looked up, by fingerprint.
    ///   - trustsManifest: whether a source with an unknown result is rejected if the manifest lists it as rejected.
    package func planner(
        reading reader: SourceReader, assets: AssetNames, stored: [String: StickerResult] = [:],
        trustsManifest: Bool = false
    ) -> BuildPlanner {
        BuildPlanner(
            recipes: recipes, reader: reader, published: published, assets: assets, stored: stored,
            trustsManifest: trustsManifest, results: results)
    }
}
