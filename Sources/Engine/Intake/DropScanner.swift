import FileAccess
import JobModel
import StickerManifest

/// Lists the drop folder, and determines the role of each file. This is the first stage of a build.
///
/// Files directly in the drop folder belong to the pack `default`. Every folder is a pack and contains its art
/// directly. A folder `*.frames` is a single source. A folder `messages` in a pack contains the art of messages.
package enum DropScanner {
    /// The id of the pack of files directly in the drop folder.
    package static let rootPackID = "default"

    /// Lists the drop folder. The result depends only on the content and on the published state, and not on the order
    /// in which the file system lists entries.
    ///
    /// - Parameters:
    ///   - folder: the path of the drop folder. Symbolic links are followed.
    ///   - names: the names in NFC of the folders to list, as if no other folders existed. The empty name stands for
    ///     the files directly in the drop folder. Folders that do not exist are skipped. Nil to list everything.
    ///   - published: the packs and stickers that keep their ids.
    ///   - calls: limits the time for reading each pack folder.
    /// - Throws: `IntakeError.dropFolderMissing`, `dropFolderIsAFile` or `dropFolderUnreadable`. A pack folder that
    ///   cannot be read causes no error, but an ignored entry with the reason `unreadable`.
    package static func list(
        _ folder: String, only names: Set<String>? = nil, published: PublishedSources = .none,
        calls: TimedCalls = .system
    ) throws(IntakeError) -> DropListing {
        func isListed(_ name: String) -> Bool { names?.contains(name) ?? true }
        let root = try DropRoot(folder, calls: calls)
        let top = try topContents(of: root, calls: calls)
        var ignored = top.ignored.filter { $0.reason == .unreadable && isListed($0.path) }
        var contents: [PackContents] = []
        if isListed("") {
            let first = try readRoot(top, in: root, calls: calls)
            ignored = first.ignored
            contents.append(first.contents)
        }
        let folders = top.folders.filter { isListed($0.name) && !FrameFolder.isMeant(by: $0.name) }
        let packs = read(folders, in: root, calls: calls)
        return assemble(
            contents + packs.compactMap(\.contents), ignored: ignored + packs.flatMap(\.ignored), published: published)
    }

    /// Lists the direct contents of the drop folder.
    ///
    /// - Throws: `IntakeError.dropFolderUnreadable`.
    static func topContents(of root: DropRoot, calls: TimedCalls) throws(IntakeError) -> FolderContents {
        do {
            return try FolderContents(of: root, calls: calls)
        } catch {
            throw .dropFolderUnreadable(root.path, reason: error.description)
        }
    }

    /// The pack of files directly in the drop folder.
    ///
    /// - Throws: `IntakeError.dropFolderUnreadable` if they cannot be examined in time.
    static func readRoot(
        _ top: FolderContents, in root: DropRoot, calls: TimedCalls
    ) throws(IntakeError) -> (contents: PackContents, ignored: [IgnoredEntry]) {
        let folders = top.folders.filter { FrameFolder.isMeant(by: $0.name) }
        let results = calls.run(folders.map(\.absolutePath)) { index in
            var ignored: [IgnoredEntry] = []
            return (sequences: readSequences([folders[index]], in: root, ignored: &ignored), ignored: ignored)
        }
        var (sequences, ignored) = ([FrameFolder](), top.ignored)
        for (folder, read) in zip(folders, results) {
            sequences += read?.sequences ?? []
            ignored += read?.ignored ?? [IgnoredEntry(path: folder.path, failure: .noAnswer)]
        }
        let contents = calls.run(root.path) { [sequences] in
            PackContents(folderName: "", files: top.files, sequences: sequences)
        }
        guard let contents else {
            throw .dropFolderUnreadable(root.path, reason: SystemCallError.noAnswer.description)
        }
        return (contents, ignored)
    }

    /// Reads pack folders, in the given order. A folder that does not respond in time is treated as unreadable.
    ///
    /// - Parameter last: the previous contents of each folder. Empty if they are unknown.
    static func read(
        _ folders: [ScannedFile], in root: DropRoot, after last: [PackContents?] = [], calls: TimedCalls
    ) -> [(contents: PackContents?, ignored: [IgnoredEntry])] {
        let results = calls.run(folders.map { root.topFolder(of: $0.absolutePath) }) { index in
            var ignored: [IgnoredEntry] = []
            let contents = read(
                folders[index], in: root, after: last.isEmpty ? nil : last[index], ignored: &ignored)
            return (contents: contents, ignored: ignored)
        }
        return zip(folders, results).map { folder, read in
            read ?? (nil, [IgnoredEntry(path: folder.path, failure: .noAnswer)])
        }
    }

    /// The id that a folder's pack gets if no other folder has the same id.
    ///
    /// - Parameter name: the name of the folder in NFC. Empty for the drop folder itself.
    package static func wantedID(ofFolder name: String) -> String {
        name.isEmpty ? rootPackID : NameRule.id(ofFolder: name)
    }

    /// Reads the folders of frames among the given folders.
    static func readSequences(
        _ folders: [ScannedFile], in root: DropRoot, ignored: inout [IgnoredEntry]
    ) -> [FrameFolder] {
        var sequences: [FrameFolder] = []
        for folder in folders where FrameFolder.isMeant(by: folder.name) {
            do {
                sequences.append(try FrameFolder(of: folder, in: root))
            } catch {
                if !error.saysMissing { ignored.append(IgnoredEntry(path: folder.path, failure: error)) }
            }
        }
        return sequences
    }

    /// Reads a pack folder. Nil if it cannot be read, or no longer exists.
    ///
    /// - Parameter last: the previous contents of the folder. Nil if they are unknown.
    static func read(
        _ folder: ScannedFile, in root: DropRoot, after last: PackContents? = nil, ignored: inout [IgnoredEntry]
    ) -> PackContents? {
        do {
            let known = KnownFiles(last, in: folder.absolutePath)
            let inside = try FolderContents(of: folder, in: root, known: known)
            ignored += inside.ignored
            let messages = inside.folders.filter { MessagesFolder.isMeant(by: $0.name) }
            ignored += inside.folders.filter {
                !FrameFolder.isMeant(by: $0.name) && !MessagesFolder.isMeant(by: $0.name)
            }
            .map { IgnoredEntry(path: $0.path, reason: .nestedFolder) }
            let sequences = readSequences(inside.folders, in: root, ignored: &ignored)
            var pack = PackContents(
                folderName: folder.name, files: inside.files, sequences: sequences, known: known)
            for folder in messages {
                if let contents = readMessages(folder, in: root, ignored: &ignored) { pack.messages.append(contents) }
            }
            return pack
        } catch {
            if !error.saysMissing { ignored.append(IgnoredEntry(path: folder.path, failure: error)) }
            return nil
        }
    }

    /// Reads the art of a pack's messages. Nil if the folder cannot be read, or no longer exists.
    private static func readMessages(
        _ folder: ScannedFile, in root: DropRoot, ignored: inout [IgnoredEntry]
    ) -> PackContents? {
        do {
            let inside = try FolderContents(of: folder, in: root)
            ignored += inside.ignored
            ignored += inside.folders.map {
                IgnoredEntry(
                    path: $0.path, reason: FrameFolder.isMeant(by: $0.name) ? .animatedMessage : .nestedFolder)
            }
            return PackContents(messagesIn: folder.path, files: inside.files)
        } catch {
            if !error.saysMissing { ignored.append(IgnoredEntry(path: folder.path, failure: error)) }
            return nil
        }
    }

    /// Assembles the listing, and assigns the ids of the packs.
    ///
    /// - Parameter contents: the contents of the drop folder itself, followed by those of the folders sorted by name.
    private static func assemble(
        _ contents: [PackContents], ignored: [IgnoredEntry], published: PublishedSources
    ) -> DropListing {
        var listing = DropListing(packs: [], art: [], ignored: ignored)
        let packs = contents.filter(\.isPack)
        let ids = UniqueIDs.assign(
            packs.map { wantedID(ofFolder: $0.folderName) },
            published: packs.map { published.pack(ofFolder: $0.folderName) })
        for (pack, id) in zip(packs, ids) {
            let assembly = PackAssembly(pack, id: id.id, published: published)
            var dropped = assembly.pack
            if let holder = id.holder {
                dropped.findings.append(
                    collision(of: pack.folderName, with: packs[holder].folderName, wanted: ids[holder].id, got: id.id))
            }
            listing.packs.append(dropped)
            listing.art += assembly.art
            listing.ignored += assembly.ignored
            listing.settings += assembly.settings
            addMessages(of: pack, id: id.id, published: published, to: &listing)
        }
        for folder in contents {
            listing.ignored += folder.ignored
            // A sidecar outside of a pack cannot belong to art.
            if !folder.isPack {
                let sidecars = folder.sidecars + folder.messages.flatMap(\.sidecars)
                listing.ignored += sidecars.map(SettingsFile.orphan)
                listing.ignored += folder.messages.flatMap(\.ignored)
            }
        }
        listing.packs.sort { $0.id < $1.id }
        listing.art.sort { $0.path < $1.path }
        listing.ignored.sort { $0.path < $1.path }
        listing.settings.sort { $0.path < $1.path }
        return listing
    }

    private static func addMessages(
        of pack: PackContents, id: String, published: PublishedSources, to listing: inout DropListing
    ) {
        // A second messages folder can exist only if its name differs in case.
        for other in pack.messages.dropFirst() {
            listing.ignored.append(IgnoredEntry(path: other.folderName, reason: .nestedFolder))
        }
        guard let messages = pack.messages.first else { return }
        listing.ignored += messages.ignored
        let assembly = PackAssembly(messages, id: MessagePack.id(of: id), published: published)
        listing.packs.append(assembly.pack)
        listing.art += assembly.art
        listing.ignored += assembly.ignored
        listing.settings += assembly.settings
    }

    static func collision(of name: String, with other: String, wanted: String, got: String) -> RuleFinding {
        let holder = other.isEmpty ? "the art at the root of the drop folder" : "the folder \(other)"
        return Rule.nameCollision.finding(
            "The name of the folder \(name) gives the id \"\(wanted)\", which \(holder) already has; this pack got "
                + "the id \"\(got)\".",
            fix: "Give one of the folders a different name.")
    }
}

/// The folder `messages` in a pack folder, whose art becomes the pictures of interactive messages.
package enum MessagesFolder {
    /// Whether a folder in a pack has the name of a messages folder.
    package static func isMeant(by name: String) -> Bool {
        pattern.matches(NamePattern.lowered(name))
    }

    private static let pattern = NamePattern(MessagePack.folderName)
}
