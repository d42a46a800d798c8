import ImageHeaders
import JobModel
import StickerManifest

/// Describes in sentences how an animation was made to fit the byte limit.
struct FitSummary {
    let encoder: AnimationEncoder
    let name: String

    /// One sentence with the chosen encoding, the reason for it, and the losses.
    ///
    /// - Parameter colourCount: the number of colours in the frames.
    func summary(_ animation: EncodedAnimation, ideal: AnimationPlan, colourCount: Int) -> String {
        let frames = "\(NumberFormat.number(animation.delays.count)) frames in "
        let bytes = "\(NumberFormat.number(animation.bytes.count)) bytes"
        let merged = encoder.store.merged
        let repeats =
            merged == 0
            ? "" : " \(NumberFormat.number(merged)) frames that are equal to the previous frame were merged with it."
        let given = sacrifices(animation, ideal: ideal)
        let quality =
            if let colours = animation.colours {
                "a palette with \(colours) of \(NumberFormat.number(colourCount)) colours"
                    + (animation.plan.isDithered ? ", dithered" : "")
            } else {
                "truecolour"
                    + (animation.plan.droppedBits == .nothing ? "" : " with \(animation.plan.droppedBits.description)")
            }
        let fidelity = "fidelity \(NumberFormat.number(animation.fidelity, digits: 4))"
        let cost = given.isEmpty ? "" : ", with these losses: \(given.joined(separator: "; "))"
        return "\(frames)\(bytes), in \(quality), \(fidelity)\(cost).\(repeats)"
    }

    /// The name of the setting for the most visible loss that made the animation fit.
    func gaveUp(_ animation: EncodedAnimation, ideal: AnimationPlan) -> String {
        let plan = animation.plan
        if plan.step > ideal.step { return "frameRate" }
        if plan.droppedBits.total > ideal.droppedBits.total { return "depth" }
        if plan.colours != ideal.colours { return "colours" }
        if ideal.isDithered, !plan.isDithered { return "dither" }
        if plan.tolerance > ideal.tolerance { return "tolerance" }
        return animation.fidelity == 1 ? "nothing" : plan.isDithered ? "dither" : "colours"
    }

    func findings(_ animation: EncodedAnimation, ideal: AnimationPlan) -> [RuleFinding] {
        let given = sacrifices(animation, ideal: ideal)
        guard !given.isEmpty else { return [] }
        return [
            Rule.animationReduced.finding(
                "\(name) was simplified to stay under \(NumberFormat.number(encoder.settings.byteLimit)) bytes (it "
                    + "is \(NumberFormat.number(animation.bytes.count)) bytes now): "
                    + "\(given.joined(separator: "; ")). Its fidelity is "
                    + "\(NumberFormat.number(animation.fidelity, digits: 4)).",
                measured: Double(animation.bytes.count), limit: Double(encoder.settings.byteLimit))
        ]
    }

    /// A phrase for each loss, the least visible first.
    private func sacrifices(_ animation: EncodedAnimation, ideal: AnimationPlan) -> [String] {
        let plan = animation.plan
        var given: [String] = []
        if plan.tolerance > ideal.tolerance {
            given.append(
                "pixels that change by up to \(plan.tolerance) of 255 levels from frame to frame remain unchanged")
        }
        if ideal.isDithered, !plan.isDithered { given.append("gradients are not dithered") }
        if plan.colours != ideal.colours {
            switch (plan.colours, ideal.colours) {
            case (.palette(let few), .palette(let many)): given.append("\(few) colours instead of \(many)")
            case (.palette(let few), .truecolour): given.append("\(few) colours instead of truecolour")
            default: given.append("\(plan.droppedBits.description) instead of 8")
            }
        }
        let settings = encoder.animation
        if let colours = animation.colours, plan.colours == ideal.colours, settings.colour == .auto,
            animation.fidelity < settings.fidelityFloor
        {
            given.append("\(colours) colours instead of truecolour")
        }
        if plan.step > ideal.step {
            let all = encoder.store.delays
            given.append(
                "\(NumberFormat.number(animation.delays.count)) of \(NumberFormat.number(all.count)) frames "
                    + "(\(rate(animation.delays)) per second instead of \(rate(all)), at the same speed)")
        }
        return given
    }

    private func rate(_ delays: [FrameDelay]) -> String {
        let seconds = Double(delays.milliseconds) / 1000
        return seconds > 0 ? NumberFormat.number(Double(delays.count) / seconds, digits: 1) : "?"
    }

    /// The finding about an animation that does not fit.
    ///
    /// - Parameter smaller: a smaller size class in which the animation fits, with the estimated bytes.
    func nothingFits(_ failure: AnimationSearch.Failure, smaller: (size: StickerSize, bytes: Int)?) -> RuleFinding {
        let all = encoder.store.delays
        var ways = ["move fewer parts", "draw without grain and noise"]
        if let frames = failure.frames {
            ways.insert(
                "use fewer frames (about \(NumberFormat.number(frames)), \(seconds(Array(all.prefix(frames)))) seconds, fit)",
                at: 0)
        }
        if let smaller {
            ways.append(
                "choose the size class \(smaller.size.rawValue), in which the animation has about "
                    + "\(NumberFormat.number(smaller.bytes)) bytes")
        }
        let fix = ways.joinedForPeople() + "."
        return Rule.fileSize.finding(
            "\(name) does not fit: even with all losses that animation.sacrifice allows, its "
                + "\(NumberFormat.number(all.count)) frames (\(seconds(all)) seconds) still need "
                + "\(failure.isEstimate ? "about " : "")\(NumberFormat.number(failure.bytes)) bytes, and the limit "
                + "is under \(NumberFormat.number(encoder.settings.byteLimit)).",
            measured: Double(failure.bytes), limit: Double(encoder.settings.byteLimit),
            fix: fix.prefix(1).uppercased() + fix.dropFirst())
    }

    private func seconds(_ delays: [FrameDelay]) -> String {
        NumberFormat.number(Double(delays.milliseconds) / 1000, digits: 1)
    }
}
