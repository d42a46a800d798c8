import FileAccess
import JobModel
import StickerManifest

/// Updates the art of a folder after some of its files were added, removed or changed. Other files are not examined.
///
/// This is possible in the usual case that the files do not affect other art. If a name, an id or settings are
/// affected, `PackAssembly` assembles the whole folder. Both ways have the same result.
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

    /// The files that have changed.
    private struct Difference {
        /// Files that exist in both states under the same name and have changed.
        var written: [SourceCandidate] = []
        var removed: [SourceCandidate] = []
        var added: [SourceCandidate] = []
    }

    /// Applies the changes to the art of the folder.
    ///
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

    /// The differences between both contents. Nil if the format of a file has changed.
    private var difference: Difference? {
        var difference = Difference()
        let changed = ListDifference(from: old.art, to: new.art) { $0 == $1 }
        // Folders of frames precede files. Both lists are sorted by name.
        for isSequence in [true, false] {
            let before = old.art[changed.old].part(isSequence: isSequence)
            let after = new.art[changed.new].part(isSequence: isSequence)
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

    /// Whether the changed files are independent of all other art. No other art may be a version of the same sticker,
    /// may have the same id, or may have a number in its id because of them. No settings may refer to them.
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
        // A number in an id depends on all files that would have the same id.
        return art.allSatisfy { !$0.hasNumberedID && (!isID($0.id) || paths.contains($0.path)) }
    }
}

extension Set<String> {
    /// A function that returns whether the set contains a text. If the set has one element, it compares texts
    /// directly, which is faster than hashing them.
    fileprivate var asksForOne: (String) -> Bool {
        guard count == 1, let only = first else { return contains }
        return { $0 == only }
    }
}

extension ArraySlice<SourceCandidate> {
    /// The folders of frames, or the files.
    fileprivate func part(isSequence: Bool) -> ArraySlice<SourceCandidate> {
        let first = firstIndex { $0.framePaths.isEmpty } ?? endIndex
        return isSequence ? self[..<first] : self[first...]
    }
}

extension PackContents {
    /// Whether everything except the art is equal.
    fileprivate func hasSameSurroundings(as other: PackContents) -> Bool {
        folderName == other.folderName && isPack == other.isPack && icons == other.icons
            && packFiles == other.packFiles && sidecars == other.sidecars && ignored == other.ignored
            && messages == other.messages
    }

    /// Whether all settings files are old enough to be compared by their attributes. A file can be written twice
    /// within one tick of the file system's clock, and then has the same attributes.
    ///
    /// - Parameter now: the current time in nanoseconds since 1970.
    fileprivate func hasSettledSettings(at now: Int) -> Bool {
        let coarsest = 2_000_000_000
        return (packFiles + sidecars).allSatisfy { max($0.stamp.modified, $0.stamp.changed) + coarsest < now }
    }
}
