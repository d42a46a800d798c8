import Glibc

/// For each pixel of a resized row (or column), the pixels of the original that contribute to it, and their weights.
///
/// Pictures are reduced with the Lanczos kernel of three lobes, and enlarged with the cubic kernel of Catmull and Rom,
/// which rings less. Pixels outside the picture have the value of the border.
struct ResamplingWeights: Sendable {
    /// The first contributing pixel for each pixel of the result. The weights `weights[place * taps..<(place + 1) *
    /// taps]` apply to this pixel and the following ones.
    let starts: [Int]
    /// The number of weights for each pixel of the result. Some of the weights are 0.
    let taps: Int
    let weights: [Float]

    /// - Parameters:
    ///   - source: the number of pixels of the original row, at least 1.
    ///   - target: the number of pixels of the resized row, at least 1.
    init(source: Int, target: Int) {
        let ratio = Double(source) / Double(target)
        let kernel = ratio > 1 ? Kernel.lanczos3 : .catmullRom
        let stretch = max(ratio, 1)
        let reach = kernel.reach * stretch
        // The number is a multiple of four, so that four sums can be computed in parallel.
        let taps = min(Int((2 * reach).rounded(.up)) + 1, source)
        self.taps = (taps + 3) & ~3
        var starts: [Int] = []
        var weights = [Float](repeating: 0, count: target * self.taps)
        for place in 0..<target {
            let centre = (Double(place) + 0.5) * ratio
            let first = Int((centre - reach + 0.5).rounded(.down))
            let last = Int((centre + reach + 0.5).rounded(.down))
            let start = min(max(first, 0), source - taps)
            var row = [Double](repeating: 0, count: taps)
            for pixel in first...last {
                let inside = min(max(pixel, start), start + taps - 1)
                row[inside - start] += kernel.value(at: (Double(pixel) + 0.5 - centre) / stretch)
            }
            starts.append(start)
            for (tap, weight) in ResamplingWeights.rounded(row).enumerated() {
                weights[place * self.taps + tap] = weight
            }
        }
        self.starts = starts
        self.weights = weights
    }

    /// Weights whose sum is exactly 1, so that a flat colour is unchanged. They are multiples of 2⁻²⁰, and therefore
    /// equal on every processor. This unit is much finer than 8-bit colours.
    private static func rounded(_ row: [Double]) -> [Float] {
        let unit = 1_048_576.0
        let sum = row.reduce(0, +)
        var rounded = row.map { ($0 / sum * unit).rounded() }
        if let heaviest = rounded.indices.max(by: { rounded[$0] < rounded[$1] }) {
            rounded[heaviest] += unit - rounded.reduce(0, +)
        }
        return rounded.map { Float($0 / unit) }
    }

    private enum Kernel {
        case lanczos3, catmullRom

        /// The radius of the kernel, in pixels of the smaller picture.
        var reach: Double { self == .lanczos3 ? 3 : 2 }

        func value(at position: Double) -> Double {
            let x = abs(position)
            guard x < reach else { return 0 }
            switch self {
            case .lanczos3:
                if x < 1e-9 { return 1 }
                // sin(3a) equals 3 sin(a) - 4 sin³(a). This avoids a second sine, because sines take most of the
                // time.
                let third = x * Double.pi / 3
                let square = sin(third) * sin(third)
                return square * (3 - 4 * square) / (3 * third * third)
            case .catmullRom:
                return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((2.5 - 0.5 * x) * x - 4) * x + 2
            }
        }
    }
}
