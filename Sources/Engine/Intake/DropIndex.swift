import FileAccess
import Glibc
import JobModel

/// The content of the drop folder, by folder. After a change, only the affected folders are listed again, so the cost
/// of a listing depends on the change. The messages of a pack are a separate folder.
///
/// The folders together equal the result of `DropScanner.list`.
package struct DropIndex: Sendable {
    /// The content of one folder in the drop folder.
    package struct Folder: Sendable, Hashable {
        /// In NFC; empty for the files at the root, and `cats/messages` for a pack's messages.
        package var name: String
        /// Nil if the folder is not a pack.
        package var pack: DroppedPack?
        /// In the order of their paths.
        package var art: [ScannedSource] = []
        /// In the order of their paths.
        package var ignored: [IgnoredEntry] = []
        /// In the order of their paths.
        package var settings: [DroppedSettings] = []
        /// Paths of unreadable files and folders.
        fileprivate var unreadable: Set<String> = []

        /// Whether the folder itself cannot be read.
        package var isUnreadable: Bool { unreadable.contains(name) }
    }

    /// The contents of a folder, and the pack that was assembled from them.
    private struct Entry {
        /// The timestamp of the folder itself.
        var stamp: FileStat
        /// Nil for a folder that cannot be read.
        var contents: PackContents?
        /// The entries that the reader left out.
        var ignored: [IgnoredEntry]
        /// Whether it contains a link to a file elsewhere, whose changes are not noticed here.
        var hasLinks: Bool
        var id: String?
        /// Another pack has the wanted id.
        var collision: RuleFinding?
        /// The published identities of the pack and its messages.
        var identities = PartedDictionary<String, PublishedSources.Identity>()
        /// Whether all published art has its published id.
        private var hasPublishedIDs = false
        /// Whether the id of any art has a number.
        private var hasNumberedIDs = false
        /// Whether something was read again since `folder` was made.
        var isStale = true
        /// The input of `folder`, and the files that reading had left out.
        var assembled: (contents: PackContents, ignored: [IgnoredEntry])?
        var folder: Folder
        /// The art of the pack's messages. Nil without messages.
        var messages: Folder?

        init(stamp: FileStat, contents: PackContents?, ignored: [IgnoredEntry], hasLinks: Bool, folder: Folder) {
            self.stamp = stamp
            self.contents = contents
            self.ignored = ignored
            self.hasLinks = hasLinks
            self.folder = folder
        }

        var folders: [Folder] { [folder] + (messages.map { [$0] } ?? []) }

        /// The folder with the files that were added, removed or changed since it was assembled. Nil if it must be
        /// assembled again.
        ///
        /// - Parameter published: the published sources of the pack.
        func updated(_ published: PartedDictionary<String, PublishedSources.Identity>, now: Int) -> Folder? {
            guard let contents, let assembled, let pack = folder.pack, assembled.ignored == ignored,
                keepsIDs(published),
                let update = FolderUpdate(
                    from: assembled.contents, to: contents, pack: pack, published: published, now: now),
                let art = update.applied(to: folder.art)
            else { return nil }
            var updated = folder
            updated.art = art
            return updated
        }

        /// Whether all art of the folder would get its current ids again: the published ones, or those from the names.
        private func keepsIDs(_ now: PartedDictionary<String, PublishedSources.Identity>) -> Bool {
            guard hasPublishedIDs, !hasNumberedIDs else {
                return folder.art.allSatisfy { art in
                    now[art.path].map { $0.id == art.id } ?? !art.hasNumberedID
                }
            }
            return now.keys(differingFrom: identities).allSatisfy { path in
                guard let place = folder.art.place(of: path), let identity = now[path] else { return true }
                return identity.id == folder.art[place].id
            }
        }

        /// Whether its art has its currently published ids, and all of its formerly published art that still exists is
        /// still published.
        func agrees(with now: PartedDictionary<String, PublishedSources.Identity>) -> Bool {
            guard hasPublishedIDs else {
                return folders.allSatisfy { folder in
                    folder.art.allSatisfy { art in
                        now[art.path].map { $0.id == art.id } ?? (identities[art.path] == nil)
                    }
                }
            }
            let different = now.keys(differingFrom: identities)
            return folders.allSatisfy { folder in
                different.allSatisfy { path in
                    guard let place = folder.art.place(of: path) else { return true }
                    return now[path]?.id == folder.art[place].id
                }
            }
        }

        /// Notes how the ids were given.
        ///
        /// - Parameter isUpdate: whether the folder was updated, which keeps the ids of its art and makes none with a number.
        mutating func noteIDs(isUpdate: Bool) {
            let others = isUpdate ? messages?.art ?? [] : folders.flatMap(\.art)
            hasPublishedIDs = others.allSatisfy { art in identities[art.path].map { $0.id == art.id } ?? true }
            if !isUpdate { hasNumberedIDs = folder.art.contains(where: \.hasNumberedID) }
        }
    }

    /// The result of a listing.
    package struct Update: Sendable {
        /// The names of all changed and removed folders.
        package var changed: Set<String>
        /// The listed paths, and the folders whose content changed.
        package var examined: ChangedFolders

        fileprivate init(changed: Set<String>, examined: ChangedFolders) {
            self.changed = changed
            self.examined = examined
            self.examined.insert(changed.subtracting(examined.names))
        }
    }

    private var entries: [String: Entry] = [:]
    private var assignment: Assignment?
    /// The ids of packs whose folders are not read, by the folder's name: nothing has happened to them.
    package var idsAtRest: [String: String] = [:]

    package init() {}

    /// Every folder, by its name.
    package subscript(name: String) -> Folder? {
        guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else { return entries[name]?.folder }
        return entries[String(name[..<slash])]?.messages.flatMap { $0.name == name ? $0 : nil }
    }

    /// The device of a pack's folder, or of the folder of its messages. Nil for the root and for missing folders.
    package func device(ofFolder name: String) -> UInt64? {
        guard let top = name.split(separator: "/").first else { return nil }
        return entries[String(top)]?.stamp.device
    }

    /// Whether the content of a folder directly below the drop folder is known, or no such folder exists. The content
    /// of a pack at rest is not read.
    ///
    /// - Parameter name: empty for the files at the root.
    func hasListed(_ name: String) -> Bool { entries[""] != nil && idsAtRest[name] == nil }

    /// The names of all folders.
    package var names: Set<String> { Set(entries.values.flatMap { $0.folders.map(\.name) }) }

    /// The number of source files.
    package var artCount: Int { entries.values.reduce(0) { $0 + $1.folders.reduce(0) { $0 + $1.art.count } } }

    /// Paths that exist but cannot be read because of their permissions or the disk.
    package var unreadable: Set<String> {
        entries.values.reduce(into: []) { for folder in $1.folders { $0.formUnion(folder.unreadable) } }
    }

    /// All ignored files, in the order of their paths.
    package var ignored: [IgnoredEntry] {
        entries.values.flatMap { $0.folders.flatMap(\.ignored) }.sorted { $0.path < $1.path }
    }

    /// The folder that a file is listed with: the first component of its path, the root for a file at the root, or the
    /// messages folder of a pack.
    package static func folder(ofFileAt path: String) -> String {
        let names = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard names.count > 1, !FrameFolder.isMeant(by: String(names[0])) else { return "" }
        guard names.count > 2, MessagesFolder.isMeant(by: String(names[1])) else { return String(names[0]) }
        return "\(names[0])/\(names[1])"
    }

    /// The folders and sources to examine after an event at a path: a file of a pack, or a folder; also the root if the
    /// path may be a folder.
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

    /// Gives the pack of a folder other settings than those in its files, until it is listed again.
    package mutating func replace(_ pack: DroppedPack, in folder: String) {
        guard let slash = folder.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            entries[folder]?.folder.pack = pack
            entries[folder]?.assembled = nil
            return
        }
        let outer = String(folder[..<slash])
        if entries[outer]?.messages?.name == folder { entries[outer]?.messages?.pack = pack }
    }

    /// Leaves out new sidecars without art, because some programs save the sidecar first. A listing of their folders after
    /// that age contains them.
    ///
    /// - Parameters:
    ///   - folders: the listed folders.
    ///   - before: the index before. Sidecars that were without art there are not left out.
    ///   - now: nanoseconds since 1970.
    /// - Returns: the folders of the sidecars.
    package mutating func leaveOutOrphans(
        in folders: Set<String>, youngerThan age: Duration, notIn before: DropIndex, now: Int = DropIndex.now
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

    /// Lists folders again. If only a few files of packs have changed, only these are examined.
    ///
    /// - Parameters:
    ///   - path: the path of the drop folder; a link to a folder is followed.
    ///   - changed: the changed folders, and the changed files in them. Nil for everything. New and removed folders,
    ///     and those with a new timestamp, are found in any case, except if only files of packs are listed.
    ///   - published: packs and stickers that keep their ids.
    ///   - now: nanoseconds since 1970. Settings that were written just before are read again.
    ///   - calls: limits the response time of each pack's folder.
    /// - Throws: as `DropScanner.list`; the index is then unchanged.
    package mutating func update(
        _ path: String, changed: ChangedFolders?, published: PublishedSources, now: Int = DropIndex.now,
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

    /// Nanoseconds since 1970.
    package static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Examines some files of packs, instead of listing their folders.
    ///
    /// - Returns: false, without any change, if folders must be listed.
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

    /// - Parameter isForced: whether settings are read again though their files have the same timestamps.
    private mutating func store(_ entry: Entry, isForced: Bool) {
        let name = entry.folder.name
        guard let known = entries[name] else { return entries[name] = entry }
        if !isForced, known.contents == entry.contents, known.ignored == entry.ignored {
            entries[name]?.stamp = entry.stamp
        } else {
            // The earlier result is compared with the current files.
            var new = known
            (new.stamp, new.contents, new.ignored, new.hasLinks) = (
                entry.stamp, entry.contents, entry.ignored, entry.hasLinks
            )
            new.isStale = true
            entries[name] = new
        }
    }

    /// Gives packs and art their ids where something has changed.
    ///
    /// - Returns: the names of the folders whose contents have changed.
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
            // The published ids are those that were assigned here, and are assigned again.
            if isSame, entry.agrees(with: identities) {
                entries[name]?.identities = identities
                continue
            }
            let known = entry.id == id && entry.collision == collision ? entry.updated(identities, now: now) : nil
            (entry.id, entry.collision, entry.identities, entry.isStale) = (id, collision, identities, false)
            let folder = known ?? DropIndex.folder(name, entry, published)
            entry.assembled = entry.contents.map { ($0, entry.ignored) }
            if folder != entry.folder { changed.insert(name) }
            let messages = DropIndex.messages(name, entry, published)
            if messages != entry.messages {
                changed.formUnion([entry.messages?.name, messages?.name].compactMap(\.self))
            }
            (entry.folder, entry.messages) = (folder, messages)
            entry.noteIDs(isUpdate: known != nil)
            entries[name] = entry
        }
        return changed
    }

    /// The last ids of packs, and their inputs. With hundreds of packs at rest they rarely change.
    private struct Assignment {
        var packs: [String]
        var published: [String?]
        var ids: [String: (id: String, collision: RuleFinding?)]
    }

    /// - Parameters:
    ///   - packs: names of folders, in their order.
    ///   - published: the ids that their packs are published with.
    /// - Returns: the ids of the packs by the folders' names, and why one is not the wanted one.
    private mutating func assignIDs(
        _ packs: [String], published: [String?]
    ) -> [String: (id: String, collision: RuleFinding?)] {
        if let assignment, assignment.packs == packs, assignment.published == published { return assignment.ids }
        let ids = UniqueIDs.assign(packs.map(DropScanner.id), published: published)
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

    private static func folder(_ name: String, _ entry: Entry, _ published: PublishedSources) -> Folder {
        var folder = Folder(name: name)
        // A folder that cannot be listed is a separate entry. Its path alone would belong to the root.
        folder.ignored = entry.ignored.filter { $0.path == name || DropIndex.folder(ofFileAt: $0.path) == name }
        if let contents = entry.contents {
            // Only where upper and lower case differ there can be a second folder of messages.
            folder.ignored += contents.messages.dropFirst().map {
                IgnoredEntry(path: $0.folderName, reason: .nestedFolder)
            }
            folder.add(contents, id: entry.id, published)
            if let collision = entry.collision { folder.pack?.findings.append(collision) }
        }
        folder.conclude()
        return folder
    }

    /// - Returns: nil for a pack without a messages folder.
    private static func messages(_ name: String, _ entry: Entry, _ published: PublishedSources) -> Folder? {
        guard let contents = entry.contents?.messages.first else { return nil }
        var folder = Folder(name: contents.folderName)
        folder.ignored = entry.ignored.filter { $0.path != name && DropIndex.folder(ofFileAt: $0.path) != name }
        folder.add(contents, id: entry.id.map(MessagePack.id), published)
        folder.conclude()
        return folder
    }
}

