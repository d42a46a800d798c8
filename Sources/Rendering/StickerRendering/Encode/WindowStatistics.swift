/// Computes SSIM and shade over all windows of two pictures, from the sums of their cells.
struct WindowStatistics {
    /// Selects the sums on one of the backgrounds.
    private typealias Paper = (BlockSums.Papers) -> BlockSums.Channels

    let ideal: BlockSums
    let candidate: BlockSums
    let hasArt: [Bool]
    let grid: CellGrid

    /// SSIM's stabilising constants for 8-bit channels: (0.01·255)² and (0.03·255)².
    private static let c1: Float = 6.5025
    private static let c2: Float = 58.5225

    /// The scores on black and on white.
    var scores: [FidelityMeter.Score] {
        [score { $0.black }, score { $0.white }]
    }

    @inline(__always)
    private func score(on paper: Paper) -> FidelityMeter.Score {
        var total = 0.0
        var windows = 0
        let populations = grid.populations
        let isSame = candidate.isSame
        for row in 0..<grid.rows - 1 {
            for column in 0..<grid.columns - 1 {
                let first = row &* grid.columns &+ column
                let window = Window(cells: (first, first &+ 1, first &+ grid.columns, first &+ grid.columns &+ 1))
                let (a, b, c, d) = window.cells
                guard hasArt[a] || hasArt[b] || hasArt[c] || hasArt[d] else { continue }
                windows += 1
                if isSame[a] && isSame[b] && isSame[c] && isSame[d] {
                    total += 1
                    continue
                }
                let population = populations[a] &+ populations[b] &+ populations[c] &+ populations[d]
                total += Double(similarity(window, population: population, on: paper))
            }
        }
        return FidelityMeter.Score(
            similarity: windows == 0 ? 1 : total / Double(windows), shade: shade(populations, on: paper))
    }

    /// The 99th percentile of the differences in the mean colour of cells, in levels.
    @inline(__always)
    private func shade(_ populations: [Int32], on paper: Paper) -> Double {
        /// The number of cells with each error. Errors are in quarters of a level.
        var quarters = [Int](repeating: 0, count: 1024)
        var cells = 0
        for cell in hasArt.indices where hasArt[cell] {
            let difference = paper(ideal.linear[cell]) - paper(candidate.linear[cell])
            let largest = Int32(max(abs(difference.x), abs(difference.y), abs(difference.z)))
            quarters[min(1023, Int(largest * 4 / populations[cell]))] += 1
            cells += 1
        }
        var left = cells / 100
        for (quarter, count) in quarters.enumerated().reversed() where count > 0 {
            if left < count { return Double(quarter) / 4 }
            left -= count
        }
        return 0
    }

    /// The mean SSIM of the three channels.
    @inline(__always)
    private func similarity(
        _ window: Window, population: Int32, on paper: Paper
    ) -> Float {
        let count = 1 / Float(population)
        let meanX = window.sum(of: ideal.linear, paper) * count
        let meanY = window.sum(of: candidate.linear, paper) * count
        let squareX = window.sum(of: ideal.square, paper) * count
        let squareY = window.sum(of: candidate.square, paper) * count
        let cross = window.sum(of: candidate.cross, paper) * count
        let spread = Self.positive(squareX - meanX * meanX) + Self.positive(squareY - meanY * meanY)
        let product = meanX * meanY
        let numerator = (2 * product + Self.c1) * (2 * (cross - product) + Self.c2)
        let denominator = (meanX * meanX + meanY * meanY + Self.c1) * (spread + Self.c2)
        let similarity = numerator / denominator
        return (similarity.x + similarity.y + similarity.z) / 3
    }

    @inline(__always)
    private static func positive(_ values: BlockSums.Channels) -> BlockSums.Channels {
        values.replacing(with: 0, where: values .< 0)
    }

    /// A window, which consists of two by two cells.
    private struct Window {
        let cells: (Int, Int, Int, Int)

        @inline(__always)
        func sum(of values: [BlockSums.Papers], _ paper: Paper) -> BlockSums.Channels {
            (paper(values[cells.0]) + paper(values[cells.1])) + (paper(values[cells.2]) + paper(values[cells.3]))
        }
    }
}
