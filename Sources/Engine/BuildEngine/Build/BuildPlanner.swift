import FileAccess
import Intake
import JobModel
import Publishing
import StickerConfiguration

/// Creates the plan of a library. Reads the changed sources, and plans each changed pack again.
package struct BuildPlanner: Sendable {
    let recipes: Recipes
    let reader: SourceReader
    /// Looks up stored results by their fingerprints.
    let results: @Sendable ([String]) async throws -> [String: StickerResult]
    /// Stored results that need not be looked up, by fingerprint.
    let stored: [String: StickerResult]
    /// The published sources in the manifest. A sticker that was published with more effort than configured is kept.
    let published: PublishedSources
    /// The names of the existing assets.
    let assets: AssetNames
    private let packPlanner: PackPlanner

    /// - Parameters:
    ///   - stored: stored results that need not be looked up, by fingerprint.
    ///   - trustsManifest: whether a source with an unknown result is rejected if the manifest lists it as rejected.
    ///   - results: looks up stored results by their fingerprints.
    package init(
        recipes: Recipes, reader: SourceReader, published: PublishedSources, assets: AssetNames,
        stored: [String: StickerResult] = [:], trustsManifest: Bool = false,
        results: @escaping @Sendable ([String]) async throws -> [String: StickerResult]
    ) {
        self.recipes = recipes
        self.reader = reader
        self.results = results
        self.stored = stored
        self.published = published
        self.assets = assets
        packPlanner = PackPlanner(configuration: recipes.configuration, trustsManifest: trustsManifest)
    }

    /// Plans the sources of a listing.
    ///
    /// - Parameters:
    ///   - earlier: the previous plan. The plans of unchanged packs are reused.
    ///   - made: results that are not stored yet, by fingerprint.
    /// - Throws: `EngineError` if the results cannot be looked up.
    package func plan(
        _ listing: DropListing, after earlier: LibraryPlan = LibraryPlan(), made: [String: StickerResult] = [:]
    ) async throws -> LibraryPlan {
        let readings = try await BlockingExecutor.run { [reader] in reader.read(listing) }
        var plan = LibraryPlan(readings, packs: listing.packs)
        let before = Dictionary(earlier.packs.map { ($0.pack.id, $0) }) { first, _ in first }
        let knowledge = PlanKnowledge(published: published, results: stored, made: made, assets: assets)
        let fingerprints = RecipeFingerprints(recipes.fingerprint, published: published.fingerprints)
        var changed: [Int] = []
        for index in plan.packs.indices {
            let pack = plan.packs[index]
            let identities = pack.readings.map { published.identity(of: $0.art.path, in: pack.pack.id) }
            if let known = before[pack.pack.id],
                known.isCurrent(pack.pack, pack.readings, identities, knowing: knowledge)
            {
                plan.packs[index] = known
                continue
            }
            plan.packs[index].identities = identities
            plan.packs[index].sources = pack.readings.map { prescribed($0, in: pack.pack, fingerprints) }
            plan.plannedCount += pack.readings.count
            changed.append(index)
        }
        try await complete(&plan, packs: changed, made: made)
        return plan
    }

    /// Updates a plan with new results.
    ///
    /// - Throws: `EngineError` if the results cannot be looked up.
    package func plan(_ earlier: LibraryPlan, made: [String: StickerResult]) async throws -> LibraryPlan {
        var plan = earlier
        plan.plannedCount = plan.packs.reduce(0) { $0 + $1.sources.count }
        try await complete(&plan, packs: Array(plan.packs.indices), made: made)
        return plan
    }

    /// Plans packs repeatedly, because each plan may require results that have not been looked up.
    private func complete(_ plan: inout LibraryPlan, packs: [Int], made: [String: StickerResult]) async throws {
        var knowledge = PlanKnowledge(published: published, results: stored, made: made, assets: assets)
        var asked = Set(stored.keys)
        var open = packs
        while !open.isEmpty {
            for index in open {
                plan.packs[index].sources = packPlanner.plan(
                    plan.packs[index].sources, of: plan.packs[index].pack, knowing: knowledge)
            }
            open = open.filter { plan.packs[$0].wantedResults.contains { !asked.contains($0) } }
            let unknown = Set(open.flatMap { plan.packs[$0].wantedResults }).subtracting(asked)
            asked.formUnion(unknown)
            if !unknown.isEmpty { knowledge.results.merge(try await results(Array(unknown))) { $1 } }
        }
    }

    /// Creates the planned source of a reading. It has the recipe from the configuration and the sidecar, or is
    /// deferred.
    private func prescribed(
        _ reading: SourceReading, in pack: DroppedPack, _ fingerprints: RecipeFingerprints
    ) -> PlannedSource {
        let art = reading.art
        let size = recipes.size(of: art, in: pack)
        switch reading.content {
        case .deferred(let deferral): return PlannedSource(art: art, size: size, deferral: deferral)
        case .read(let sha256):
            let chosen = fingerprints.chosen(sha256: sha256, recipe: recipes.recipe(for: art, size: size))
            return PlannedSource(
                art: art, size: size,
                input: fingerprints.input(sha256: sha256, recipe: chosen.recipe, fingerprint: chosen.fingerprint))
        }
    }
}
