import FileAccess
import JobModel

/// What is in the drop folder, folder by folder. After a change only the folders are listed again that it is in, so that
/// the cost of a listing follows the change.
///
/// All folders together are what `DropScanner.list` finds.
package struct DropIndex: Sendable {
    /// What a folder of the drop folder holds.
    package struct Folder: Sendable, Hashable {
        /// In NFC; empty for the files at the root.
        package var name: String
        /// Nil for a folder that is no pack.
        package var pack: DroppedPack?
        /// In the order of their paths.
        package var art: [ScannedSource] = []
        /// In the order of their paths.
        package var ignored: [IgnoredEntry] = []
        /// In the order of their paths.
        package var settings: [DroppedSettings] = []
    }

    /// A folder as it was read, and what was made of it.
    private struct Entry {
        /// Of the folder itself.
        var stamp: FileStat
        /// Nil for a folder that cannot be read.
        var contents: PackContents?
        /// What reading it left out.
        var ignored: [IgnoredEntry]
        /// Whether a file in it lies elsewhere, where a change is not noticed here.
        var hasLinks: Bool
        var id: String?
        /// That another pack has the wanted id.
        var collision: RuleFinding?
        /// What was published of the pack.
        var identities: [String: PublishedSources.Identity] = [:]
        /// Whether something was read again since `folder` was made.
        var isStale = true
        var folder: Folder
    }

    private var entries: [String: Entry] = [:]

    package init() {}

    /// Every folder, by its name.
    package subscript(name: String) -> Folder? { entries[name]?.folder }

    /// The names of all folders.
    package var names: Set<String> { Set(entries.keys) }

    /// How many files want to become stickers.
    package var artCount: Int { entries.values.reduce(0) { $0 + $1.folder.art.count } }

    /// Everything that was left alone, in the order of the paths.
    package var ignored: [IgnoredEntry] { entries.values.flatMap(\.folder.ignored).sorted { $0.path < $1.path } }

    /// The folder that a file is listed with: the first of its path, or the root for what lies there.
    package static func folder(ofFileAt path: String) -> String {
        guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else { return "" }
        let first = String(path[..<slash])
        return FrameFolder.isMeant(by: first) ? "" : first
    }

    /// The folders to list after something has happened at a path: also the root, where the path may be a folder itself.
    package static func folders(ofEventAt path: String) -> Set<String> {
        let first = path.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? path
        return first == path || FrameFolder.isMeant(by: first) ? ["", first] : [first]
    }

    /// Gives the pack of a folder other settings than those in its files, until it is listed again.
    package mutating func replace(_ pack: DroppedPack, in folder: String) { entries[folder]?.folder.pack = pack }

    /// Lists folders again.
    ///
    /// - Parameters:
    ///   - path: of the drop folder; a link to a folder is followed.
    ///   - changed: the folders in which something happened; nil for all. Folders that came or went, and those whose own
    ///     stamp has changed, are found without.
    ///   - published: packs and stickers that keep their ids.
    /// - Returns: the names of all folders that hold something else than before, or are gone.
    /// - Throws: as `DropScanner.list`; the index stays as it was.
    package mutating func update(
        _ path: String, changed: Set<String>?, published: PublishedSources
    ) throws(IntakeError) -> Set<String> {
        let root = try DropRoot(path)
        let top: FolderContents
        do {
            top = try FolderContents(of: root)
        } catch {
            throw .dropFolderUnreadable(path, reason: error.description)
        }
        var seen: Set<String> = [""]
        readRoot(top, in: root, isForced: changed?.contains("") ?? true)
        for folder in top.folders where !FrameFolder.isMeant(by: folder.name) {
            seen.insert(folder.name)
            let isForced = changed?.contains(folder.name) ?? true
            if let known = entries[folder.name], known.stamp == folder.stamp, !known.hasLinks, !isForced { continue }
            read(folder, in: root, isForced: isForced)
        }
        let gone = Set(entries.keys).subtracting(seen)
        for name in gone { entries[name] = nil }
        return assemble(published).union(gone)
    }

    private mutating func readRoot(_ top: FolderContents, in root: DropRoot, isForced: Bool) {
        var ignored = top.ignored
        let sequences = DropScanner.readSequences(top.folders, in: root, ignored: &ignored)
        let contents = PackContents(folderName: "", files: top.files, sequences: sequences)
        store(
            Entry(
                stamp: FileStat(of: []), contents: contents, ignored: ignored, hasLinks: false,
                folder: Folder(name: "")), isForced: isForced)
    }

    private mutating func read(_ folder: ScannedFile, in root: DropRoot, isForced: Bool) {
        var ignored: [IgnoredEntry] = []
        let contents = DropScanner.read(folder, in: root, ignored: &ignored)
        let hasLinks =
            folder.absolutePath.nfc != "\(root.path)/\(folder.name)".nfc
            || contents.map { $0.places.contains { !$0.hasPrefix(folder.absolutePath + "/") } } ?? false
        store(
            Entry(
                stamp: folder.stamp, contents: contents, ignored: ignored, hasLinks: hasLinks,
                folder: Folder(name: folder.name)), isForced: isForced)
    }

    /// - Parameter isForced: whether settings are read again though their files have the same stamps.
    private mutating func store(_ entry: Entry, isForced: Bool) {
        let name = entry.folder.name
        guard let known = entries[name] else { return entries[name] = entry }
        if !isForced, known.contents == entry.contents, known.ignored == entry.ignored {
            entries[name]?.stamp = entry.stamp
        } else {
            entries[name] = entry
            entries[name]?.folder = known.folder
        }
    }

    /// Gives packs and art their ids where something has changed.
    ///
    /// - Returns: the names of the folders that hold something else than before.
    private mutating func assemble(_ published: PublishedSources) -> Set<String> {
        var changed: Set<String> = []
        let packs = entries.filter { $0.value.contents?.isPack == true }.keys.sorted()
        let ids = UniqueIDs.assign(
            packs.map(DropScanner.id), published: packs.map(published.pack))
        var assigned: [String: (id: String, collision: RuleFinding?)] = [:]
        for (name, id) in zip(packs, ids) {
            let collision = id.holder.map {
                DropScanner.collision(of: name, with: packs[$0], wanted: ids[$0].id, got: id.id)
            }
            assigned[name] = (id.id, collision)
        }
        for name in entries.keys {
            let (id, collision) = (assigned[name]?.id, assigned[name]?.collision)
            let identities = id.map(published.identities) ?? [:]
            guard var entry = entries[name],
                entry.isStale || entry.id != id || entry.collision != collision || entry.identities != identities
            else { continue }
            (entry.id, entry.collision, entry.identities, entry.isStale) = (id, collision, identities, false)
            let folder = DropIndex.folder(name, entry, published)
            if folder != entry.folder { changed.insert(name) }
            entry.folder = folder
            entries[name] = entry
        }
        return changed
    }

    private static func folder(_ name: String, _ entry: Entry, _ published: PublishedSources) -> Folder {
        var folder = Folder(name: name, ignored: entry.ignored)
        guard let contents = entry.contents else { return folder }
        folder.ignored += contents.ignored
        if let id = entry.id {
            let assembly = PackAssembly(contents, id: id, published: published)
            folder.pack = assembly.pack
            if let collision = entry.collision { folder.pack?.findings.append(collision) }
            folder.art = assembly.art.sorted { $0.path < $1.path }
            folder.ignored += assembly.ignored
            folder.settings = assembly.settings.sorted { $0.path < $1.path }
        } else {
            // A sidecar in a folder that is no pack has nothing to stand beside.
            folder.ignored += contents.sidecars.map { IgnoredEntry(path: $0.path, reason: .orphanSidecar) }
        }
        folder.ignored.sort { $0.path < $1.path }
        return folder
    }
}

extension PackContents {
    /// Where all files are that were looked at.
    fileprivate var places: [String] {
        art.flatMap { $0.framePaths.isEmpty ? [$0.file.absolutePath] : $0.framePaths }
            + (icons.map(\.file) + packFiles + sidecars).map(\.absolutePath)
    }
}

extension DropListing {
    /// What some folders of an index hold.
    package init(_ folders: [DropIndex.Folder]) {
        self.init(
            packs: folders.compactMap(\.pack).sorted { $0.id < $1.id },
            art: folders.flatMap(\.art).sorted { $0.path < $1.path },
            ignored: folders.flatMap(\.ignored).sorted { $0.path < $1.path },
            settings: folders.flatMap(\.settings).sorted { $0.path < $1.path })
    }
}
