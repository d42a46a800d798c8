import FileAccess
import JobModel
import StickerManifest

/// The content of the drop folder, by folder. After a change, only the affected folders are listed again, so the cost
/// depends on the size of the change. The messages of a pack are a separate folder.
///
/// All folders together have the same content as the result of `DropScanner.list`.
package struct DropIndex: Sendable {
    /// The result of updating the index.
    package struct Update: Sendable {
        /// The names of all folders whose content changed or that were removed.
        package var changed: Set<String>
        /// The files that were listed, and the folders whose content changed.
        package var examined: ChangedFolders

        fileprivate init(changed: Set<String>, examined: ChangedFolders) {
            self.changed = changed
            self.examined = examined
            self.examined.insert(changed.subtracting(examined.names))
        }
    }

    private var entries: [String: Entry] = [:]
    private var assignment: Assignment?
    /// The ids of unchanged packs whose folders are not read, by folder name.
    package var idsAtRest: [String: String] = [:]

    package init() {}

    /// The folder with the given name. Nil if it does not exist.
    package subscript(name: String) -> Folder? {
        guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else { return entries[name]?.folder }
        return entries[String(name[..<slash])]?.messages.flatMap { $0.name == name ? $0 : nil }
    }

    /// The device of a pack folder, or of the pack folder that contains the messages. Nil if the folder does not
    /// exist.
    package func device(ofFolder name: String) -> UInt64? {
        guard let top = name.split(separator: "/").first else { return nil }
        return entries[String(top)]?.stamp.device
    }

    /// Whether the content of a folder directly in the drop folder is known, including that it does not exist. False
    /// for unchanged packs that are not read.
    ///
    /// - Parameter name: the name of the folder. Empty for the files directly in the drop folder.
    func hasListed(_ name: String) -> Bool { entries[""] != nil && idsAtRest[name] == nil }

    /// The names of all folders.
    package var names: Set<String> { Set(entries.values.flatMap { $0.folders.map(\.name) }) }

    /// The number of sources.
    package var artCount: Int { entries.values.reduce(0) { $0 + $1.folders.reduce(0) { $0 + $1.art.count } } }

    /// The paths that exist but cannot be read, because of their permissions or a disk error.
    package var unreadable: Set<String> {
        entries.values.reduce(into: []) { for folder in $1.folders { $0.formUnion(folder.unreadable) } }
    }

    /// All ignored entries, sorted by path.
    package var ignored: [IgnoredEntry] {
        entries.values.flatMap { $0.folders.flatMap(\.ignored) }.sorted { $0.path < $1.path }
    }

    /// The name of the folder to which a file belongs: the first component of its path, or the messages folder of a
    /// pack. Empty for a file directly in the drop folder.
    package static func folder(ofFileAt path: String) -> String {
        let names = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard names.count > 1, !FrameFolder.isMeant(by: String(names[0])) else { return "" }
        guard names.count > 2, MessagesFolder.isMeant(by: String(names[1])) else { return String(names[0]) }
        return "\(names[0])/\(names[1])"
    }

    /// The name of the folder directly in the drop folder to which a file belongs. Empty for a file directly in the
    /// drop folder.
    package static func topFolder(ofFileAt path: String) -> String {
        String(folder(ofFileAt: path).prefix { $0 != "/" })
    }

    /// The folders and sources that must be examined after an event. If the path may be that of a folder directly in
    /// the drop folder, this includes the files directly in the drop folder.
    package static func changes(ofEventAt path: String) -> ChangedFolders {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard names.count > 1, !FrameFolder.isMeant(by: names[0]) else { return ChangedFolders(["", names[0]]) }
        guard names.count == 2, !FrameFolder.isMeant(by: names[1]), !MessagesFolder.isMeant(by: names[1]) else {
            return ChangedFolders([names[0]])
        }
        var changes = ChangedFolders()
        changes.insert(sources: [path])
        return changes
    }

    /// Replaces the pack of a folder, until the folder is listed again. Used to keep earlier settings.
    package mutating func replace(_ pack: DroppedPack, in folder: String) {
        guard let slash = folder.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            entries[folder]?.folder.pack = pack
            entries[folder]?.assembled = nil
            return
        }
        let outer = String(folder[..<slash])
        if entries[outer]?.messages?.name == folder { entries[outer]?.messages?.pack = pack }
    }

    /// Removes new sidecars without art, because some programs save the sidecar before the art. A later listing
    /// contains them.
    ///
    /// - Parameters:
    ///   - folders: the names of the listed folders.
    ///   - age: the age from which a sidecar is no longer new.
    ///   - before: the previous index. Sidecars that had no art in it are not removed.
    ///   - now: the current time in nanoseconds since 1970.
    /// - Returns: the names of the folders from which sidecars were removed.
    package mutating func leaveOutOrphans(
        in folders: Set<String>, youngerThan age: Duration, notIn before: DropIndex, now: Int = FileStat.now
    ) -> Set<String> {
        folders.filter { name in
            guard var entry = entries[name], let sidecars = entry.contents?.sidecars else { return false }
            let young = sidecars.filter { (.zero..<age).contains(.nanoseconds(now - $0.stamp.changed)) }
            let paths = Set(young.map(\.path)).subtracting(before[name]?.ignored.map(\.path) ?? [])
            let count = entry.folder.ignored.count
            entry.folder.ignored.removeAll { $0.reason == .orphanSidecar && paths.contains($0.path) }
            guard entry.folder.ignored.count < count else { return false }
            entry.assembled = nil
            entries[name] = entry
            return true
        }
    }

    /// Lists changed folders again. If only a few sources of packs have changed, examines only these files.
    ///
    /// - Parameters:
    ///   - path: the path of the drop folder. Symbolic links are followed.
    ///   - changed: the changed folders and files. Nil to list everything. Folders that are new, removed or have new
    /// attributes are also found, unless only files of packs are examined.
    ///   - published: the packs and stickers that keep their ids.
    ///   - now: the current time in nanoseconds since 1970. Settings that were written shortly before are read again.
    ///   - calls: limits the time for reading each pack folder.
    /// - Throws: the errors of `DropScanner.list`. The index is then unchanged.
    package mutating func update(
        _ path: String, changed: ChangedFolders?, published: PublishedSources, now: Int = FileStat.now,
        calls: TimedCalls = .system
    ) throws(IntakeError) -> Update {
        let root = try DropRoot(path, calls: calls)
        if let changed, readFiles(changed, in: root, calls: calls) {
            return Update(changed: assemble(published, now: now), examined: changed)
        }
        let top = try DropScanner.topContents(of: root, calls: calls)
        let first = try DropScanner.readRoot(top, in: root, calls: calls)
        var seen: Set<String> = [""]
        store(
            Entry(
                stamp: FileStat(of: []), contents: first.contents, ignored: first.ignored, hasLinks: false,
                folder: Folder(name: "")), isForced: changed?.contains("") ?? true)
        var folders: [ScannedFile] = []
        for folder in top.folders where !FrameFolder.isMeant(by: folder.name) {
            seen.insert(folder.name)
            guard idsAtRest[folder.name] == nil else { continue }
            let isForced = changed?.contains(folder.name) ?? true
            if let known = entries[folder.name], known.stamp == folder.stamp, !known.hasLinks, !isForced { continue }
            folders.append(folder)
        }
        let packs = DropScanner.read(
            folders, in: root, after: folders.map { entries[$0.name]?.contents }, calls: calls)
        for (folder, pack) in zip(folders, packs) {
            store(
                folder, contents: pack.contents, ignored: pack.ignored, in: root,
                isForced: changed?.contains(folder.name) ?? true)
        }
        var gone: Set<String> = []
        for (name, entry) in entries where !seen.contains(name) {
            gone.formUnion(entry.folders.map(\.name))
            entries[name] = nil
        }
        return Update(
            changed: assemble(published, now: now).union(gone), examined: ChangedFolders(changed?.names ?? names))
    }

    /// Examines some sources of packs, without listing their folders.
    ///
    /// - Returns: false if the folders must be listed. Nothing is changed then.
    private mutating func readFiles(_ changed: ChangedFolders, in root: DropRoot, calls: TimedCalls) -> Bool {
        var updates: [String: PackContents] = [:]
        for name in changed.names {
            guard let paths = changed.sources(in: name), let entry = entries[name], !entry.hasLinks,
                let contents = entry.contents
            else { return false }
            let folder = "\(root.path)/\(name)"
            let update = calls.run(folder) { [ignored = entry.ignored] () -> (PackContents, Set<String>)? in
                var contents = contents
                return contents.update(paths, in: folder, besides: ignored).map { (contents, $0) }
            }
            guard case (let contents, let different)?? = update else { return false }
            if !different.isEmpty { updates[name] = contents }
        }
        for (name, contents) in updates {
            entries[name]?.contents = contents
            entries[name]?.isStale = true
        }
        return true
    }

    private mutating func store(
        _ folder: ScannedFile, contents: PackContents?, ignored: [IgnoredEntry], in root: DropRoot, isForced: Bool
    ) {
        let own = folder.absolutePath + "/"
        let hasLinks =
            folder.absolutePath.nfc != "\(root.path)/\(folder.name)".nfc
            || contents.map { $0.places.contains { !$0.utf8.starts(with: own.utf8) } } ?? false
        store(
            Entry(
                stamp: folder.stamp, contents: contents, ignored: ignored, hasLinks: hasLinks,
                folder: Folder(name: folder.name)), isForced: isForced)
    }

    /// Stores a folder that was read.
    ///
    /// - Parameter isForced: whether settings are read again even if the attributes of their files are unchanged.
    private mutating func store(_ entry: Entry, isForced: Bool) {
        let name = entry.folder.name
        guard let known = entries[name] else { return entries[name] = entry }
        if !isForced, known.contents == entry.contents, known.ignored == entry.ignored {
            entries[name]?.stamp = entry.stamp
        } else {
            // The assembled folder is kept, and is compared with the new contents later.
            var new = known
            (new.stamp, new.contents, new.ignored, new.hasLinks) = (
                entry.stamp, entry.contents, entry.ignored, entry.hasLinks
            )
            new.isStale = true
            entries[name] = new
        }
    }

    /// Assigns ids to packs and sources in folders that have changed.
    ///
    /// - Returns: the names of the folders whose content has changed.
    private mutating func assemble(_ published: PublishedSources, now: Int) -> Set<String> {
        var changed: Set<String> = []
        let packs = (entries.filter { $0.value.contents?.isPack == true }.map(\.key) + idsAtRest.keys).sorted()
        let assigned = assignIDs(packs, published: packs.map { idsAtRest[$0] ?? published.pack(ofFolder: $0) })
        for name in entries.keys {
            let (id, collision) = (assigned[name]?.id, assigned[name]?.collision)
            var identities = id.map(published.identities) ?? PartedDictionary()
            if let id { identities.merge(published.identities(in: MessagePack.id(of: id))) }
            guard var entry = entries[name] else { continue }
            let isSame = !entry.isStale && entry.id == id && entry.collision == collision
            if isSame, entry.identities == identities { continue }
            // Every source has its published id, so the same ids would be assigned again.
            if isSame, entry.agrees(with: identities) {
                entries[name]?.identities = identities
                continue
            }
            let known = entry.id == id && entry.collision == collision ? entry.updated(identities, now: now) : nil
            (entry.id, entry.collision, entry.identities, entry.isStale) = (id, collision, identities, false)
            let folder = known ?? entry.assembledFolder(published)
            entry.assembled = entry.contents.map { ($0, entry.ignored) }
            if folder != entry.folder { changed.insert(name) }
            let messages = entry.assembledMessages(published)
            if messages != entry.messages {
                changed.formUnion([entry.messages?.name, messages?.name].compactMap(\.self))
            }
            (entry.folder, entry.messages) = (folder, messages)
            entry.noteIDs(isUpdate: known != nil)
            entries[name] = entry
        }
        return changed
    }

    /// The last assignment of pack ids, with its input. The assignment is reused while the input is the same, which is
    /// usual.
    private struct Assignment {
        var packs: [String]
        var published: [String?]
        var ids: [String: (id: String, collision: RuleFinding?)]
    }

    /// Assigns ids to packs.
    ///
    /// - Parameters:
    ///   - packs: the names of the pack folders, sorted.
    ///   - published: the published id of each pack. Nil for an unpublished pack.
    /// - Returns: the id of each pack by folder name, and a finding if it is not the wanted id.
    private mutating func assignIDs(
        _ packs: [String], published: [String?]
    ) -> [String: (id: String, collision: RuleFinding?)] {
        if let assignment, assignment.packs == packs, assignment.published == published { return assignment.ids }
        let ids = UniqueIDs.assign(packs.map(DropScanner.wantedID), published: published)
        var assigned: [String: (id: String, collision: RuleFinding?)] = [:]
        for (name, id) in zip(packs, ids) {
            let collision = id.holder.map {
                DropScanner.collision(of: name, with: packs[$0], wanted: ids[$0].id, got: id.id)
            }
            assigned[name] = (id.id, collision)
        }
        assignment = Assignment(packs: packs, published: published, ids: assigned)
        return assigned
    }
}

extension DropIndex {
    /// The source with the given path. Nil if it does not exist.
    package func source(_ path: String) -> ScannedSource? {
        guard let art = self[DropIndex.folder(ofFileAt: path)]?.art else { return nil }
        return art.place(of: path).map { art[$0] }
    }

    /// A listing of some folders and sources. If only single sources of a folder have changed, the listing contains
    /// only them, their packs and their sidecars.
    package func listing(of changed: ChangedFolders) -> DropListing {
        DropListing(
            changed.names.compactMap { folder in
                guard let paths = changed.sources(in: folder) else { return self[folder] }
                return self[folder]?.part(paths.sorted().compactMap(source))
            })
    }
}

extension PackContents {
    /// The absolute paths of all files in the folder that were examined.
    fileprivate var places: [String] {
        art.flatMap { $0.framePaths.isEmpty ? [$0.file.absolutePath] : $0.framePaths }
            + (icons.map(\.file) + packFiles + sidecars).map(\.absolutePath) + messages.flatMap(\.places)
    }
}
