import DropWatcher
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import Reports
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

/// The packs whose folders changed since the last complete build, with all data for a build of only these packs.
package struct ChangedPacks: Sendable {
    /// The names of the changed, new and removed folders. The drop folder itself has the empty name.
    package let folders: Set<String>
    /// The ids of the packs of `folders`.
    package let packs: Set<String>
    /// The current listing of `folders`.
    let listing: DropListing
    /// The state of the drop folder before it was listed.
    let dropState: DropFolderState?
    /// The published catalog of the packs.
    package let catalog: Catalog
    /// The published index of the manifest.
    let index: ManifestIndex
    /// The bytes of `index`.
    let json: [UInt8]
    /// The report of the last run.
    let report: BuildReport
    /// The SHA-256 of the file lists of all other packs. Snapshots store one list per pack.
    let otherLists: [String]
    /// The catalog of the packs at the time of `report`.
    let reported: Catalog
    /// The paths of assets that an interrupted run left and that no manifest references.
    let leftovers: Set<String>
    /// The readable names that another program removed or replaced. They have been repaired.
    let repaired: [String]
    /// The rows of the sources in `folders` in the state database.
    let knownSources: [LedgerSource]
    /// The rows of all other sources in the state database.
    package let otherSources: [LedgerSource]

    /// Whether a file of the drop folder is in one of `folders`.
    func contains(_ path: String) -> Bool { folders.contains(DropIndex.topFolder(ofFileAt: path)) }

    /// Finds the changed packs.
    ///
    /// - Parameters:
    ///   - before: the fingerprints of the folders at the last run.
    ///   - now: the current fingerprints.
    ///   - doubt: the packs whose recorded state is not reliable.
    /// - Returns: nil if all packs must be read: for example, if no folder has changed, if two folder names give the
    ///   same id, or if the published state is incomplete.
    /// - Throws: `IntakeError`, `PublishError`.
    static func find(
        _ configuration: Configuration, before: [String: String], now: [String: String], sources: [LedgerSource],
        doubt: UpToDateCheck.Doubt? = nil
    ) throws -> ChangedPacks? {
        let folders = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }
        let packs = Set(folders.map(DropScanner.wantedID))
        guard !folders.isEmpty, haveOwnIDs(now.keys, packs: packsOfFolders(sources)) else { return nil }
        let out = OutputFolder(configuration.out)
        let store = SnapshotStore(configuration)
        guard let (index, json) = out.index(), index.generator == StickerdVersion.generator,
            let snapshot = doubt.map({ store.snapshot(ofManifest: $0.manifest) })
                ?? store.current(Digest.sha256(json)),
            let lists = store.lists(of: snapshot),
            let catalog = try? out.manifest.catalog(of: .index(index.part(of: packs))),
            let report = out.read(OutputNames.reportData)
                .flatMap({ try? JSONDecoder().decode(BuildReport.self, from: Data($0)) }), isComplete(report)
        else { return nil }
        // A pack that was published from another folder keeps its id. That case can only be resolved with all packs.
        let published = PublishedSources(catalog)
        guard catalog.areSources(in: folders) else { return nil }
        let dropState = DropFolderState(of: configuration.drop)
        let listing = try DropScanner.list(configuration.drop, only: folders, published: published)
        guard listing.packs.allSatisfy({ packs.contains($0.id) && $0.hasStickersAlone }) else { return nil }
        let others = sources.filter { !folders.contains(DropIndex.topFolder(ofFileAt: $0.path)) }
        // If no source remains in other packs, or if the state that the report describes is unknown, all packs must be
        // built. A build of all packs also repairs the readable names.
        guard others.contains(where: { !$0.pack.isEmpty }), doubt?.report != .unknown,
            let left = try doubt.map({ try $0.repair(catalog, snapshot: snapshot, in: configuration) })
                ?? UpToDateCheck.Leftovers(files: [], reported: catalog), let reported = left.reported
        else { return nil }
        return ChangedPacks(
            folders: folders, packs: packs, listing: listing, dropState: dropState, catalog: catalog, index: index,
            json: json, report: report,
            otherLists: lists.filter { !packs.contains($0.key) }.map(\.value), reported: reported,
            leftovers: left.files, repaired: left.repaired,
            knownSources: sources.filter { folders.contains(DropIndex.topFolder(ofFileAt: $0.path)) },
            otherSources: others)
    }

    /// Whether each pack has the id that is derived from the name of its folder, and all derived ids are different.
    ///
    /// - Parameter packs: the packs of the folders in the state database.
    package static func haveOwnIDs(_ folders: some Collection<String>, packs: Set<Ledger.FolderPack>) -> Bool {
        guard Set(folders.map(DropScanner.wantedID)).count == folders.count else { return false }
        return packs.allSatisfy { known in
            let folder = DropIndex.topFolder(ofFileAt: known.folder + "/")
            return (MessagePack.parent(of: known.pack) ?? known.pack) == DropScanner.wantedID(ofFolder: folder)
        }
    }

    private static func packsOfFolders(_ sources: [LedgerSource]) -> Set<Ledger.FolderPack> {
        var packs: Set<Ledger.FolderPack> = []
        for source in sources where !source.pack.isEmpty {
            packs.insert(Ledger.FolderPack(folder: DropIndex.topFolder(ofFileAt: source.path), pack: source.pack))
        }
        return packs
    }

    /// Whether the next report can reuse this report's entries for unchanged packs. False if the report contains
    /// messages, game pieces or a warning without an image. Messages and pieces have separate entries in the manifest's
    /// index.
    package static func isComplete(_ report: BuildReport) -> Bool {
        report.counts.messages == nil && report.counts.pieces == nil && report.warnings.allSatisfy { $0.image != nil }
    }
}

