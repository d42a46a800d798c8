import FileAccess
import Intake

/// Detects changes of the drop folder by listing it repeatedly.
package struct Poller {
    /// The attributes of all files and folders at the time of a listing.
    fileprivate struct Picture {
        var root: FileStat
        var files: [String: FileStat] = [:]
        var folders: Set<String> = []
    }

    private let folder: String
    /// The polled folder, relative to the drop folder. Empty for the whole drop folder.
    private let part: String
    private let pulse: ThreadPulse
    private var picture: Picture

    /// The attributes of the drop folder at the last listing.
    package var root: FileStat { picture.root }

    /// Lists the folder for the first time.
    ///
    /// - Parameters:
    ///   - part: the polled folder relative to the drop folder, in the bytes of the file system. Empty for the whole
    ///     drop folder.
    ///   - pulse: receives a heartbeat for each folder.
    /// - Throws: `IntakeError` if the drop folder does not exist.
    package init(_ folder: String, below part: String = "", pulse: ThreadPulse) throws(IntakeError) {
        self.folder = folder
        self.part = part
        self.pulse = pulse
        picture = try Self.look(at: folder, below: part, pulse)
    }

    /// Lists the folder again.
    ///
    /// - Returns: the events for all changes since the last listing.
    /// - Throws: `IntakeError` if the drop folder does not exist.
    package mutating func takeEvents() throws(IntakeError) -> [DropEvent] {
        let before = picture
        picture = try Self.look(at: folder, below: part, pulse, before: before)
        let now = picture
        var events: [DropEvent] = []
        events += now.folders.subtracting(before.folders).map { .folderAppeared($0) }
        events += before.folders.subtracting(now.folders).map { .folderRemoved($0) }
        events += now.files.filter { before.files[$0.key] != $0.value }.map { .touched($0.key) }
        events += before.files.keys.filter { now.files[$0] == nil }.map { .removed($0) }
        return events.sorted { ($0.path ?? "") < ($1.path ?? "") }
    }

    private static func look(
        at folder: String, below part: String, _ pulse: ThreadPulse, before: Picture? = nil
    ) throws(IntakeError) -> Picture {
        let walk = try FolderWalk(folder)
        var picture = Picture(root: walk.top.stamp)
        var open = [part.isEmpty ? walk.top : try place(of: part, in: walk)]
        while let place = open.popLast() {
            pulse.beat("it lists \(place.path.isEmpty ? "the drop folder" : place.path)")
            guard let contents = walk.contents(of: place) else {
                if place.path.isEmpty {
                    throw .dropFolderUnreadable(folder, reason: "it cannot be listed to its end")
                }
                before.map { picture.take(place.path, from: $0) }
                continue
            }
            for path in contents.unreadable { before.map { picture.take(path, from: $0) } }
            for file in contents.files { picture.files[file.path] = file.stamp }
            picture.folders.formUnion(contents.folders.map(\.path))
            open += contents.folders
        }
        return picture
    }

    private static func place(of part: String, in walk: FolderWalk) throws(IntakeError) -> ScannedFile {
        let path = walk.top.absolutePath + "/" + part
        do {
            return ScannedFile(path: part.nfc, absolutePath: path, stamp: try FileStat(ofFolder: path))
        } catch {
            throw .dropFolderUnreadable(path, reason: error.description)
        }
    }
}

extension Poller.Picture {
    /// Copies the earlier state of a folder that cannot be listed now, so that it is treated as unchanged.
    fileprivate mutating func take(_ folder: String, from before: Poller.Picture) {
        files.merge(before.files.filter { $0.key.hasPrefix(folder + "/") || $0.key == folder }) { now, _ in now }
        folders.formUnion(before.folders.filter { $0.hasPrefix(folder + "/") || $0 == folder })
    }
}
