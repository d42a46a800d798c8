import PNG
import StickerCatalog

/// Says in plain words how an animation was made to fit.
struct AnimationWords {
    let encoder: AnimationEncoder
    let name: String
    let colourCount: Int

    /// One sentence: what was taken, why, and what was given up.
    func summary(_ animation: EncodedAnimation, ideal: AnimationPlan) -> String {
        let frames = "\(Wording.number(animation.delays.count)) frames in "
        let bytes = "\(Wording.number(animation.bytes.count)) bytes"
        let merged = encoder.store.merged
        let repeats =
            merged == 0
            ? "" : " \(Wording.number(merged)) frames that repeat the one before were merged with it."
        let given = sacrifices(animation, ideal: ideal)
        let quality =
            if let colours = animation.colours {
                "one palette of \(colours) of \(Wording.number(colourCount)) colours"
                    + (animation.plan.isDithered ? ", dithered" : "")
            } else {
                "truecolour" + (animation.plan.droppedBits > 0 ? " with \(8 - animation.plan.droppedBits) bits" : "")
            }
        let fidelity = "fidelity \(Wording.number(animation.fidelity, digits: 4))"
        let cost = given.isEmpty ? "" : ", after giving up: \(given.joined(separator: "; "))"
        return "\(frames)\(bytes), in \(quality), \(fidelity)\(cost).\(repeats)"
    }

    /// What paid for the fit, by the name of the knob.
    func gaveUp(_ animation: EncodedAnimation, ideal: AnimationPlan) -> String {
        let plan = animation.plan
        // Of several the most visible is named.
        if plan.step > ideal.step { return "frameRate" }
        if plan.droppedBits > ideal.droppedBits { return "depth" }
        if plan.colours != ideal.colours { return "colours" }
        if plan.isDithered != ideal.isDithered { return "dither" }
        if plan.tolerance > ideal.tolerance { return "tolerance" }
        return animation.fidelity == 1 ? "nothing" : plan.isDithered ? "dither" : "colours"
    }

    func findings(_ animation: EncodedAnimation, ideal: AnimationPlan) -> [RuleFinding] {
        let given = sacrifices(animation, ideal: ideal)
        guard !given.isEmpty else { return [] }
        return [
            Rule.animationReduced.finding(
                "To bring \(name) under \(Wording.number(encoder.settings.byteLimit)) bytes "
                    + "(it has \(Wording.number(animation.bytes.count)) now): \(given.joined(separator: "; ")). Its "
                    + "fidelity is \(Wording.number(animation.fidelity, digits: 4)).",
                measured: Double(animation.bytes.count), limit: Double(encoder.settings.byteLimit))
        ]
    }

    /// What was given up, the least visible first.
    private func sacrifices(_ animation: EncodedAnimation, ideal: AnimationPlan) -> [String] {
        let plan = animation.plan
        var given: [String] = []
        if plan.tolerance > ideal.tolerance {
            given.append(
                "pixels that change by up to \(plan.tolerance) of 255 levels from frame to frame stay as they are")
        }
        if plan.isDithered != ideal.isDithered { given.append("gradients are not dithered") }
        if plan.colours != ideal.colours {
            switch (plan.colours, ideal.colours) {
            case (.palette(let few), .palette(let many)): given.append("\(few) colours instead of \(many)")
            case (.palette(let few), .truecolour): given.append("\(few) colours instead of truecolour")
            default: given.append("\(8 - plan.droppedBits) bits a channel instead of 8")
            }
        }
        if plan.step > ideal.step {
            let all = encoder.store.delays
            given.append(
                "\(Wording.number(animation.delays.count)) of \(Wording.number(all.count)) frames "
                    + "(\(rate(animation.delays)) a second instead of \(rate(all)), at the same speed)")
        }
        return given
    }

    private func rate(_ delays: [FrameDelay]) -> String {
        let seconds = Double(delays.milliseconds) / 1000
        return seconds > 0 ? Wording.number(Double(delays.count) / seconds, digits: 1) : "?"
    }

    func nothingFits(smallest: Int, isEstimate: Bool) -> RuleFinding {
        let seconds = Wording.number(Double(encoder.store.delays.milliseconds) / 1000, digits: 1)
        return Rule.fileSize.finding(
            "\(name) does not fit: with all that may be given up (animation.sacrifice), its "
                + "\(Wording.number(encoder.store.count)) frames (\(seconds) seconds) still take "
                + "\(isEstimate ? "about " : "")\(Wording.number(smallest)) bytes, and the limit is under "
                + "\(Wording.number(encoder.settings.byteLimit)).",
            measured: Double(smallest), limit: Double(encoder.settings.byteLimit),
            mend: "Use fewer frames, make the animation shorter, keep still what need not move, or choose a smaller "
                + "size class.")
    }
}
