import ImageHeaders
import JobModel
import Pixels

/// Brings rendered frames into what a GIF can hold, before its colours are sought.
enum GIFPreparation {
    /// - Returns: the frames with hard edges, in hundredths of a second; what of them no GIF can hold, as findings.
    /// - Throws: `PNGError.outOfMemory`.
    static func prepare(_ store: FrameStore, name: String, limits: RuleLimits) throws
        -> (store: FrameStore, findings: [RuleFinding])
    {
        let timing = GIFTiming(store.delays)
        var counts = HardAlpha.Counts()
        var hard = FrameStore(side: store.side)
        for frame in timing.kept {
            var image = try store.image(frame.place)
            HardAlpha.harden(&image, counting: &counts)
            try hard.append(image, delay: FrameDelay(numerator: UInt16(frame.delay), denominator: 100))
        }
        hard.close()
        return (hard, softness(counts, name: name, limits: limits) + rounding(timing, store: store, name: name))
    }

    private static func softness(_ counts: HardAlpha.Counts, name: String, limits: RuleLimits) -> [RuleFinding] {
        let share = counts.visible == 0 ? 0 : Double(counts.soft) / Double(counts.visible)
        guard share * 100 > limits.value(.softAlphaFlattened) else { return [] }
        return [
            Rule.softAlphaFlattened.finding(
                "\(Wording.percent(share)) of what can be seen of \(name) is half transparent, which GIF cannot hold: "
                    + "edges became hard, and shadows and glows were cut.",
                measured: (share * 1000).rounded() / 10, limit: limits.value(.softAlphaFlattened))
        ]
    }

    private static func rounding(_ timing: GIFTiming, store: FrameStore, name: String) -> [RuleFinding] {
        guard timing.rounded > 0 || timing.dropped > 0 else { return [] }
        let total = Wording.number(timing.kept.reduce(0) { $0 + $1.delay } * 10)
        let left = "\(Wording.number(timing.dropped)) frames that would stay for less than 20 ms are left out"
        let changed =
            "\(Wording.number(timing.rounded)) of \(Wording.number(store.count)) delays are no whole hundredths "
            + "of a second, all that GIF can say; each was rounded so that none drifts"
        let what = [timing.rounded > 0 ? changed : nil, timing.dropped > 0 ? left : nil].compactMap(\.self)
        return [
            Rule.gifTiming.finding(
                "In \(name), \(what.joined(separator: ", and ")). One cycle takes \(total) ms (it was "
                    + "\(Wording.number(store.delays.milliseconds)) ms).",
                measured: Double(timing.rounded + timing.dropped))
        ]
    }
}
