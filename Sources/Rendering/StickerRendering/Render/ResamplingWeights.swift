import Glibc

/// The pixels of a row (or column) that contribute to each pixel of the resized one, with their weights.
///
/// Pictures are reduced with the Lanczos kernel of three lobes, and enlarged with the cubic kernel of Catmull and Rom,
/// which rings less. Pixels outside the picture have the value of the border.
struct ResamplingWeights: Sendable {
    /// The first contributing pixel of each result. The weights `weights[place * taps..<(place + 1) * taps]` apply to
    /// the pixels from there on.
    let starts: [Int]
    /// The number of weighted pixels per result, equal for all. Some have weight 0.
    let taps: Int
    let weights: [Float]

    /// - Parameters:
    ///   - source: the number of pixels of the picture; at least 1.
    ///   - target: the number of pixels of the result; at least 1.
    init(source: Int, target: Int) {
        let ratio = Double(source) / Double(target)
        let kernel = ratio > 1 ? Kernel.lanczos3 : .catmullRom
        let stretch = max(ratio, 1)
        let reach = kernel.reach * stretch
        // A multiple of four, so that four sums can be computed in parallel.
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

    /// Weights with a sum of exactly 1, so that a flat colour is unchanged, and with equal values on every processor:
    /// multiples of 2⁻²⁰, which is much finer than 8-bit colours.
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

        /// The radius, in pixels of the smaller picture.
        var reach: Double { self == .lanczos3 ? 3 : 2 }

        func value(at position: Double) -> Double {
            let x = abs(position)
            guard x < reach else { return 0 }
            switch self {
            case .lanczos3:
                if x < 1e-9 { return 1 }
                // sin(3a) is 3 sin(a) - 4 sin³(a); sines take most of the time here.
                let third = x * Double.pi / 3
                let square = sin(third) * sin(third)
                return square * (3 - 4 * square) / (3 * third * third)
            case .catmullRom:
                return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((2.5 - 0.5 * x) * x - 4) * x + 2
            }
        }
    }
}
