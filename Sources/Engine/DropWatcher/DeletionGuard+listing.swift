import FileAccess
import Glibc
import Intake
import JobModel

extension DeletionGuard {
    /// The drop folder and its mounts now.
    package var dropState: DropFolderState? { DropFolderState(of: drop) }

    /// Asks about the sources that a listing of the whole drop folder lacks, for builds and rebuilds. What cannot be read
    /// is not missing.
    ///
    /// - Parameters:
    ///   - published: the sources that have published stickers.
    ///   - knownCount: how many have published stickers, for a listing of some packs alone.
    ///   - isEmpty: whether there is no art at all in the drop folder, for such a listing.
    ///   - state: the drop folder before it was listed.
    /// - Throws: as `decision(known:present:knownCount:isEmpty:otherDevices:)`; `IntakeError.dropFolderUnreadable` if
    ///   sources are missing in the listing and another folder or mount is there since.
    package func decision(
        on listing: DropListing, published: [String: FileStat], knownCount: Int? = nil, isEmpty: Bool? = nil,
        listedIn state: DropFolderState?
    ) throws -> MassRemovalCheck.Decision {
        let unknown = UnknownPaths(listing.unreadable)
        let present = Dictionary(listing.art.map { ($0.path, $0.stamp) }) { first, _ in first }
        let populated = Set(
            listing.art.filter { published[$0.path] != nil }.map { DropIndex.folder(ofFileAt: $0.path) })
        let missing = published.filter { present[$0.key] == nil && !unknown.contains($0.key) }
        let otherDevices = Self.foldersOnOtherDevices(
            missing,
            device: { folder in
                var status = stat()
                return stat("\(drop)/\(folder)", &status) == 0 ? FileStat(status).device : nil
            }, exchangedMounts: exchangedMounts, isPopulated: populated.contains)
        let known = published.filter { !unknown.contains($0.key) }
        let decision = try decision(
            known: known, present: present,
            knownCount: knownCount ?? (known.count < published.count ? published.count : nil),
            isEmpty: isEmpty, otherDevices: otherDevices,
            isOutdated: state.map { $0 != DropFolderState(of: drop) } ?? false)
        guard decision != .outdated else {
            throw IntakeError.dropFolderUnreadable(
                drop, reason: "another folder or share took its place while it was listed")
        }
        return decision
    }

    /// The pack folders that are on another device or mount than the sources that are missing in them, and have none of
    /// those that are published: a share that is not mounted leaves an empty folder on the disk below it.
    ///
    /// - Parameters:
    ///   - missing: the stamps of missing sources, by path; a device of 0 is unknown.
    ///   - device: the device of a folder; nil for one that is not there.
    ///   - exchangedMounts: paths at which something else is mounted than before, or nothing. Two mounts may have one
    ///     device.
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
