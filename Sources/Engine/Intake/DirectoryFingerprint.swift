import FileAccess
import Glibc
import JobModel

/// A digest of everything that a listing of the drop folder is made from, by the file system's timestamps alone: no name is
/// interpreted and no file is opened, so that it takes a fraction of the time.
package enum DirectoryFingerprint {
    /// The drop folder, the packs in it, and the folders of frames in those.
    private static let depth = 2

    /// Equal timestamps mean that `DropScanner.list` gives the same listing.
    ///
    /// - Returns: nil if something cannot be read, or leads elsewhere, so that a timestamp would not be reliable.
    package static func of(_ folder: String) -> String? { folders(of: folder).map(text) }

    /// One digest of those of all folders.
    package static func text(_ folders: [String: String]) -> String {
        var digest = StructuredHasher()
        for (name, text) in folders.sorted(by: { $0.key < $1.key }) {
            digest.add(name)
            digest.add(text)
        }
        return digest.text
    }

    /// The same of each folder in the drop folder, by its name in NFC; of everything at the root, with which names there
    /// are, under the empty name.
    ///
    /// - Parameter others: the names of folders that are left out.
    /// - Returns: nil as in `of`.
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
            // Only this comparison distinguishes two normal forms of a name.
            guard let text = text ?? nil, folders.updateValue(text, forKey: pack.name) == nil else { return nil }
        }
        folders[""] = root.text
        return folders
    }

    /// The key of a call about an entry of the drop folder.
    private static func key(_ entry: FolderEntry, in folder: String) -> String {
        folder + "/" + String(decoding: entry.name, as: UTF8.self)
    }

    /// The digest of an entry of the drop folder; nil when something in it cannot be read.
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
            // The folder's own timestamp too: a file that is added and removed between two checks leaves no other
            // trace.
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

    /// Nil if a link does not lead to a file.
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
