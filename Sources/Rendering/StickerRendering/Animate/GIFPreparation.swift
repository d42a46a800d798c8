import ImageHeaders
import JobModel
import Pixels

/// Changes rendered frames so that GIF can store them, before a palette is created.
enum GIFPreparation {
    /// - Returns: the frames with hard edges and delays in hundredths of a second, and findings about the losses.
    /// - Throws: `PNGError.outOfMemory`.
    static func prepare(_ store: FrameStore, name: String, limits: RuleLimits) throws
        -> (store: FrameStore, findings: [RuleFinding])
    {
        let timing = GIFTiming(store.delays)
        var counts = AlphaThreshold.Counts()
        var hard = FrameStore(side: store.side)
        var reader = store.reader
        for frame in timing.kept {
            var image = try reader.image(frame.place)
            AlphaThreshold.harden(&image, counting: &counts)
            try hard.append(image, delay: FrameDelay(numerator: UInt16(frame.delay), denominator: 100))
        }
        hard.close()
        return (hard, softness(counts, name: name, limits: limits) + rounding(timing, store: store, name: name))
    }

    private static func softness(_ counts: AlphaThreshold.Counts, name: String, limits: RuleLimits) -> [RuleFinding] {
        let share = counts.visible == 0 ? 0 : Double(counts.soft) / Double(counts.visible)
        guard share * 100 > limits.value(.softAlphaFlattened) else { return [] }
        return [
            Rule.softAlphaFlattened.finding(
                "\(NumberFormat.percent(share)) of the visible part of \(name) is half transparent, which GIF does not "
                    + "support: edges became hard, and shadows and glows were cut.",
                measured: (share * 1000).rounded() / 10, limit: limits.value(.softAlphaFlattened))
        ]
    }

    private static func rounding(_ timing: GIFTiming, store: FrameStore, name: String) -> [RuleFinding] {
        guard timing.rounded > 0 || timing.dropped > 0 else { return [] }
        let total = NumberFormat.number(timing.kept.reduce(0) { $0 + $1.delay } * 10)
        let left = "\(NumberFormat.number(timing.dropped)) frames that would be shown for less than 20 ms are left out"
        let changed =
            "\(NumberFormat.number(timing.rounded)) of \(NumberFormat.number(store.count)) delays are not whole "
            + "hundredths of a second, the resolution of GIF; they were rounded so that the total time stays the same"
        let what = [timing.rounded > 0 ? changed : nil, timing.dropped > 0 ? left : nil].compactMap(\.self)
        return [
            Rule.gifTiming.finding(
                "In \(name), \(what.joined(separator: ", and ")). One cycle takes \(total) ms (it was "
                    + "\(NumberFormat.number(store.delays.milliseconds)) ms).",
                measured: Double(timing.rounded + timing.dropped))
        ]
    }
}

/// Makes every pixel fully opaque or fully transparent. GIF supports no other pixels.
///
/// A pixel whose alpha is at least one half becomes opaque and keeps its colour. It is not blended with a background
/// colour, because this would cause a fringe on other backgrounds.
enum AlphaThreshold {
    /// The number of visible pixels, and the number of visible pixels with partial alpha.
    struct Counts: Sendable {
        var visible = 0
        var soft = 0
    }

    static func harden(_ image: inout RGBAImage, counting counts: inout Counts) {
        image.bytes.withUnsafeMutableBufferPointer { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                let alpha = bytes[offset &+ 3]
                if alpha == 255 {
                    counts.visible &+= 1
                } else if alpha > 0 {
                    counts.visible &+= 1
                    counts.soft &+= 1
                    bytes[offset &+ 3] = alpha >= 128 ? 255 : 0
                }
                guard alpha < 128 else { continue }
                bytes[offset] = 0
                bytes[offset &+ 1] = 0
                bytes[offset &+ 2] = 0
            }
        }
    }
}

/// Converts delays to hundredths of a second, as GIF requires. The running total is rounded instead of each delay, so
/// that errors do not add up.
///
/// A frame that is shorter than 20 ms is omitted, and its time is added to the next frame. Players would show such a
/// frame for 100 ms.
struct GIFTiming: Sendable {
    /// A frame that is shown: its index, and its delay in hundredths of a second.
    struct Kept: Hashable, Sendable {
        let place: Int
        var delay: Int
    }

    private(set) var kept: [Kept] = []
    /// The number of delays that are not whole hundredths of a second, including those of omitted frames.
    let rounded: Int
    /// The number of omitted frames.
    var dropped: Int { count - kept.count }

    private let count: Int
    /// The shortest delay that players respect, in hundredths of a second.
    private static let shortest = 2

    init(_ delays: [FrameDelay]) {
        count = delays.count
        rounded = delays.count { (Int($0.numerator) * 100) % Int($0.denominator) != 0 }
        var end = 0.0
        var elapsed = 0
        for (place, delay) in delays.enumerated() {
            end += delay.seconds
            let until = Int((end * 100).rounded())
            guard until - elapsed >= GIFTiming.shortest else { continue }
            kept.append(Kept(place: place, delay: min(until - elapsed, Int(UInt16.max))))
            elapsed += kept[kept.count - 1].delay
        }
        let rest = Int((end * 100).rounded()) - elapsed
        if kept.isEmpty, !delays.isEmpty { kept.append(Kept(place: 0, delay: GIFTiming.shortest)) }
        if rest > 0, let last = kept.indices.last {
            kept[last].delay = min(kept[last].delay + rest, Int(UInt16.max))
        }
    }
}
