import Foundation
import JobModel

/// The reason why removals are on hold.
package struct RemovalHold: Codable, Sendable, Hashable {
    package enum Cause: String, Codable, Sendable, Hashable {
        /// The folder at the drop folder's path was replaced, and sources are missing in it.
        case otherFolder = "other-folder"
        /// More sources vanished at once than `watch.massChangeShare` allows.
        case massRemoval = "mass-removal"
        /// A pack's folder is on another device, as when its share is not mounted, and all of its sources are missing.
        case otherDevice = "other-device"
    }

    package var cause: Cause
    /// The number of missing sources.
    package var vanished: Int
    /// The number of known sources.
    package var known: Int
    /// The identity of the drop folder at the time of the hold.
    package var folder: FolderIdentity
    /// For `otherDevice`: the names of the pack folders, in their order. Only their stickers stay.
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

    /// The problem and the fix, for people.
    package var reason: String {
        let count = "\(NumberFormat.number(vanished)) of \(NumberFormat.number(known)) sources"
        return switch cause {
        case .otherFolder:
            "The drop folder is not the folder it was, and \(count) are missing in it. No sticker is removed. If a share "
                + "or a disk is not mounted, mount it; if this folder is right and the art is really gone, run "
                + "`stickerd accept-removals`."
        case .otherDevice:
            "The folder \((packFolders ?? []).joined(separator: ", ")) is on another disk or share than before, and its "
                + "art is missing. Its stickers are not removed. If a share or a disk is not mounted, mount it; if the art is "
                + "really gone, run `stickerd accept-removals`."
        case .massRemoval:
            "\(count) disappeared together. No sticker is removed. If that was an accident, bring them back; if they are "
                + "really to go, run `stickerd accept-removals`."
        }
    }

    /// Whether agreement to `other` includes this hold: the same folder, and no additional missing sources.
    package func isCovered(by other: RemovalHold) -> Bool {
        folder.isSameFolder(as: other.folder) && vanished <= other.vanished
            && (packFolders ?? []).allSatisfy { other.packFolders?.contains($0) ?? (other.cause != .otherDevice) }
    }
}
