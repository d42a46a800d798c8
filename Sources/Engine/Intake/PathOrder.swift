import Algorithms

/// An element that describes a file of the drop folder. Lists of such elements are sorted by path.
package protocol FileOfDropFolder {
    /// The path relative to the drop folder, in NFC.
    var path: String { get }
}

/// Operations on lists that are sorted by path.
extension Array where Element: FileOfDropFolder {
    /// The index of the first element whose path does not precede the given one.
    package func firstPlace(notBefore path: String) -> Int { partitioningIndex { $0.path >= path } }

    /// The index of the element with the given path. Nil if there is none.
    package func place(of path: String) -> Int? {
        let place = firstPlace(notBefore: path)
        return place < count && self[place].path == path ? place : nil
    }

    /// Replaces the elements that have the given paths.
    ///
    /// - Parameters:
    ///   - paths: the paths of the replaced elements, including those that are removed.
    ///   - new: the current elements at these paths, in any order.
    package mutating func replace(_ paths: Set<String>, by new: [Element]) {
        let found = Dictionary(new.map { ($0.path, $0) }) { first, _ in first }
        for path in paths {
            let place = firstPlace(notBefore: path)
            let isKnown = place < count && self[place].path == path
            switch (isKnown, found[path]) {
            case (true, let element?): self[place] = element
            case (true, nil): remove(at: place)
            case (false, let element?): insert(element, at: place)
            case (false, nil): break
            }
        }
    }
}

extension ScannedSource: FileOfDropFolder {}
