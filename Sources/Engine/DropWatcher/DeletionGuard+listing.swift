import FileAccess
import Glibc
import Intake

extension DeletionGuard {
    /// The drop folder and its mounts now.
    package var dropState: DropFolderState? { DropFolderState(of: drop) }

    /// Decides about sources that a listing lacks, for builds and rebuilds.
    ///
    /// - Parameters:
    ///   - published: the sources with published stickers, as stored in the state database.
    ///   - part: the scope of the listing. Nil for the whole drop folder.
    ///   - listed: the state of the drop folder before the listing.
    /// - Throws: the errors of `decide`; `IntakeError.dropFolderUnreadable` if sources are missing in the listing and
    ///   the folder or a mount was replaced since.
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
            device: { folder in
                var status = stat()
                return stat("\(drop)/\(folder)", &status) == 0 ? FileStat(status).device : nil
            })
        guard removals.massDecision != .outdated else {
            throw IntakeError.dropFolderUnreadable(
                drop, reason: "another folder or share took its place while it was listed")
        }
        return removals
    }

    /// Some folders of the drop folder, listed without the others.
    package struct ListedPart: Sendable, Hashable {
        /// The names of the folders directly in the drop folder; the empty name for the files at its root.
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

    /// The pack folders that are on another device or mount than their missing sources, and contain no published
    /// source: a share that is not mounted leaves an empty folder on the disk below it.
    ///
    /// - Parameters:
    ///   - missing: the timestamps of missing sources, by path; a device of 0 is unknown.
    ///   - device: the device of a folder. Nil for a missing one.
    ///   - exchangedMounts: paths with another mount than before, or without one. Two mounts may have one device.
    ///   - isPopulated: whether a published source is in a folder.
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
