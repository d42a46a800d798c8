import Foundation
import JobModel

/// The reason why removals are on hold.
package struct RemovalHold: Codable, Sendable, Hashable {
    package enum Cause: String, Codable, Sendable, Hashable {
        /// Another folder is at the path of the drop folder, and sources are missing in it.
        case otherFolder = "other-folder"
        /// More sources disappeared together than `watch.massChangeShare` allows.
        case massRemoval = "mass-removal"
        /// A pack folder is on another device, for example because its share is not mounted, and all of its sources
        /// are missing.
        case otherDevice = "other-device"
    }

    package var cause: Cause
    /// The number of missing sources.
    package var vanished: Int
    /// The number of sources with published stickers.
    package var known: Int
    /// The identity of the drop folder at the time of the hold.
    package var folder: FolderIdentity
    /// The names of the affected pack folders, sorted. Only their stickers are kept. Nil unless the cause is
    /// `otherDevice`.
    package var packFolders: [String]?

    private enum CodingKeys: String, CodingKey {
        case cause, vanished, known, folder, packFolders
    }

    package init(cause: Cause, vanished: Int, known: Int, folder: FolderIdentity, packFolders: [String]? = nil) {
        self.packFolders = packFolders
        self.cause = cause
        self.vanished = vanished
        self.known = known
        self.folder = folder
    }

    /// A message with the problem and the fix.
    package var reason: String {
        let count = "\(NumberFormat.number(vanished)) of \(NumberFormat.number(known)) sources"
        return switch cause {
        case .otherFolder:
            "The drop folder was replaced by another folder, and \(count) are missing in it. No sticker is removed. "
                + "If a share or a disk is not mounted, mount it. If this folder is correct and the art was removed "
                + "on purpose, run `stickerd accept-removals`."
        case .otherDevice:
            "The folder \((packFolders ?? []).joined(separator: ", ")) is on another disk or share than before, and "
                + "its art is missing. Its stickers are not removed. If a share or a disk is not mounted, mount it. "
                + "If the art was removed on purpose, run `stickerd accept-removals`."
        case .massRemoval:
            "\(count) disappeared together. No sticker is removed. If that was an accident, restore them. If they "
                + "were removed on purpose, run `stickerd accept-removals`."
        }
    }

    /// Whether a confirmation of `other` includes this hold. True for the same folder without additional missing
    /// sources.
    package func isCovered(by other: RemovalHold) -> Bool {
        folder.isSameFolder(as: other.folder) && vanished <= other.vanished
            && (packFolders ?? []).allSatisfy { other.packFolders?.contains($0) ?? (other.cause != .otherDevice) }
    }
}
