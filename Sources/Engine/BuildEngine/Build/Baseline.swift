import Decisions
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// The state at the start of a run: the settings, the published manifest, and the stored results of earlier runs.
///
/// A build, a preview, a rebuild and each cycle of a watch use a baseline to plan the sources and to check decisions.
struct Baseline: Sendable {
    /// The part of the library that a run examines. It determines where a stored result is looked up first.
    enum Extent {
        /// The run examines the whole library. The state database is searched first, and results are kept in compact
        /// form.
        case library
        /// The run examines some packs. The manifest is searched first, because it is in memory; reading ten thousand
        /// results from the state database takes a second.
        case packs
    }

    let recipes: Recipes
    /// The published manifest. Nil if it is missing or unreadable.
    let previous: Catalog?
    /// The sources of published stickers.
    var published: PublishedSources
    /// Looks up stored results by their fingerprints.
    var results: @Sendable ([String]) async throws -> [String: StickerResult]
    /// Called with messages about repairs of stored results and of decisions.
    let notice: @Sendable (String) -> Void

    /// - Parameters:
    ///   - published: the sources of published stickers. Nil to determine them from `previous`.
    ///   - ledger: the state database. Nil if no stored results are used.
    init(
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
    func decisions() async throws -> DecisionState {
        try await DecisionState.read(
            folder: recipes.configuration.stateFolder, published: previous, notice: notice)
    }

    /// Creates a planner with this baseline.
    ///
    /// - Parameters:
    ///   - assets: the names of the existing assets.
    ///   - stored: stored results that need not be looked up, by fingerprint.
    ///   - trustsManifest: whether a source with an unknown result is rejected if the manifest lists it as rejected.
    func planner(
        reading reader: SourceReader, assets: AssetNames, stored: [String: StickerResult] = [:],
        trustsManifest: Bool = false
    ) -> BuildPlanner {
        BuildPlanner(
            recipes: recipes, reader: reader, published: published, assets: assets, stored: stored,
            trustsManifest: trustsManifest, results: results)
    }
}
