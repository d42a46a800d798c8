import EngineSupport
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

/// The initial state of a watch, with the published catalog of all packs that are not at rest.
package struct WatchStart: Sendable {
    /// The published catalog of the packs that are not at rest. Nil if the manifest is missing or unreadable.
    package var catalog: Catalog?
    /// The rows of the state database for the files in the folders of these packs.
    var entries: [LedgerSource]
    /// The SHA-256 and timestamps of the files when they were last read, by path.
    var digests: [String: KnownDigest]
    /// The existing assets of these packs.
    var assets: AssetNames
    /// The rows of sheets and icons in the state database, by key.
    var artifacts: [String: LedgerArtifact]
    /// The packs at rest. Nil if all packs are loaded.
    package var resting: RestingPacks?
    /// The published state. Nil if the first publication must examine and repair all published files.
    var publication: Publication?
    /// The folders to list in the first cycle. Nil for all folders.
    package var folders: Set<String>?
    /// The files that an interrupted run left, and the repairs after it. Nil if no run was interrupted.
    package var leftovers: UpToDateCheck.Leftovers?
    /// Whether the published state has already been saved as a snapshot.
    package var isSaved = false

    /// Reads the published state of all packs. Used if `resting` returns nil.
    ///
    /// - Throws: `EngineError` if the state database cannot be used, or the assets cannot be listed.
    package static func everything(_ publisher: Publisher, ledger: Ledger, notice: (String) -> Void) async throws
        -> WatchStart
    {
        WatchStart(
            catalog: PublishedCatalog.read(publisher, notice: notice), entries: try await ledger.sources(),
            digests: try await ledger.digests(),
            assets: try await BlockingExecutor.run {
                do throws(PublishError) { return try publisher.listAssets() } catch { throw EngineError(error) }
            }, artifacts: try await ledger.artifacts())
    }

    /// Creates a start with packs at rest, if the last run recorded a complete state.
    ///
    /// - Parameter check: computes the hashes of the current configuration, decisions and drop folder.
    /// - Returns: nil if all packs must be read.
    /// - Throws: `EngineError` if the state database cannot be used.
    package static func resting(
        _ check: UpToDateCheck, publisher: Publisher, ledger: Ledger
    ) async throws -> WatchStart? {
        guard PublishHold.read(check.configuration) == nil else { return nil }
        // The inputs are read in parallel with the last state, because both steps visit many folders.
        async let present = BlockingExecutor.run { check.origin() }
        let last = try await check.last(ledger: ledger)
        guard let last, let origin = try await present, last.settings == origin.settings,
            let before = last.believedFolders(now: origin)
        else { return nil }
        let grounds = RestingPacks.Grounds(
            configuration: check.configuration, before: before, now: origin.folders, doubt: last.doubt,
            stamps: last.stamps)
        return try await resting(grounds, publisher: publisher, ledger: ledger)
    }

    /// Creates a start with all packs at rest that are found with the given inputs.
    ///
    /// - Returns: nil if no pack is at rest, or if all packs must be read.
    static func resting(
        _ grounds: RestingPacks.Grounds, publisher: Publisher, ledger: Ledger
    ) async throws -> WatchStart? {
        guard let found = try await RestingPacks.find(grounds, ledger: ledger), !found.packs.isEmpty else { return nil }
        let ids = Set(found.packs.ids.values)
        let folders = Set(grounds.before.keys).union(grounds.now.keys).filter { !found.packs.contains(folder: $0) }
        let others = found.index.entries.filter { !ids.contains($0.id) }
        guard
            let content = try await PublishedPacks.read(
                others, folders: folders, rulesOff: found.index.rulesOff ?? [], publisher: publisher, ledger: ledger)
        else { return nil }
        var leftovers: UpToDateCheck.Leftovers?
        if let doubt = grounds.doubt {
            leftovers = try await BlockingExecutor.run {
                try doubt.repair(content.catalog, snapshot: found.snapshot, in: grounds.configuration)
            }
            if leftovers == nil { return nil }
        }
        let sheets = try await BlockingExecutor.run { publisher.folder.listing(OutputNames.sheets).files }
        var publication = Publication(
            catalog: found.json, names: PublishedNames(content.catalog), kept: Set(sheets))
        publication.manifest = ManifestText(
            bytes: found.json, encoding: content.catalog.origin.encoding ?? ManifestEncoding(),
            others: found.packs.lines)
        publication.namedElsewhere = found.packs.named
        return WatchStart(
            catalog: content.catalog, entries: content.entries, digests: content.digests, assets: content.assets,
            artifacts: try await ledger.artifacts(), resting: found.packs, publication: publication,
            folders: folders.union([""]), leftovers: leftovers,
            isSaved: found.snapshot.catalog == Digest.sha256(found.json))
    }

    /// The published state of some packs, which is read from the output folder and the state database.
    package struct PublishedPacks: Sendable {
        var catalog: Catalog
        var entries: [LedgerSource]
        var digests: [String: KnownDigest]
        var assets: AssetNames

        /// Reads the published state of packs.
        ///
        /// - Parameter folders: the names of the folders that contain all sources of the packs.
        /// - Returns: nil if a part of the manifest is missing or damaged, or if sources of the packs are in other
        ///   folders.
        /// - Throws: `EngineError` if the state database cannot be used.
        package static func read(
            _ packs: [PackEntry], folders: Set<String>, rulesOff: [String], publisher: Publisher, ledger: Ledger
        ) async throws -> PublishedPacks? {
            var entries = try await ledger.sources(below: folders.subtracting([""]))
            if folders.contains("") {
                entries += try await ledger.rootSources().filter { DropIndex.folder(ofFileAt: $0.path).isEmpty }
            }
            return try await BlockingExecutor.run { [entries] in
                let index = ManifestIndex(
                    generator: StickerdVersion.generator, packs: packs.sorted { $0.id < $1.id }, rulesOff: rulesOff)
                guard let catalog = try? publisher.folder.manifest.catalog(of: .index(index)),
                    catalog.pieces == nil, catalog.piecesAwaitingApproval == nil, catalog.areSources(in: folders)
                else { return nil }
                return PublishedPacks(
                    catalog: catalog, entries: entries, digests: entries.digests,
                    assets: AssetNames(catalog.assets.filter(publisher.folder.exists)))
            }
        }
    }
}
