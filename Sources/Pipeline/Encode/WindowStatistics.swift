/// SSIM and shade over all windows of two pictures, from the sums of their cells.
struct WindowStatistics {
    /// The four cells of a window.
    private typealias Window = (Int, Int, Int, Int)

    let ideal: CellSums
    let candidate: CellSums
    let hasArt: [Bool]
    let grid: CellGrid

    /// SSIM's stabilising constants for 8-bit channels: (0.01·255)² and (0.03·255)².
    private static let c1: Float = 6.5025
    private static let c2: Float = 58.5225

    var score: FidelityMeter.Score {
        var total = 0.0
        var windows = 0
        for row in 0..<grid.rows - 1 {
            for column in 0..<grid.columns - 1 {
                let first = row &* grid.columns &+ column
                let window = Window(first, first &+ 1, first &+ grid.columns, first &+ grid.columns &+ 1)
                guard hasArt[window.0] || hasArt[window.1] || hasArt[window.2] || hasArt[window.3] else { continue }
                total += Double(similarity(window))
                windows += 1
            }
        }
        return FidelityMeter.Score(similarity: windows == 0 ? 1 : total / Double(windows), shade: shade)
    }

    /// The 99th percentile of the cells' differences in mean colour, in levels.
    private var shade: Double {
        /// How many cells are off by so many quarter levels.
        var quarters = [Int](repeating: 0, count: 1024)
        var cells = 0
        for cell in hasArt.indices where hasArt[cell] {
            var largest: Int32 = 0
            for channel in 0..<3 {
                let difference = ideal.linear[cell &* 3 &+ channel] &- candidate.linear[cell &* 3 &+ channel]
                largest = max(largest, abs(difference))
            }
            quarters[min(1023, Int(largest * 4 / ideal.population[cell]))] += 1
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
    private func similarity(_ window: Window) -> Float {
        let count = 1 / Float(WindowStatistics.sum(ideal.population, window, times: 1, plus: 0))
        var similarity: Float = 0
        for channel in 0..<3 {
            let meanX = Float(WindowStatistics.sum(ideal.linear, window, times: 3, plus: channel)) * count
            let meanY = Float(WindowStatistics.sum(candidate.linear, window, times: 3, plus: channel)) * count
            let squareX = Float(WindowStatistics.sum(ideal.square, window, times: 3, plus: channel)) * count
            let squareY = Float(WindowStatistics.sum(candidate.square, window, times: 3, plus: channel)) * count
            let cross = Float(WindowStatistics.sum(candidate.cross, window, times: 3, plus: channel)) * count
            let spread = max(0, squareX - meanX * meanX) + max(0, squareY - meanY * meanY)
            let numerator =
                (2 * meanX * meanY + WindowStatistics.c1)
                * (2 * (cross - meanX * meanY) + WindowStatistics.c2)
            let denominator =
                (meanX * meanX + meanY * meanY + WindowStatistics.c1) * (spread + WindowStatistics.c2)
            similarity += numerator / denominator
        }
        return similarity / 3
    }

    @inline(__always)
    private static func sum(_ values: [Int32], _ window: Window, times: Int, plus: Int) -> Int32 {
        values[window.0 &* times &+ plus] &+ values[window.1 &* times &+ plus]
            &+ values[window.2 &* times &+ plus] &+ values[window.3 &* times &+ plus]
    }
}
