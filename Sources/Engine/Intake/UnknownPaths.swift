/// The paths of a drop folder that cannot be examined: a file or folder without permission, on a disk with errors, or
/// on an unresponsive mount. Such paths do not count as missing.
package struct UnknownPaths: Sendable, Hashable {
    private let unreadable: Set<String>

    /// - Parameter unreadable: paths of files and folders, relative to the drop folder, in NFC.
    package init(_ unreadable: Set<String>) { self.unreadable = unreadable }

    package var isEmpty: Bool { unreadable.isEmpty }

    /// Whether a path, or a folder that contains it, cannot be examined.
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
