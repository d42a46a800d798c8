import Foundation
import Pipeline
import StickerCatalog

/// Decides for every source whether it has to be rendered.
struct BuildPlanner: Sendable {
    let recipes: Recipes
    /// What the ledger knows of files that were read before.
    let known: [String: KnownDigest]
    /// Results by fingerprint, from the ledger or from the manifest that is published.
    let results: @Sendable ([String]) async throws -> [String: StickerResult]
    /// Assets that are there.
    let assets: Set<String>
    /// Fingerprints of the stickers in the manifest. What was published with more effort than is configured stays.
    let published: Set<String>
    /// The reason of files that wait for the next plan.
    static let notYet = "its turn has not come yet"
    /// Sources that are not to be taken up now, by path: why.
    var held: [String: String] = [:]
    /// The most files that are read in one plan, the newest first; the others wait for the next. Nil for all.
    var mostReads: Int?

    /// - Throws: `DaemonError` when the ledger cannot be read.
    func plan(_ listing: DropListing) async throws -> [PlannedSource] {
        try await reusing(try await OwnThread.run { steps(listing) })
    }

    private func steps(_ listing: DropListing) -> [PlannedSource] {
        var fingerprints = RecipeFingerprints(published: published)
        let sizes = recipes.sizes(listing)
        var firstWithBytes: [String: String] = [:]
        var plan: [PlannedSource] = []
        let later = postponed(listing)
        for art in listing.art {
            let size = recipes.size(of: art, sizes)
            var planned = PlannedSource(art: art, sha256: nil, fingerprint: "", size: size, step: .wait(""))
            if let reason = held[art.path] ?? (later.contains(art.path) ? BuildPlanner.notYet : nil) {
                planned.step = .wait(reason)
                plan.append(planned)
                continue
            }
            do {
                let (sha256, stamp) = try digest(of: art)
                planned.sha256 = sha256
                planned.art.stamp = stamp
                planned.step = step(for: art, sha256: sha256, size: size, firstWithBytes: &firstWithBytes)
                if case .render(let recipe) = planned.step {
                    let chosen = fingerprints.chosen(sha256: sha256, recipe: recipe)
                    planned.fingerprint = chosen.fingerprint
                    planned.step = .render(chosen.recipe)
                }
            } catch {
                planned.step = .wait("\(error)")
            }
            plan.append(planned)
        }
        return plan
    }

    /// What would have to be read and is not in this plan.
    private func postponed(_ listing: DropListing) -> Set<String> {
        guard let mostReads else { return [] }
        let unread = listing.art.filter { known[$0.path]?.stamp != $0.stamp && held[$0.path] == nil }
        guard unread.count > mostReads else { return [] }
        return Set(unread.sorted { $0.stamp.changed > $1.stamp.changed }.dropFirst(mostReads).map(\.path))
    }

    /// The digest and the stamp it belongs to: from the ledger where the file has not been touched since.
    private func digest(of art: DroppedArt) throws -> (String, FileStamp) {
        if let known = known[art.path], known.stamp == art.stamp { return (known.sha256, art.stamp) }
        let (sha256, stamp) = try SourceDigest.sha256(of: art)
        return (sha256, stamp)
    }

    private func step(
        for art: DroppedArt, sha256: String, size: StickerSize, firstWithBytes: inout [String: String]
    ) -> PlannedSource.Step {
        if case .superseded(let path) = art.standing { return .superseded(by: path) }
        let key = "\(art.pack)/\(sha256)"
        if let first = firstWithBytes[key] { return .duplicate(of: first) }
        firstWithBytes[key] = art.path
        return .render(recipes.recipe(for: art, size: size))
    }

    /// The plan with everything that was made before, and is still there, taken over.
    private func reusing(_ plan: [PlannedSource]) async throws -> [PlannedSource] {
        let found = try await results(plan.filter(\.needsRendering).map(\.fingerprint))
        return plan.map { planned in
            guard planned.needsRendering, let result = found[planned.fingerprint],
                result.files.allSatisfy({ assets.contains(OutputNames.asset($0)) })
            else { return planned }
            var reused = planned
            reused.step = .reuse(result)
            return reused
        }
    }
}

extension PlannedSource {
    var needsRendering: Bool {
        if case .render = step { true } else { false }
    }
}