extension ChangedPacks {
    /// The fingerprints of the published stickers of other packs.
    var otherFingerprints: Set<String> {
        Set(otherSources.filter { $0.state == .published }.compactMap(\.fingerprint))
    }

    /// The outcomes of all sources of the library, sorted by path.
    ///
    /// - Parameter news: the outcomes of the sources in `folders`.
    func outcomes(_ news: [SourceOutcome]) -> [SourceOutcome] {
        let others = otherSources.filter { $0.state != .ignored }.map(SourceOutcome.init)
        return (others + news).sorted { $0.path < $1.path }
    }

    /// Updates the report on the whole library after a build of the changed packs.
    ///
    /// - Parameters:
    ///   - before: the report on the previous published state of the packs.
    ///   - after: the report on the new state of the packs.
    ///   - catalog: the new state of the packs.
    /// - Throws: `CatalogError` if other packs must be read and are unreadable.
    func report(before: BuildReport, after: BuildReport, catalog: Catalog, out: OutputFolder) throws -> BuildReport {
        try report.replacing(
            BuildReport.Part(packs: packs, before: before, after: after), contains: contains,
            weight: {
                // Unreadable parts of the manifest are omitted, because this build does not repair the files of other
                // packs.
                let all = try out.manifest.intactCatalog(of: .index(index)).catalog
                return BuildReport.weight(of: all.replacing(packs, by: catalog))
            })
    }
}

extension SourceOutcome {
    /// The outcome that is recorded in a row of the state database.
    init(_ source: LedgerSource) {
        self.init(
            path: source.path, pack: source.pack, id: source.id, state: source.state, reason: source.reason,
            isNew: false)
    }
}

extension DroppedPack {
    /// Whether the folder contains only stickers, and no other folder's name gives the same id.
    fileprivate var hasStickersAlone: Bool {
        itemKind == .sticker && !findings.contains { $0.rule == Rule.nameCollision.id }
    }
}

extension Catalog {
    /// Whether the sources of all finished stickers and all rejected sources are in these folders of the drop folder.
    func areSources(in folders: Set<String>) -> Bool {
        (finishedStickers.map(\.source.path) + rejected.map(\.path)).allSatisfy {
            folders.contains(DropIndex.topFolder(ofFileAt: $0))
        }
    }
}
