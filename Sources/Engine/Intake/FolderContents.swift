import FileAccess

/// The direct contents of one folder, each list in the order of the names in NFC.
package struct FolderContents: Sendable {
    package private(set) var files: [ScannedFile] = []
    package private(set) var folders: [ScannedFile] = []
    package private(set) var ignored: [IgnoredEntry] = []

    private let root: DropRoot
    private let folder: (path: String, absolutePath: String)
    private let known: KnownFiles
    /// Limits the time for following links. Nil for no limit.
    private var calls: TimedCalls?

    /// Lists the drop folder itself, in which each entry may be on a different server.
    ///
    /// - Parameter calls: limits the time in which each entry must respond.
    package init(of root: DropRoot, calls: TimedCalls) throws(SystemCallError) {
        self.root = root
        self.calls = calls
        folder = ("", root.path)
        known = KnownFiles()
        sort(try FolderReader.entries(of: root.path, calls: calls))
    }

    /// Lists a folder inside the drop folder.
    ///
    /// - Parameter known: the art of the folder at its last listing.
    package init(of folder: ScannedFile, in root: DropRoot, known: KnownFiles = KnownFiles()) throws(SystemCallError) {
        self.root = root
        self.known = known
        self.folder = (folder.path, folder.absolutePath)
        sort(try FolderReader.entries(of: folder.absolutePath, followingLink: false))
    }

    /// An entry whose name is valid UTF-8.
    private struct Named {
        /// The name in NFC.
        var name: String
        /// The name in the bytes of the file system.
        var rawName: String
        var entry: FolderEntry

        var isStoredInNFC: Bool { name.utf8.elementsEqual(rawName.utf8) }
    }

    private mutating func sort(_ entries: [FolderEntry]) {
        var named: [Named] = []
        named.reserveCapacity(entries.count)
        for entry in entries {
            if let rawName = String(validating: entry.name, as: UTF8.self) {
                named.append(Named(name: rawName.nfc, rawName: rawName, entry: entry))
            } else {
                let repaired = String(decoding: entry.name, as: UTF8.self).nfc
                let reason = IgnoreRules.reason(forName: repaired, isFolder: entry.kind == .folder)
                ignore(EscapedName.text(of: entry.name), reason ?? .notUTF8)
            }
        }
        let order = named.indices.sorted { one, other in
            let (left, right) = (named[one], named[other])
            if left.name != right.name { return left.name < right.name }
            if left.isStoredInNFC != right.isStoredInNFC { return left.isStoredInNFC }
            return left.rawName.utf8.lexicographicallyPrecedes(right.rawName.utf8)
        }
        var previous: String?
        for item in order.lazy.map({ named[$0] }) {
            if item.name == previous {
                ignore(item.name, .sameName)
            } else {
                add(item)
            }
            previous = item.name
        }
    }

    private mutating func add(_ item: Named) {
        if item.entry.kind == .file, let file = known.file(named: item.rawName, item.entry.stamp) {
            files.append(file)
            return
        }
        guard !isOwn(item) else { return }
        let absolutePath = folder.absolutePath + "/" + item.rawName
        let link = item.entry.kind == .link
        // The name of the link is used, and not the name of its target.
        let target: DropRoot.Target?
        do throws(SystemCallError) {
            target =
                link
                ? try followLink(absolutePath)
                : DropRoot.Target(absolutePath: absolutePath, kind: item.entry.kind, stamp: item.entry.stamp)
        } catch {
            return ignore(item, error)
        }
        if let reason = IgnoreRules.reason(forName: item.name, isFolder: target?.kind == .folder) {
            ignore(item.name, reason)
            return
        }
        guard let target else { return ignore(item.name, .linkOutside) }
        let seen = ScannedFile(
            name: item.name, path: path(of: item.name), absolutePath: target.absolutePath, stamp: target.stamp)
        switch target.kind {
        case .file: files.append(seen)
        case .folder: folders.append(seen)
        case .link: ignore(item.name, .linkOutside)
        case .special: ignore(item.name, .notAFile)
        case .unreachable: ignore(item, item.entry.failure ?? .noAnswer)
        }
    }

    private func followLink(_ link: String) throws(SystemCallError) -> DropRoot.Target? {
        guard let calls else { return try root.target(ofLinkAt: link) }
        let target = calls.run(link) { [root] () -> Result<DropRoot.Target?, SystemCallError> in
            do throws(SystemCallError) { return .success(try root.target(ofLinkAt: link)) } catch {
                return .failure(error)
            }
        }
        guard let target else { throw .noAnswer }
        return try target.get()
    }

    /// Whether the entry has the name of a file that stickerd writes.
    private func isOwn(_ item: Named) -> Bool {
        FeedbackFileName.isNote(item.name)
            || (folder.path.isEmpty && item.name == FeedbackFileName.mark && item.entry.kind == .file)
    }

    private mutating func ignore(_ item: Named, _ failure: SystemCallError) {
        if let reason = IgnoreRules.reason(forName: item.name, isFolder: false) { return ignore(item.name, reason) }
        ignored.append(IgnoredEntry(path: path(of: item.name), failure: failure))
    }

    private mutating func ignore(_ name: String, _ reason: IgnoreReason) {
        ignored.append(IgnoredEntry(path: path(of: name), reason: reason))
    }

    private func path(of name: String) -> String {
        folder.path.isEmpty ? name : folder.path + "/" + name
    }
}

/// A file or folder in the drop folder that is not ignored because of its name. Links were followed.
package struct ScannedFile: Sendable, Hashable {
    /// The name in NFC.
    package var name: String
    /// The path relative to the drop folder, in NFC.
    package var path: String
    /// The absolute path in the bytes of the file system.
    package var absolutePath: String
    package var stamp: FileStat
}

extension ScannedFile {
    /// Creates an entry whose name is the last component of its path.
    package init(path: String, absolutePath: String, stamp: FileStat) {
        let name = path.split(separator: "/").last.map { String($0) } ?? ""
        self.init(name: name, path: path, absolutePath: absolutePath, stamp: stamp)
    }
}

/// The art of a folder at its last listing. Unchanged files are not read again.
package struct KnownFiles: Sendable {
    /// The art, by its names in the bytes of the file system.
    private var candidates: [String: SourceCandidate] = [:]

    package init() {}

    /// - Parameter folder: the path of the folder, in the bytes of the file system.
    package init(_ contents: PackContents?, in folder: String) {
        guard let contents else { return }
        candidates.reserveCapacity(contents.art.count)
        let start = folder.utf8.count + 1
        for candidate in contents.art where candidate.framePaths.isEmpty {
            // Links are left out, because their targets are in other folders or have other names.
            let place = candidate.file.absolutePath
            guard place.utf8.count > start, place.utf8.starts(with: folder.utf8) else { continue }
            let name = String(Substring(place.utf8.dropFirst(start)))
            if name.nfc == candidate.file.name { candidates[name] = candidate }
        }
    }

    /// The file with the given name. Nil if the file is unknown or its attributes have changed.
    package func file(named name: String, _ stamp: FileStat) -> ScannedFile? {
        candidates[name].flatMap { $0.file.stamp == stamp ? $0.file : nil }
    }

    /// The stored candidate for a file. Nil if the file is unknown or has changed.
    package func candidate(for file: ScannedFile) -> SourceCandidate? {
        guard !candidates.isEmpty, let name = file.absolutePath.utf8.lastIndex(of: UInt8(ascii: "/")),
            let known = candidates[String(file.absolutePath[file.absolutePath.utf8.index(after: name)...])]
        else { return nil }
        return known.file == file ? known : nil
    }
}
