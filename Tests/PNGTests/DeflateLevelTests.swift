import Deflate
import Testing

@Suite("Deflate levels")
struct DeflateLevelTests {
    @Test("a number is taken to the nearest level", arguments: [(-3, 1), (0, 1), (1, 1), (7, 7), (13, 13), (99, 13)])
    func clamping(number: Int, level: Int) {
        #expect(DeflateLevel(clamping: number).rawValue == level)
    }

    @Test("an invalid level is refused")
    func strict() {
        #expect(DeflateLevel(rawValue: 0) == nil)
        #expect(DeflateLevel(rawValue: 14) == nil)
        #expect(DeflateLevel(rawValue: 12) == .best)
        #expect(DeflateLevel(rawValue: 13) == .exhaustive)
    }
}
