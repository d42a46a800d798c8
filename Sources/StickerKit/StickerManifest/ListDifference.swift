/// The ranges in which two lists differ. Before and after these ranges, the lists have the same elements.
///
/// In a list with thousands of elements usually one changes. The search compares elements in place, because copying
/// thousands of references takes several times as long as comparing them.
package struct ListDifference: Sendable, Equatable {
    /// The range in the earlier list.
    package let old: Range<Int>
    /// The range in the later list.
    package let new: Range<Int>

    /// - Parameter isSame: compares an element of the earlier list with one of the later list.
    @inlinable package init<Element>(
        from old: [Element], to new: [Element], isSame: (Element, Element) -> Bool
    ) {
        self = old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                let most = min(old.count, new.count)
                var (start, end) = (0, 0)
                while start < most, isSame(old[start], new[start]) { start += 1 }
                while end < most - start, isSame(old[old.count - 1 - end], new[new.count - 1 - end]) { end += 1 }
                return ListDifference(old: start..<old.count - end, new: start..<new.count - end)
            }
        }
    }

    @usableFromInline init(old: Range<Int>, new: Range<Int>) { (self.old, self.new) = (old, new) }
}
