import Algorithms
import FileAccess
import Glibc
import ImageHeaders
import JobModel

extension PackContents {
    /// Examines some files directly in the folder, and applies their changes. Used only for sources.
    ///
    /// - Parameters:
    ///   - paths: the paths of the files, relative to the drop folder.
    ///   - folder: the absolute path of the folder, without symbolic links.
    ///   - ignored: the entries that were ignored while reading the folder.
    /// - Returns: the paths of the changed files. Nil if the folder must be listed.
    mutating func update(_ paths: Set<String>, in folder: String, besides ignored: [IgnoredEntry]) -> Set<String>? {
        let others = Set((ignored + self.ignored).map(\.path))
        var changed: Set<String> = []
        for path in paths {
            // Only names in ASCII are handled, because other names have several normalization forms.
            guard path.hasPrefix(folderName + "/"), !others.contains(path), path.utf8.allSatisfy({ $0 < 0x80 }),
                let isDifferent = update(path, in: folder)
            else { return nil }
            if isDifferent { changed.insert(path) }
        }
        return changed
    }

    /// Examines a file, and applies its change. Returns whether the file has changed. Nil if the folder must be listed.
    private mutating func update(_ path: String, in folder: String) -> Bool? {
        let name = String(path.dropFirst(folderName.utf8.count + 1))
        let absolutePath = "\(folder)/\(name)"
        var status = Glibc.stat()
        let isThere = lstat(absolutePath, &status) == 0
        if !isThere, !SystemCallError.latest.saysMissing { return nil }
        guard ArtName.isOfArt(name) else {
            // A temporary file that no longer exists changes nothing. For all other names, the folder must be listed.
            return !isThere && IgnoreRules.reason(forName: name, isFolder: false) != nil ? false : nil
        }
        // Folders of frames precede files, which are sorted by name.
        let place = art.partitioningIndex { $0.framePaths.isEmpty && $0.file.name >= name }
        let isKnown = place < art.endIndex && art[place].file.name == name
        // Swift compares strings by canonical equivalence, so the bytes must be compared separately.
        if isKnown, !art[place].file.absolutePath.utf8.elementsEqual(absolutePath.utf8) { return nil }
        guard isThere else {
            if isKnown { art.remove(at: place) }
            return isKnown ? true : (PackContents.hasOneSpelling(name) ? false : nil)
        }
        guard FolderEntry.Kind(mode: status.st_mode) == .file else { return nil }
        let file = ScannedFile(name: name, path: path, absolutePath: absolutePath, stamp: FileStat(status))
        if isKnown, art[place].file == file { return PackContents.hasOneSpelling(name) ? false : nil }
        guard case .picture(let candidate) = PictureCheck(file) else { return nil }
        if isKnown { art[place] = candidate } else { art.insert(candidate, at: place) }
        return true
    }

    /// Whether no other text has this ASCII text as its NFC form. The kelvin sign, the Greek question mark and the
    /// Greek varia have NFC forms in ASCII.
    private static func hasOneSpelling(_ name: String) -> Bool {
        !name.utf8.contains { $0 == UInt8(ascii: "K") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "`") }
    }
}

extension ArtName {
    /// Whether a file with this name is art, regardless of its content.
    fileprivate static func isOfArt(_ name: String) -> Bool {
        let art = ArtName(name)
        return SourceFormat(fileExtension: art.fileExtension) != nil && art.key != "icon"
            && IgnoreRules.reason(forName: name, isFolder: false) == nil && !FeedbackFileName.isNote(name)
    }
}
