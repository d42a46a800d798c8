/// The numbers of colours that are tried, for stills and for animations alike.
enum ColourLadder {
    /// Art with no more colours than this keeps them all: each is there on purpose, and leaving one out saves nothing.
    static let fewColours = 32

    /// Between neighbours the bytes differ by a few per cent.
    private static let steps = [2, 4, 8, 12, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256]

    /// Numbers of colours worth trying, the fewest first: a picture's own colours are its best palette.
    ///
    /// - Parameters:
    ///   - colours: how many there are, as far as they were counted.
    ///   - most: the most colours that a palette may have.
    ///   - isExact: whether there are no others.
    static func rungs(for colours: Int, atMost most: Int, isExact: Bool = true) -> [Int] {
        if isExact, colours <= min(fewColours, most) { return [colours] }
        let rungs = steps.filter { $0 < most } + [most]
        guard let enough = rungs.firstIndex(where: { $0 >= colours }) else { return rungs }
        return Array(rungs[...enough])
    }

    /// The rung to try next: in the middle of what is open; next door as long as one end is, since hints are good.
    ///
    /// - Parameters:
    ///   - failing: the highest rung that was not enough; -1 while none was tried.
    ///   - passing: the lowest that was; nil while none was.
    static func next(failing: Int, passing: Int?, count: Int) -> Int {
        guard let passing else { return min(count - 1, failing + 2) }
        return failing < 0 ? max(0, passing - 2) : (failing + passing) / 2
    }
}
