import DropWatcher
import FileAccess
import Intake
import JobModel
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Whether a build may remove the stickers of sources that are gone. The rule is the watch's.
struct RemovalQuestion: Sendable {
    /// What stays until a person answers.
    struct Answer: Sendable {
        /// Nil where everything that is gone may be removed.
        var hold: RemovalHold?
        /// Paths of sources that are gone and whose stickers stay.
        var kept: Set<String> = []
    }

    private let deletionGuard: DeletionGuard

    init(_ configuration: Configuration) {
        deletionGuard = DeletionGuard(
            drop: configuration.drop, state: configuration.stateFolder,
            massChange: MassRemovalCheck(share: configuration.watch.massChangeShare))
    }

    /// Remembers the drop folder before the first publication.
    ///
    /// - Throws: as `DeletionGuard.meet`.
    func meetDropFolder() throws { try deletionGuard.meet() }

    /// Reads and writes files in the state folder.
    ///
    /// - Parameters:
    ///   - published: the manifest.
    ///   - state: the drop folder before it was listed.
    ///   - digests: the files that the state database knows, by path.
    ///   - isAccepted: whether the command line allows everything to be removed.
    /// - Throws: as `DeletionGuard.decision`.
    func answer(
        _ listing: DropListing, listedIn state: DropFolderState?, published: Catalog?, digests: [String: KnownDigest],
        isAccepted: Bool
    ) throws -> Answer {
        var sources: [String: FileStat] = [:]
        for sticker in published?.finishedStickers ?? [] {
            let path = sticker.source.path
            sources[path] = stamp(digests[path]?.stamp)
        }
        let decision = try deletionGuard.decision(on: listing, published: sources, listedIn: state)
        guard case .held(let hold) = decision, !isAccepted else { return Answer() }
        let missing = Set(sources.keys).subtracting(listing.art.map(\.path))
        guard let folders = hold.packFolders.map(Set.init) else { return Answer(hold: hold, kept: missing) }
        return Answer(hold: hold, kept: missing.filter { folders.contains(DropIndex.folder(ofFileAt: $0)) })
    }

    /// Whether a build of the changed packs alone may remove what is gone from them. A build of everything answers in
    /// full.
    ///
    /// - Throws: as `DeletionGuard.decision`.
    func allowsRemovals(of changed: ChangedPacks) throws -> Bool {
        let stamps = Dictionary(changed.knownSources.map { ($0.path, $0.stamp) }) { first, _ in first }
        var missing = Set(changed.catalog.finishedStickers.map(\.source.path))
        missing.subtract(changed.listing.art.map(\.path))
        guard !missing.isEmpty else {
            if let mounts = deletionGuard.currentMounts, !mounts.isEmpty { try deletionGuard.remember(mounts: mounts) }
            return true
        }
        let unknown = UnknownPaths(changed.listing.unreadable)
        let sources = missing.filter { !unknown.contains($0) }.map { path in (path, stamp(stamps[path] ?? nil)) }
        let decision = try deletionGuard.decision(
            on: changed.listing, published: Dictionary(sources) { first, _ in first },
            knownCount: changed.report.counts.published,
            isEmpty: changed.listing.art.isEmpty && changed.otherSources.allSatisfy { $0.state == .ignored },
            listedIn: changed.dropState)
        return decision == .proceed
    }

    /// Of what was published before there was a state database only the path is known.
    private func stamp(_ known: FileStat?) -> FileStat {
        known ?? FileStat(size: 0, modified: 0, changed: 0, inode: 0, device: 0)
    }
}