extension DropIndex.Folder {
    /// - Parameter id: the pack's; nil where the folder is none.
    fileprivate mutating func add(_ contents: PackContents, id: String?, _ published: PublishedSources) {
        ignored += contents.ignored
        if let id {
            let assembly = PackAssembly(contents, id: id, published: published)
            pack = assembly.pack
            art = assembly.art.sorted { $0.path < $1.path }
            ignored += assembly.ignored
            settings = assembly.settings.sorted { $0.path < $1.path }
        } else {
            // A sidecar outside of a pack belongs to no source.
            ignored += contents.sidecars.map(SettingsFile.orphan)
        }
    }

    fileprivate mutating func conclude() {
        ignored.sort { $0.path < $1.path }
        unreadable = Set(ignored.filter { $0.reason == .unreadable }.map(\.path))
    }
}

extension DropIndex {
    /// A source of the drop folder, by its path.
    package func source(_ path: String) -> ScannedSource? {
        guard let art = self[DropIndex.folder(ofFileAt: path)]?.art else { return nil }
        return art.place(of: path).map { art[$0] }
    }

    /// The listing of some folders and sources. For single sources, it contains only their packs, their sidecars and
    /// themselves.
    package func listing(of changed: ChangedFolders) -> DropListing {
        DropListing(
            changed.names.compactMap { folder in
                guard let paths = changed.sources(in: folder) else { return self[folder] }
                return self[folder]?.part(paths.sorted().compactMap(source))
            })
    }
}

