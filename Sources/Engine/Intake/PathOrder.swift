import Algorithms

/// A record about a file of the drop folder. Lists of such records are sorted by path.
package protocol FileOfDropFolder {
    /// Relative to the drop folder, in NFC.
    var path: String { get }
}

/// Lists in the order of their paths.
extension Array where Element: FileOfDropFolder {
    /// The place of the first element whose path is not before this one.
    package func firstPlace(notBefore path: String) -> Int { partitioningIndex { $0.path >= path } }

    /// The place of the element with a path.
    package func place(of path: String) -> Int? {
        let place = firstPlace(notBefore: path)
        return place < count && self[place].path == path ? place : nil
    }

    /// Replaces some elements.
    ///
    /// - Parameters:
    ///   - paths: the paths of the replaced elements, including removed ones.
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
