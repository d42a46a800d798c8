import FileAccess
import Glibc
import JobModel

/// Hashes of the file attributes on which a listing of the drop folder depends. No name is interpreted and no file is
/// opened, so computing them is much faster than listing.
package enum DirectoryFingerprint {
    /// The maximum depth below the drop folder: packs, and folders of frames in them.
    private static let depth = 2

    /// One hash for each folder in the drop folder, by its name in NFC. The empty name has the hash of all files and
    /// names directly in the drop folder. If all hashes are unchanged, `DropScanner.list` returns the same listing.
    ///
    /// - Parameter others: the names of folders that are left out.
    /// - Returns: nil if something cannot be read, or if a link does not refer to a regular file. A linked folder can
    ///   change without a change of its attributes.
    package static func folders(
        of folder: String, besides others: Set<String> = [], calls: TimedCalls = .system
    ) -> [String: String]? {
        var root = StructuredHasher()
        root.add(folder)
        guard let stamp = calls.run(folder, { try? FileStat(ofFolder: folder) }) ?? nil,
            let entries = try? FolderReader.entries(of: folder, calls: calls)
        else { return nil }
        root.add(stamp)
        root.add(entries.count)
        var folders: [String: String] = [:]
        var packs: [(name: String, entry: FolderEntry)] = []
        for entry in entries {
            guard let name = String(validating: entry.name, as: UTF8.self)?.nfc, case .folder = entry.kind,
                !FrameFolder.isMeant(by: name)
            else {
                if [.file, .special].contains(entry.kind) {
                    _ = add(entry, in: folder + "/", depth: 0, to: &root)
                } else {
                    let digest = calls.run(key(entry, in: folder)) { text(of: entry, in: folder) }
                    guard let digest = digest ?? nil else { return nil }
                    root.add(digest)
                }
                continue
            }
            entry.name.withUnsafeBytes { root.add($0) }
            if !others.contains(name) { packs.append((name, entry)) }
        }
        let texts = calls.run(packs.map { key($0.entry, in: folder) }) { [packs] index in
            text(of: packs[index].entry, in: folder)
        }
        for (pack, text) in zip(packs, texts) {
            // Two names can be equal in NFC although their bytes differ. No hash is returned in this case.
            guard let text = text ?? nil, folders.updateValue(text, forKey: pack.name) == nil else { return nil }
        }
        folders[""] = root.text
        return folders
    }

    /// The key of a call with a time limit that examines an entry of the drop folder.
    private static func key(_ entry: FolderEntry, in folder: String) -> String {
        folder + "/" + String(decoding: entry.name, as: UTF8.self)
    }

    /// The hash of an entry of the drop folder. Nil if something in it cannot be read.
    private static func text(of entry: FolderEntry, in folder: String) -> String? {
        var digest = StructuredHasher()
        return add(entry, in: folder + "/", depth: 0, to: &digest) ? digest.text : nil
    }

    private static func add(_ folder: String, depth: Int, to digest: inout StructuredHasher) -> Bool {
        guard let entries = try? FolderReader.entries(of: folder, followingLink: false) else { return false }
        digest.add(entries.count)
        return entries.allSatisfy { add($0, in: folder, depth: depth, to: &digest) }
    }

    private static func add(
        _ entry: FolderEntry, in folder: String, depth: Int, to digest: inout StructuredHasher
    ) -> Bool {
        entry.name.withUnsafeBytes { digest.add($0) }
        digest.add(entry.kind.number)
        switch entry.kind {
        case .file, .special: digest.add(entry.stamp)
        case .folder:
            // The attributes of the folder itself are included, because a file that is added and removed between two
            // checks changes nothing else.
            digest.add(entry.stamp)
            guard depth < DirectoryFingerprint.depth, let name = String(validating: entry.name, as: UTF8.self) else {
                return true
            }
            return add(folder + name + "/", depth: depth + 1, to: &digest)
        case .link:
            guard let name = String(validating: entry.name, as: UTF8.self) else { return true }
            guard let target = fileStamp(behind: folder + name) else { return false }
            digest.add(entry.stamp)
            digest.add(target)
        case .unreachable: return false
        }
        return true
    }

    /// The attributes of the file to which a link refers. Nil if the target is not a regular file.
    private static func fileStamp(behind link: String) -> FileStat? {
        var status = Glibc.stat()
        guard stat(link, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileStat(status)
    }
}

extension FolderEntry.Kind {
    fileprivate var number: Int {
        switch self {
        case .file: 0
        case .folder: 1
        case .link: 2
        case .special: 3
        case .unreachable: 4
        }
    }
}
