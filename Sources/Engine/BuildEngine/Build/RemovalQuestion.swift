import DropWatcher
import FileAccess
import Intake
import JobModel
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Determines the stickers of missing sources that a build may remove. The rule is that of a watch without its grace
/// period.
package struct RemovalQuestion: Sendable {
    private let deletionGuard: DeletionGuard

    package init(_ configuration: Configuration) { deletionGuard = DeletionGuard(configuration) }

    /// Records the identity of the drop folder before the first publication.
    ///
    /// - Throws: as `DeletionGuard.meet`.
    package func meetDropFolder() throws { try deletionGuard.meet() }

    /// Decides for a build of the whole library. Reads and writes files in the state folder.
    ///
    /// - Parameters:
    ///   - listing: the whole drop folder.
    ///   - state: the drop folder before it was listed.
    ///   - published: the manifest.
    ///   - digests: the files that the state database knows, by path.
    ///   - isAccepted: whether the command line allows the removal of everything.
    /// - Throws: as `DeletionGuard.removals`.
    package func removals(
        in listing: DropListing, listedIn state: DropFolderState?, published: Catalog?,
        digests: [String: KnownDigest], isAccepted: Bool
    ) throws -> Removals {
        var sources: [String: FileStat] = [:]
        for sticker in published?.finishedStickers ?? [] {
            sources[sticker.source.path] = digests[sticker.source.path]?.stamp ?? .unknown
        }
        let removals = try deletionGuard.removals(in: listing, published: sources, listedIn: state)
        return isAccepted ? removals.agreed() : removals
    }

    /// Decides for a build of only the changed packs.
    ///
    /// - Returns: nil if a person must agree. A build of everything then determines the stickers that stay.
    /// - Throws: as `DeletionGuard.removals`.
    func removals(in changed: ChangedPacks) throws -> Removals? {
        let stamps = Dictionary(changed.knownSources.map { ($0.path, $0.stamp) }) { first, _ in first }
        var missing = Set(changed.catalog.finishedStickers.map(\.source.path))
        missing.subtract(changed.listing.art.map(\.path))
        if missing.isEmpty, let mounts = deletionGuard.currentMounts, !mounts.isEmpty {
            try deletionGuard.remember(mounts: mounts)
        }
        guard !missing.isEmpty else {
            return Removals(ofNothingIn: DropView(of: changed.listing, folders: changed.folders))
        }
        let sources = missing.map { path in (path, (stamps[path] ?? nil) ?? .unknown) }
        let removals = try deletionGuard.removals(
            in: changed.listing, published: Dictionary(sources) { first, _ in first },
            part: DeletionGuard.ListedPart(
                folders: changed.folders, publishedCount: changed.report.counts.published,
                isEmpty: changed.listing.art.isEmpty && changed.otherSources.allSatisfy { $0.state == .ignored }),
            listedIn: changed.dropState)
        return removals.hold == nil ? removals : nil
    }
}

extension DeletionGuard {
    /// The guard of an output.
    init(_ configuration: Configuration) {
        self.init(
            drop: configuration.drop, state: configuration.stateFolder,
            massChange: MassRemovalCheck(share: configuration.watch.massChangeShare))
    }
}
