import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerCatalog
import StickerConfiguration

/// Decides for every source whether it has to be rendered.
struct BuildPlanner: Sendable {
    let recipes: Recipes
    /// What the ledger knows of files that were read before.
    let known: [String: KnownDigest]
    /// Results by fingerprint, from the ledger or from the manifest that is published.
    let results: @Sendable ([String]) async throws -> [String: StickerResult]
    /// Assets that are there.
    let assets: Set<String>
    /// What the manifest says of the sources. What was published with more effort than is configured stays.
    let published: PublishedSources
    /// The reason of files that wait for the next plan.
    static let notYet = "its turn has not come yet"
    /// More versions of one sticker than this are not tried in turn.
    private static let mostRounds = 64
    /// Sources that are not to be taken up now, by path: why.
    var held: [String: String] = [:]
    /// The most files that are read in one plan, the newest first; the others wait for the next. Nil for all.
    var mostReads: Int?
    /// Whether what the manifest rejects counts as rejected where no result is known.
    var trustsManifest = false

    /// - Parameter made: results that are not in the ledger yet, by fingerprint.
    /// - Throws: `DaemonError` when the ledger cannot be read.
    func plan(_ listing: DropListing, made: [String: StickerResult] = [:]) async throws -> [PlannedSource] {
        try await resolved(try await BlockingExecutor.run { read(listing) }, packs: listing.packs, made: made)
    }

    /// A plan after more results are known: of each sticker's versions the best one that is not rejected is used, and of
    /// files with equal bytes one.
    ///
    /// - Throws: `DaemonError` when the ledger cannot be read.
    func resolved(
        _ plan: [PlannedSource], packs: [DroppedPack], made: [String: StickerResult]
    ) async throws -> [PlannedSource] {
        var plan = plan
        let packs = Dictionary(packs.map { ($0.id, $0) }) { first, _ in first }
        var fingerprints = RecipeFingerprints(recipes.identity, published: published.fingerprints)
        let fallback = VersionFallback(
            book: RuleSet(levels: recipes.configuration.ruleLevels), published: published, made: made,
            trustsManifest: trustsManifest)
        var promoted: [Int]? = fallback.apply(to: &plan) ?? []
        // Copies of each other's versions across stickers could go on for ever.
        var rounds = 0
        while let places = promoted, rounds < BuildPlanner.mostRounds {
            rounds += 1
            for place in places { prescribe(&plan[place]) }
            for place in DuplicateChoice(published: published).apply(to: &plan) { prescribe(&plan[place]) }
            for place in plan.indices { identify(&plan[place], &fingerprints) }
            plan = try await reusing(plan, packs)
            promoted = fallback.apply(to: &plan)
        }
        return plan
    }

    /// Every source with its digest and the recipe by which it would have to be rendered.
    private func read(_ listing: DropListing) -> [PlannedSource] {
        let sizes = recipes.sizes(listing)
        let later = postponed(listing)
        return listing.art.map { art in
            let size = recipes.size(of: art, sizes)
            var planned = PlannedSource(art: art, sha256: nil, fingerprint: "", size: size, step: .wait(""))
            if let reason = held[art.path] ?? (later.contains(art.path) ? BuildPlanner.notYet : nil) {
                planned.step = .wait(reason)
                return planned
            }
            do {
                let (sha256, stamp) = try digest(of: art)
                planned.sha256 = sha256
                planned.art.stamp = stamp
                if case .superseded(let path) = art.choice {
                    planned.step = .superseded(by: path)
                } else {
                    prescribe(&planned)
                }
            } catch let error as IntakeError {
                planned.step = .wait(error.reason)
            } catch {
                planned.step = .wait("\(error)")
            }
            return planned
        }
    }

    /// Gives a source that is used the recipe that the configuration and its sidecar ask for.
    private func prescribe(_ planned: inout PlannedSource) {
        planned.step = .render(recipes.recipe(for: planned.art, size: planned.size))
        planned.fingerprint = ""
    }

    /// Gives a source that is used its fingerprint, and the recipe with the effort that it is published with.
    private func identify(_ planned: inout PlannedSource, _ fingerprints: inout RecipeFingerprints) {
        guard case .render(let recipe) = planned.step, planned.fingerprint.isEmpty, let sha256 = planned.sha256 else {
            return
        }
        let chosen = fingerprints.chosen(sha256: sha256, recipe: recipe)
        planned.fingerprint = chosen.fingerprint
        planned.step = .render(chosen.recipe)
    }

    /// What would have to be read and is not in this plan.
    private func postponed(_ listing: DropListing) -> Set<String> {
        guard let mostReads else { return [] }
        let unread = listing.art.filter { known[$0.path]?.stamp != $0.stamp && held[$0.path] == nil }
        guard unread.count > mostReads else { return [] }
        return Set(unread.sorted { $0.stamp.changed > $1.stamp.changed }.dropFirst(mostReads).map(\.path))
    }

    /// The digest and the stamp it belongs to: from the ledger where the file has not been touched since.
    private func digest(of art: ScannedSource) throws -> (String, FileStat) {
        if let known = known[art.path], known.stamp == art.stamp { return (known.sha256, art.stamp) }
        let (sha256, stamp) = try SourceDigest.sha256(of: art)
        return (sha256, stamp)
    }

    /// The plan with everything taken over that was rendered before and whose files are still there. Of a source that is
    /// held back the files need not be there: nothing would refer to them, so they would be rendered and removed for ever.
    private func reusing(_ plan: [PlannedSource], _ packs: [String: DroppedPack]) async throws -> [PlannedSource] {
        let found = try await results(plan.filter(\.needsRendering).map(\.fingerprint))
        let assembler = CatalogAssembler(configuration: recipes.configuration, previous: nil, assets: [])
        let named = published.fingerprints
        return plan.map { planned in
            guard planned.needsRendering, let result = found[planned.fingerprint] else { return planned }
            var reused = planned
            reused.step = .reuse(result)
            guard !result.files.allSatisfy({ assets.contains(OutputNames.asset($0)) }) else { return reused }
            // Files that the manifest names are needed also while their source is held back.
            guard !named.contains(planned.fingerprint), let pack = packs[planned.art.pack] else { return planned }
            reused.isHeldBack = assembler.rejects(planned.entry(with: result), in: pack)
            return reused.isHeldBack ? reused : planned
        }
    }
}
