import DropWatcher
import FileAccess
import Intake
import JobModel
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Determines which stickers of missing sources a build may remove. It applies the rules of a watch, but without the
/// grace period.
package struct RemovalQuestion: Sendable {
    private let deletionGuard: DeletionGuard

    package init(_ configuration: Configuration) { deletionGuard = DeletionGuard(configuration) }

    /// Records the identity of the drop folder before the first publication.
    ///
    /// - Throws: the errors of `DeletionGuard.meet`.
    package func meetDropFolder() throws { try deletionGuard.meet() }

    /// Determines the removals of a build of the whole library. Reads and writes files in the state folder.
    ///
    /// - Parameters:
    ///   - listing: the whole drop folder.
    ///   - state: the state of the drop folder before it was listed.
    ///   - published: the published manifest.
    ///   - digests: the recorded hashes and timestamps of the sources, by path.
    ///   - isAccepted: whether the removals need no confirmation, because the command line allows the removal of all
    ///     stickers.
    /// - Throws: the errors of `DeletionGuard.removals`.
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

    /// Determines the removals of a build of only the changed packs.
    ///
    /// - Returns: nil if a person must confirm the removals. The whole library must then be built.
    /// - Throws: the errors of `DeletionGuard.removals`.
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
    /// Creates a deletion guard with the folders and the limit of a configuration.
    init(_ configuration: Configuration) {
        self.init(
            drop: configuration.drop, state: configuration.stateFolder,
            massChange: MassRemovalCheck(share: configuration.watch.massChangeShare))
    }
}
