import FileAccess
import ImageHeaders
import JobModel

/// A folder of frames, such as `Wave.frames`. Its pictures, sorted by their numbers, are the frames of one animated
/// sticker.
package struct FrameFolder: Sendable {
    /// The folder, with the combined attributes of its frames.
    let entry: ScannedFile
    /// The frames in display order.
    package let frames: [ScannedFile]
    package let ignored: [IgnoredEntry]

    /// Whether a folder has the name of a folder of frames.
    package static func isMeant(by name: String) -> Bool {
        pattern.matches(NamePattern.lowered(name))
    }

    /// - Throws: `SystemCallError` if the folder cannot be listed.
    package init(of folder: ScannedFile, in root: DropRoot) throws(SystemCallError) {
        let contents = try FolderContents(of: folder, in: root)
        var frames: [ScannedFile] = []
        var ignored = contents.ignored
        ignored += contents.folders.map { IgnoredEntry(path: $0.path, reason: .nestedFolder) }
        for file in contents.files where file.name != FrameFolder.listName {
            switch PictureCheck(file) {
            case .picture: frames.append(file)
            case .ignored(let entry): ignored.append(entry)
            case .vanished: break
            }
        }
        frames.sort { NaturalOrder.precedes($0.name, $1.name) }
        if frames.isEmpty { ignored.append(IgnoredEntry(path: folder.path, reason: .noFrames)) }
        self.frames = frames
        self.ignored = ignored
        var entry = folder
        entry.stamp = FileStat(of: frames.map { ($0.absolutePath, $0.stamp) })
        self.entry = entry
    }

    /// The candidate for a sticker. Nil for a folder without frames.
    package var candidate: SourceCandidate? {
        guard let first = frames.first else { return nil }
        let name = ArtName(frameFolder: entry.name)
        let format = SourceFormat(fileExtension: ArtName(first.name).fileExtension) ?? .png
        return SourceCandidate(file: entry, name: name, format: format, framePaths: frames.map(\.absolutePath))
    }

    private static let pattern = NamePattern("?*.frames")
    /// The name of the list of frames that `stickerd frames` writes to the folder.
    package static let listName = "frames.json"
}

extension FrameFolder {
    /// The absolute paths of the frames in a folder, in display order. Nil if the path is not a folder.
    ///
    /// - Throws: `IntakeError` if the folder cannot be listed or contains no frames.
    package static func framePaths(of folder: String) throws(IntakeError) -> [String]? {
        let root: DropRoot
        do {
            root = try DropRoot(folder)
        } catch {
            return nil
        }
        let entry = ScannedFile(name: "", path: "", absolutePath: root.path, stamp: FileStat(of: []))
        let frames: [ScannedFile]
        do {
            frames = try FrameFolder(of: entry, in: root).frames
        } catch {
            throw IntakeError(error, path: folder)
        }
        guard !frames.isEmpty else { throw IntakeError.notAFile(folder) }
        return frames.map(\.absolutePath)
    }
}

extension FileStat {
    /// The combined attributes of several files, which are equal only if all files are unchanged.
    package init(of files: [(path: String, stamp: FileStat)]) {
        let lines = files.map { path, stamp in
            "\(path)\0\(stamp.size) \(stamp.modified) \(stamp.changed) \(stamp.inode) \(stamp.device)\n"
        }
        let digits = Digest.sha256(lines.joined()).prefix(16)
        self.init(
            size: files.reduce(0) { $0 + $1.stamp.size }, modified: files.map(\.stamp.modified).max() ?? 0,
            changed: files.map(\.stamp.changed).max() ?? 0, inode: UInt64(digits, radix: 16) ?? 0,
            device: files.first?.stamp.device ?? 0)
    }
}
