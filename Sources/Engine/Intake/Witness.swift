import FileAccess

/// Evidence that a source is missing: a complete listing of its folder does not contain it, or a complete listing of the drop
/// folder does not contain its folder. Only a `DropView` makes one.
package struct Witness: Sendable, Hashable {
    /// The path of the missing source, relative to the drop folder.
    package let path: String

    fileprivate init(missing path: String) { self.path = path }
}

/// The sources found by an examination of the drop folder, and the parts of the folder that it could not see.
package struct DropView: Sendable {
    private enum Contents: Sendable {
        /// The sources by path, and the names of the listed top folders; nil for all of them.
        case listing([String: FileStat], folders: Set<String>?)
        case index(DropIndex)
    }

    /// The paths that cannot be examined now.
    package let unreadable: Set<String>
    private let contents: Contents
    private let unknown: UnknownPaths

    /// - Parameter listing: the whole drop folder, listed to its end.
    package init(ofEverything listing: DropListing) { self.init(listing, folders: nil) }

    /// - Parameters:
    ///   - listing: some folders of the drop folder, listed to their ends.
    ///   - folders: the names of these folders directly in the drop folder; the empty name for the files at its root.
    package init(of listing: DropListing, folders: Set<String>) { self.init(listing, folders: folders) }

    private init(_ listing: DropListing, folders: Set<String>?) {
        unreadable = listing.unreadable
        unknown = UnknownPaths(unreadable)
        contents = .listing(
            Dictionary(listing.art.map { ($0.path, $0.stamp) }) { first, _ in first }, folders: folders)
    }

    /// - Parameter index: an index in which every folder is as it was last listed.
    package init(of index: DropIndex) {
        unreadable = index.unreadable
        unknown = UnknownPaths(unreadable)
        contents = .index(index)
    }

    /// Looks up a source.
    ///
    /// - Parameter path: relative to the drop folder, in NFC.
    package func source(at path: String) -> Seen<FileStat> {
        let (stamp, isListed): (FileStat?, Bool)
        switch contents {
        case .listing(let art, let folders):
            (stamp, isListed) = (art[path], folders?.contains(DropView.topFolder(ofFileAt: path)) ?? true)
        case .index(let index):
            (stamp, isListed) = (index.source(path)?.stamp, index.hasListed(DropView.topFolder(ofFileAt: path)))
        }
        if let stamp { return .present(stamp) }
        if unknown.contains(path) { return .unknown(.unreadable) }
        return isListed ? .absent(Witness(missing: path)) : .unknown(.notLookedAt)
    }

    private static func topFolder(ofFileAt path: String) -> String {
        String(DropIndex.folder(ofFileAt: path).prefix { $0 != "/" })
    }
}
