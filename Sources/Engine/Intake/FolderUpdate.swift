import FileAccess
import JobModel
import StickerManifest

/// Updates the art of a folder after some of its files were added, removed or written again. Other files are not
/// examined again.
///
/// It is for the usual case that these files do not affect other art. If a name, an id or settings are affected,
/// `PackAssembly` assembles the whole folder; both give the same result.
package struct FolderUpdate {
    private let old: PackContents
    private let new: PackContents
    private let pack: DroppedPack
    private let published: PartedDictionary<String, PublishedSources.Identity>

    /// - Parameters:
    ///   - old: the contents from which the folder was assembled.
    ///   - new: the current contents.
    ///   - pack: the assembled pack.
    ///   - published: the published stickers of the pack, by the sources' paths.
    ///   - now: nanoseconds since 1970.
    /// - Returns: nil if something besides the art may differ.
    package init?(
        from old: PackContents, to new: PackContents, pack: DroppedPack,
        published: PartedDictionary<String, PublishedSources.Identity>, now: Int
    ) {
        guard old.hasSameSurroundings(as: new), new.hasSettledSettings(at: now) else { return nil }
        (self.old, self.new, self.pack, self.published) = (old, new, pack, published)
    }

    /// The changes of the files.
    private struct Difference {
        /// Files that existed before and still exist under the same name.
        var written: [SourceCandidate] = []
        var removed: [SourceCandidate] = []
        var added: [SourceCandidate] = []
    }

    /// - Parameter art: the folder's assembled art, in the order of the paths. A new listing would give it
    ///   the same ids.
    /// - Returns: nil if other art is affected.
    package func applied(to art: [ScannedSource]) -> [ScannedSource]? {
        guard let difference else { return nil }
        var art = art
        for candidate in difference.written {
            guard let place = art.place(of: candidate.file.path) else { return nil }
            art[place].stamp = candidate.file.stamp
            art[place].absolutePath = candidate.file.absolutePath
            art[place].framePaths = candidate.framePaths
        }
        guard !difference.removed.isEmpty || !difference.added.isEmpty else { return art }
        guard areAlone(difference.removed + difference.added, among: art) else { return nil }
        for candidate in difference.removed {
            guard let place = art.place(of: candidate.file.path) else { return nil }
            art.remove(at: place)
        }
        for candidate in difference.added {
            let id = NameRule.id(of: candidate.name)
            guard published[candidate.file.path].map({ $0.id == id }) ?? true else { return nil }
            let source = ScannedSource(candidate, id: id, pack: pack)
            art.insert(source, at: art.firstPlace(notBefore: source.path))
        }
        return art
    }

    /// Nil if the kind of a file has changed, so that it is read differently.
    private var difference: Difference? {
        var difference = Difference()
        // Folders of frames come first; both lists are in the order of their names.
        for isSequence in [true, false] {
            let (before, after) = (old.art(isSequence: isSequence), new.art(isSequence: isSequence))
            var (one, other) = (before.startIndex, after.startIndex)
            while one < before.endIndex || other < after.endIndex {
                if one < before.endIndex, other < after.endIndex, before[one].file.name == after[other].file.name {
                    if before[one] != after[other] {
                        guard before[one].format == after[other].format else { return nil }
                        difference.written.append(after[other])
                    }
                    (one, other) = (one + 1, other + 1)
                } else if other >= after.endIndex
                    || one < before.endIndex && before[one].file.name < after[other].file.name
                {
                    difference.removed.append(before[one])
                    one += 1
                } else {
                    difference.added.append(after[other])
                    other += 1
                }
            }
        }
        return difference
    }

    /// Whether no other art is a version of theirs, wants their ids or has a number because of them, and no settings are
    /// about them.
    private func areAlone(_ changed: [SourceCandidate], among art: [ScannedSource]) -> Bool {
        let keys = Set(changed.map(\.name.key))
        let ids = Set(changed.map { NameRule.id(of: $0.name) })
        let paths = Set(changed.map(\.file.path))
        let names = keys.union(changed.map { $0.file.name.lowercased() })
        let (isKey, isID) = (keys.asksForOne, ids.asksForOne)
        guard keys.count == changed.count, ids.count == changed.count,
            ids.isDisjoint(with: pack.settings.order.map(NameRule.id(ofFile:))),
            !new.sidecars.contains(where: { SidecarIndex.isSidecar($0, ofOneOf: names) })
        else { return false }
        for candidate in new.art where isKey(candidate.name.key) && !paths.contains(candidate.file.path) {
            return false
        }
        // The number depends on the other files that would have the same id.
        return art.allSatisfy { !$0.hasNumberedID && (!isID($0.id) || paths.contains($0.path)) }
    }
}

extension Set<String> {
    /// Whether a text is among these. Usually there is one changed file and thousands of lookups, and comparing two
    /// texts is faster than hashing one.
    fileprivate var asksForOne: (String) -> Bool {
        guard count == 1, let only = first else { return contains }
        return { $0 == only }
    }
}

extension PackContents {
    fileprivate func art(isSequence: Bool) -> ArraySlice<SourceCandidate> {
        let first = art.firstIndex { $0.framePaths.isEmpty } ?? art.endIndex
        return isSequence ? art[..<first] : art[first...]
    }

    /// Whether everything but the art is the same.
    fileprivate func hasSameSurroundings(as other: PackContents) -> Bool {
        folderName == other.folderName && isPack == other.isPack && icons == other.icons
            && packFiles == other.packFiles && sidecars == other.sidecars && ignored == other.ignored
            && messages == other.messages
    }

    /// Whether settings with the same timestamps are equal: a file that was just written may be written again within
    /// the same tick of the file system's clock.
    ///
    /// - Parameter now: nanoseconds since 1970.
    fileprivate func hasSettledSettings(at now: Int) -> Bool {
        let coarsest = 2_000_000_000
        return (packFiles + sidecars).allSatisfy { max($0.stamp.modified, $0.stamp.changed) + coarsest < now }
    }
}
