import FileAccess

/// Evidence that a source is missing. A complete listing of its folder does not contain it, or a complete listing of
/// the drop folder does not contain its folder. Only `DropView` can create a witness.
package struct Witness: Sendable, Hashable {
    /// The path of the missing source, relative to the drop folder.
    package let path: String

    fileprivate init(missing path: String) { self.path = path }
}

/// The sources that were found in the drop folder, and the parts of it that could not be examined.
package struct DropView: Sendable {
    private enum Contents: Sendable {
        /// The file attributes by source path, and the names of the listed folders. Nil if all folders were listed.
        case listing([String: FileStat], folders: Set<String>?)
        case index(DropIndex)
    }

    /// The paths that cannot be examined at present.
    package let unreadable: Set<String>
    private let contents: Contents
    private let unknown: UnknownPaths

    /// - Parameter listing: a complete listing of the whole drop folder.
    package init(ofEverything listing: DropListing) { self.init(listing, folders: nil) }

    /// - Parameters:
    ///   - listing: a complete listing of some folders in the drop folder.
    ///   - folders: the names of these folders. The empty name stands for the files directly in the drop folder.
    package init(of listing: DropListing, folders: Set<String>) { self.init(listing, folders: folders) }

    private init(_ listing: DropListing, folders: Set<String>?) {
        unreadable = listing.unreadable
        unknown = UnknownPaths(unreadable)
        contents = .listing(
            Dictionary(listing.art.map { ($0.path, $0.stamp) }) { first, _ in first }, folders: folders)
    }

    /// - Parameter index: an index of the drop folder. Each folder has the state of its last listing.
    package init(of index: DropIndex) {
        unreadable = index.unreadable
        unknown = UnknownPaths(unreadable)
        contents = .index(index)
    }

    /// Whether a source exists.
    ///
    /// - Parameter path: the path of the source relative to the drop folder, in NFC.
    package func source(at path: String) -> Seen<FileStat> {
        let (stamp, isListed): (FileStat?, Bool)
        switch contents {
        case .listing(let art, let folders):
            (stamp, isListed) = (art[path], folders?.contains(DropIndex.topFolder(ofFileAt: path)) ?? true)
        case .index(let index):
            (stamp, isListed) = (index.source(path)?.stamp, index.hasListed(DropIndex.topFolder(ofFileAt: path)))
        }
        if let stamp { return .present(stamp) }
        if unknown.contains(path) { return .unknown(.unreadable) }
        return isListed ? .absent(Witness(missing: path)) : .unknown(.notLookedAt)
    }
}
