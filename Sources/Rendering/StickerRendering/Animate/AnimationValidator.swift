import ImageHeaders
import JobModel

/// The rules about movement and timing.
enum AnimationValidator {
    static func findings(_ source: some FrameSource, _ art: MovingArt, name: String, limits: RuleLimits)
        -> [RuleFinding]
    {
        [
            emptyFirstFrame(art, name: name), loopJumps(source, art, name: name, limits: limits),
            tooLong(source, name: name, limits: limits), tooFast(source, name: name, limits: limits),
            shortDelays(source, name: name, limits: limits),
        ].compactMap(\.self)
    }

    private static func emptyFirstFrame(_ art: MovingArt, name: String) -> RuleFinding? {
        guard let first = art.firstVisible?.place, first > 0 else { return nil }
        return Rule.emptyFirstFrame.finding(
            "The first \(first == 1 ? "frame" : "\(first) frames") of \(name) \(first == 1 ? "shows" : "show") "
                + "nothing, so the sticker looks empty in the sticker drawer.")
    }

    /// The finding about a step from the last frame to the first that is larger than all steps within the animation.
    /// Large steps within an animation are treated as intentional.
    private static func loopJumps(_ source: some FrameSource, _ art: MovingArt, name: String, limits: RuleLimits)
        -> RuleFinding?
    {
        guard source.loopCount != 1, source.delays.count > 2, art.jump * 100 > limits.value(.loopJumps),
            art.jump > art.largestStep * 1.5
        else { return nil }
        return Rule.loopJumps.finding(
            "From the last frame of \(name) back to its first, \(NumberFormat.percent(art.jump)) of the picture "
                + "changes at once, more than between any other frames, so the loop jumps.",
            measured: (art.jump * 100).rounded(), limit: limits.value(.loopJumps))
    }

    private static func tooLong(_ source: some FrameSource, name: String, limits: RuleLimits) -> RuleFinding? {
        let seconds = Double(source.delays.milliseconds) / 1000
        guard seconds > limits.value(.animationLength) else { return nil }
        return Rule.animationLength.finding(
            "\(name) plays for \(NumberFormat.number(seconds, digits: 1)) seconds (up to "
                + "\(NumberFormat.number(limits.value(.animationLength), digits: 0)) is fine).",
            measured: (seconds * 10).rounded() / 10, limit: limits.value(.animationLength))
    }

    /// The finding about a high frame rate. It uses the median delay, because a single short frame is harmless.
    private static func tooFast(_ source: some FrameSource, name: String, limits: RuleLimits) -> RuleFinding? {
        let delays = source.delays.map(\.seconds).sorted()
        let typical = delays[delays.count / 2]
        let rate = typical > 0 ? 1 / typical : 1000
        guard rate > limits.value(.frameRate) + 0.5 else { return nil }
        return Rule.frameRate.finding(
            "\(name) has \(NumberFormat.number(rate, digits: 0)) frames per second; Messages plays up to "
                + "\(NumberFormat.number(limits.value(.frameRate), digits: 0)) smoothly, and every frame adds bytes.",
            measured: rate.rounded(), limit: limits.value(.frameRate))
    }

    private static func shortDelays(_ source: some FrameSource, name: String, limits: RuleLimits) -> RuleFinding? {
        let shortest = limits.value(.shortDelays) / 1000
        let short = source.delays.filter { $0.seconds < shortest - 1e-9 }.count
        guard short > 0, let least = source.delays.map(\.seconds).min() else { return nil }
        return Rule.shortDelays.finding(
            "\(NumberFormat.number(short)) of \(NumberFormat.number(source.delays.count)) frames of \(name) are "
                + "shown for less than \(NumberFormat.number(limits.value(.shortDelays), digits: 0)) ms (the "
                + "shortest for \(NumberFormat.number(least * 1000, digits: 0)) ms); many players show such frames "
                + "for 100 ms.",
            measured: (least * 1000).rounded(), limit: limits.value(.shortDelays))
    }
}
