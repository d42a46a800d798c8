/// The paths in a drop folder that cannot be examined, because of permissions, a disk error or an unresponsive mount.
/// Such paths are not treated as missing.
package struct UnknownPaths: Sendable, Hashable {
    private let unreadable: Set<String>

    /// - Parameter unreadable: the paths of files and folders that cannot be read, relative to the drop folder and in
    ///   NFC.
    package init(_ unreadable: Set<String>) { self.unreadable = unreadable }

    /// Whether the path itself, or a folder that contains it, cannot be examined.
    package func contains(_ path: String) -> Bool {
        guard !unreadable.isEmpty else { return false }
        var place = path[...]
        while !unreadable.contains(String(place)) {
            guard let slash = place.lastIndex(of: "/") else { return false }
            place = place[..<slash]
        }
        return true
    }
}
