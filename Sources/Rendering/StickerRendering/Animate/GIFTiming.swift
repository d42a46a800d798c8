import ImageHeaders

/// Delays in the hundredths of a second that GIF has: the running total is rounded and not each delay, so that nothing
/// drifts.
///
/// A frame that would stay for less than 20 ms is left out, and its time given to the next, since players show such
/// frames for 100 ms.
struct GIFTiming: Sendable {
    /// A frame that is shown, by its number, and for how many hundredths of a second.
    struct Kept: Hashable, Sendable {
        let place: Int
        var delay: Int
    }

    private(set) var kept: [Kept] = []
    /// How many of the kept frames stay for another time than they should, before frames are left out.
    let rounded: Int
    /// How many frames are left out.
    var dropped: Int { count - kept.count }

    private let count: Int
    /// The least that players take at its word.
    private static let shortest = 2

    init(_ delays: [FrameDelay]) {
        count = delays.count
        rounded = delays.count { (Int($0.numerator) * 100) % Int($0.denominator) != 0 }
        var end = 0.0
        var told = 0
        for (place, delay) in delays.enumerated() {
            end += delay.seconds
            let until = Int((end * 100).rounded())
            guard until - told >= GIFTiming.shortest else { continue }
            kept.append(Kept(place: place, delay: min(until - told, Int(UInt16.max))))
            told += kept[kept.count - 1].delay
        }
        let rest = Int((end * 100).rounded()) - told
        if kept.isEmpty, !delays.isEmpty { kept.append(Kept(place: 0, delay: GIFTiming.shortest)) }
        if rest > 0, let last = kept.indices.last {
            kept[last].delay = min(kept[last].delay + rest, Int(UInt16.max))
        }
    }
}
