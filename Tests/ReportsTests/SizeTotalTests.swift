import SheetModel
import StickerManifest
import Testing

@Suite("Numbers of a manifest that are out of range")
struct SizeTotalTests {
    @Test("sizes that are too large together count as the largest number, and negative ones as nothing")
    func total() {
        #expect([1, 2, 3].total { $0 } == 6)
        #expect([Int.max, 1, Int.max].total { $0 } == .max)
        #expect([Int.min, -1, 5].total { $0 } == 5)
        #expect(Int.min.addingWithinRange(-1) == .min)
        #expect(Int.max.addingWithinRange(.min) == -1)
    }

    @Test("the figures of a pack are made of any sizes")
    func totalsOfAPack() {
        var stickers = (0..<3).map { Sample.sticker("s\($0)") }
        for place in stickers.indices { stickers[place].renditions[0].bytes = .max }
        #expect(PackTotals(of: stickers, rejected: 0).bytes == .max)
    }
}