extension DropIndex.Folder {
    /// The same pack with only some of its sources, and their sidecars.
    package func part(_ sources: [ScannedSource]) -> DropIndex.Folder {
        var part = DropIndex.Folder(name: name)
        part.pack = pack
        part.art = sources
        let paths = Set(sources.map(\.path))
        part.settings = settings.filter { $0.art.map { !paths.isDisjoint(with: $0) } ?? false }
        return part
    }

    /// The paths of the sources that were added, removed or changed since an earlier state of the folder. Nil if
    /// something else changed: a setting of the pack, or a file that is not a source.
    package func changedSources(since earlier: DropIndex.Folder) -> Set<String>? {
        guard name == earlier.name, let pack, pack == earlier.pack, pack.itemKind == .sticker,
            ignored == earlier.ignored, settings == earlier.settings, unreadable == earlier.unreadable
        else { return nil }
        var changed: Set<String> = []
        var (one, other) = (0, 0)
        while one < art.count || other < earlier.art.count {
            if one < art.count, other < earlier.art.count, art[one].path == earlier.art[other].path {
                if art[one] != earlier.art[other] { changed.insert(art[one].path) }
                (one, other) = (one + 1, other + 1)
            } else if other >= earlier.art.count || one < art.count && art[one].path < earlier.art[other].path {
                changed.insert(art[one].path)
                one += 1
            } else {
                changed.insert(earlier.art[other].path)
                other += 1
            }
        }
        return changed
    }
}

extension PackContents {
    /// The paths of all examined files.
    fileprivate var places: [String] {
        art.flatMap { $0.framePaths.isEmpty ? [$0.file.absolutePath] : $0.framePaths }
            + (icons.map(\.file) + packFiles + sidecars).map(\.absolutePath) + messages.flatMap(\.places)
    }
}

extension DropListing {
    /// Collects the content of some folders of an index.
    package init(_ folders: [DropIndex.Folder]) {
        self.init(
            packs: folders.compactMap(\.pack).sorted { $0.id < $1.id },
            art: folders.flatMap(\.art).sorted { $0.path < $1.path },
            ignored: folders.flatMap(\.ignored).sorted { $0.path < $1.path },
            settings: folders.flatMap(\.settings).sorted { $0.path < $1.path })
    }
}
