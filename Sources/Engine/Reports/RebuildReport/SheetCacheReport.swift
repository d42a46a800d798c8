import JobModel

/// The sheet pages that a rebuild has drawn, for packs that are too large for sheet pictures in the output folder.
package struct SheetCacheReport: Codable, Sendable, Equatable {
    /// The number of packs whose sheets are not drawn in the output folder.
    package var packs: Int
    /// The numbers of pages that were drawn, and of pages that already existed.
    package var drawn = 0
    package var kept = 0
    /// The number of pages that were not drawn, because the cache was full or the time limit was reached.
    package var left = 0
    /// The total size of the existing pages in bytes.
    package var bytes = 0

    private enum CodingKeys: String, CodingKey { case packs, drawn, kept, left, bytes }

    package init(packs: Int) { self.packs = packs }

    /// A sentence such as `12 sheet pages of 3 large packs drawn, 40 unchanged`.
    package var sentence: String {
        let pages = drawn == 1 ? "sheet page" : "sheet pages"
        var text = "\(NumberFormat.number(drawn)) \(pages) of \(NumberFormat.count(packs, "large pack")) drawn"
        if kept > 0 { text += ", \(NumberFormat.number(kept)) unchanged" }
        if left > 0 { text += ", \(NumberFormat.number(left)) drawn when they are first opened" }
        return text
    }
}
