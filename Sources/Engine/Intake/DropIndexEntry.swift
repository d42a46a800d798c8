import FileAccess
import JobModel
import StickerManifest

extension DropIndex {
    /// The contents of a folder as read, and the pack that was assembled from them.
    struct Entry {
        /// The attributes of the folder itself.
        var stamp: FileStat
        /// The contents. Nil if the folder cannot be read.
        var contents: PackContents?
        /// The ignored entries that were found while reading the folder.
        var ignored: [IgnoredEntry]
        /// Whether the folder contains a link to a file elsewhere. Changes of such files cause no events in this
        /// folder.
        var hasLinks: Bool
        var id: String?
        /// The finding that another pack has the wanted id. Nil if the pack has the wanted id.
        var collision: RuleFinding?
        /// The published identities of the pack's sources, including those of its messages.
        var identities = PartedDictionary<String, PublishedSources.Identity>()
        /// Whether all published sources have their published ids.
        private(set) var hasPublishedIDs = false
        /// Whether the id of at least one source has a number.
        private(set) var hasNumberedIDs = false
        /// Whether the contents were read again after `folder` was assembled.
        var isStale = true
        /// The contents and ignored entries from which `folder` was assembled.
        var assembled: (contents: PackContents, ignored: [IgnoredEntry])?
        var folder: Folder
        /// The sources of the pack's messages. Nil without messages.
        var messages: Folder?

        var folders: [Folder] { [folder] + (messages.map { [$0] } ?? []) }

        /// The folder, updated for files that were added, removed or changed. Nil if the folder must be assembled
        /// again.
        ///
        /// - Parameter published: the published identities of the pack's sources.
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

        /// Whether all sources of the folder would get the same ids again.
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

        /// Whether all sources have their published ids, and all sources that were published before and still exist
        /// are still published.
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

        /// Records how the ids were assigned.
        ///
        /// - Parameter isUpdate: whether the folder was updated. An update keeps all ids, and assigns none with a
        ///   number.
        mutating func noteIDs(isUpdate: Bool) {
            let others = isUpdate ? messages?.art ?? [] : folders.flatMap(\.art)
            hasPublishedIDs = others.allSatisfy { art in identities[art.path].map { $0.id == art.id } ?? true }
            if !isUpdate { hasNumberedIDs = folder.art.contains(where: \.hasNumberedID) }
        }
    }
}

extension DropIndex.Entry {
    /// Assembles the folder from the contents that were read.
    func assembledFolder(_ published: PublishedSources) -> DropIndex.Folder {
        let name = folder.name
        var folder = DropIndex.Folder(name: name)
        // If a folder cannot be listed, its entry has the path of the folder itself. `folder(ofFileAt:)` would assign
        // this path to the drop folder.
        folder.ignored = ignored.filter { $0.path == name || DropIndex.folder(ofFileAt: $0.path) == name }
        if let contents {
            // A second messages folder can exist only if its name differs in case.
            folder.ignored += contents.messages.dropFirst().map {
                IgnoredEntry(path: $0.folderName, reason: .nestedFolder)
            }
            folder.add(contents, id: id, published)
            if let collision { folder.pack?.findings.append(collision) }
        }
        folder.conclude()
        return folder
    }

    /// Assembles the folder of a pack's messages.
    ///
    /// - Returns: nil for a pack without a messages folder.
    func assembledMessages(_ published: PublishedSources) -> DropIndex.Folder? {
        guard let contents = contents?.messages.first else { return nil }
        let name = folder.name
        var messages = DropIndex.Folder(name: contents.folderName)
        messages.ignored = ignored.filter { $0.path != name && DropIndex.folder(ofFileAt: $0.path) != name }
        messages.add(contents, id: id.map(MessagePack.id), published)
        messages.conclude()
        return messages
    }
}
