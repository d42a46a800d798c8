import JobModel

/// The work of a rebuild on the sheets of packs that are too large for pictures in the output folder.
package struct SheetCacheReport: Codable, Sendable, Equatable {
    /// Packs whose sheets are not drawn into the output folder.
    package var packs: Int
    /// Drawn pages, and pages that already existed.
    package var drawn = 0
    package var kept = 0
    /// Pages that were not drawn: the cache is full, or the time was up.
    package var left = 0
    /// The bytes of the existing pages.
    package var bytes = 0

    private enum CodingKeys: String, CodingKey { case packs, drawn, kept, left, bytes }

    package init(packs: Int) { self.packs = packs }

    /// `12 sheet pages of 3 large packs drawn, 40 unchanged`.
    package var sentence: String {
        let pages = drawn == 1 ? "sheet page" : "sheet pages"
        var text = "\(NumberFormat.number(drawn)) \(pages) of \(NumberFormat.count(packs, "large pack")) drawn"
        if kept > 0 { text += ", \(NumberFormat.number(kept)) unchanged" }
        if left > 0 { text += ", \(NumberFormat.number(left)) drawn when they are first opened" }
        return text
    }
}
