import FileAccess
import Intake

extension DeletionGuard {
    /// The current state of the drop folder and its mounts. Nil if the folder cannot be examined.
    package var dropState: DropFolderState? { DropFolderState(of: drop) }

    /// Decides which stickers are removed because a listing does not contain their sources. Used by builds and
    /// rebuilds.
    ///
    /// - Parameters:
    ///   - published: the file attributes of the sources with published stickers, by path, from the state database.
    ///   - part: the folders that were listed. Nil if the whole drop folder was listed.
    ///   - listed: the state of the drop folder before the listing.
    /// - Throws: the errors of `decide`; `IntakeError.dropFolderUnreadable` if sources are missing and the drop
    ///   folder or a mount was replaced during the listing.
    package func removals(
        in listing: DropListing, published: [String: FileStat], part: ListedPart? = nil,
        listedIn listed: DropFolderState?
    ) throws -> Removals {
        let seen = part.map { DropView(of: listing, folders: $0.folders) } ?? DropView(ofEverything: listing)
        let known = listing.art.filter { published[$0.path] != nil }
        let isPublished = part == nil ? published : [:]
        let arrived = listing.art.filter { isPublished[$0.path] == nil }.map { ($0.path, $0.stamp) }
        let missing = published.filter { path, _ in
            if case .present = seen.source(at: path) { false } else { true }
        }
        let question = RemovalCase(
            sources: missing.mapValues { RemovalCase.Source(stamp: $0) }, seen: seen,
            policy: RemovalCase.Policy(massRemoval: massChange),
            library: RemovalCase.Library(
                published: part?.publishedCount ?? published.count,
                unchanged: known.count { published[$0.path]?.hasSameContent(as: $0.stamp) == true },
                isEmpty: part?.isEmpty ?? listing.art.isEmpty,
                arrived: Dictionary(arrived) { first, _ in first },
                populatedFolders: Set(known.map { DropIndex.folder(ofFileAt: $0.path) })),
            now: .now)
        let isWhole = part == nil && !missing.keys.contains(where: UnknownPaths(seen.unreadable).contains)
        let removals = try decide(
            question, listedIn: listed, isWhole: isWhole,
            device: { FileStat(at: "\(drop)/\($0)")?.device })
        guard removals.massDecision != .outdated else {
            throw IntakeError.dropFolderUnreadable(
                drop, reason: "another folder or share replaced it while it was listed")
        }
        return removals
    }

    /// The part of the drop folder that was listed.
    package struct ListedPart: Sendable, Hashable {
        /// The names of the listed folders directly in the drop folder. The empty name stands for files directly in
        /// the drop folder.
        package var folders: Set<String>
        /// The number of sources with published stickers in the whole drop folder.
        package var publishedCount: Int
        /// Whether the drop folder contains no art.
        package var isEmpty: Bool

        package init(folders: Set<String>, publishedCount: Int, isEmpty: Bool) {
            self.folders = folders
            self.publishedCount = publishedCount
            self.isEmpty = isEmpty
        }
    }

    /// The pack folders that may be unmounted shares. Such a folder is on another device or mount than its missing
    /// sources were, and contains no published source. An unmounted share leaves an empty folder on the underlying
    /// file system.
    ///
    /// - Parameters:
    ///   - missing: the stored file attributes of missing sources, by path. Device 0 means that the device is unknown.
    ///   - device: returns the device of a folder. Nil if the folder does not exist.
    ///   - exchangedMounts: the paths at which a mount was replaced or removed. Two different mounts may have the same
    ///     device.
    ///   - isPopulated: returns whether a folder contains a published source.
    package static func foldersOnOtherDevices(
        _ missing: [String: FileStat], device: (String) -> UInt64?, exchangedMounts: Set<String> = [],
        isPopulated: (String) -> Bool
    ) -> Set<String> {
        let mounts = exchangedMounts.map { (path: $0.nfc, inside: $0.nfc + "/") }
        var folders: Set<String> = []
        for (path, stamp) in missing {
            let folder = DropIndex.folder(ofFileAt: path)
            guard !folder.isEmpty, !folders.contains(folder) else { continue }
            let isOnOtherDevice = stamp.device != 0 && device(folder).map { $0 != stamp.device } ?? false
            let isFrames = mounts.contains { $0.path == path }
            guard isFrames || isOnOtherDevice || mounts.contains(where: { path.hasPrefix($0.inside) }) else { continue }
            if isFrames || !isPopulated(folder) { folders.insert(folder) }
        }
        return folders
    }
}
