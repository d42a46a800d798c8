import Testing
import WorkerPool

@Suite("Changes of the fonts")
struct FontChangeTests {
    @Test("new, missing and updated fonts are named")
    func named() {
        let change = FontChange(
            from: ["DejaVu Sans 2.370", "Inter 3.190"], to: ["Comic Neue 2.510", "DejaVu Sans 2.370", "Inter 4.001"])
        #expect(
            change?.description == "The fonts have changed since the last run. New: Comic Neue 2.510, Inter 4.001. "
                + "Missing: Inter 3.190.")
    }

    @Test("of many fonts the first are named, and the others counted")
    func many() {
        let change = FontChange(from: [], to: (1...9).map { "Font \($0)" })
        #expect(change?.description.hasSuffix("New: Font 1, Font 2, Font 3, Font 4, Font 5 and 4 more.") == true)
    }

    @Test("equal and unknown fonts are no change")
    func none() {
        #expect(FontChange(from: ["Inter 4.001"], to: ["Inter 4.001"]) == nil)
        #expect(FontChange(from: nil, to: ["Inter 4.001"]) == nil)
    }
}
