import PNG
import Testing

@Suite("Deflate levels")
struct DeflateLevelTests {
    @Test("a number is taken to the nearest level", arguments: [(-3, 1), (0, 1), (1, 1), (7, 7), (12, 12), (99, 12)])
    func clamping(number: Int, level: Int) {
        #expect(DeflateLevel(clamping: number).rawValue == level)
    }

    @Test("a number that is no level makes none")
    func strict() {
        #expect(DeflateLevel(rawValue: 0) == nil)
        #expect(DeflateLevel(rawValue: 13) == nil)
        #expect(DeflateLevel(rawValue: 12) == .best)
    }
}
