import JobModel

/// What an animation's header asks for, held against the limits before a pixel is decoded.
enum FrameSize {
    /// - Throws: `Refusal` when all frames together have more pixels than a source may.
    static func check(
        width: Int, height: Int, frames: Int, name: String, limits: SourceLimits, inspection: Inspection
    ) throws {
        let (canvas, overflow) = width.multipliedReportingOverflow(by: height)
        let (pixels, more) = canvas.multipliedReportingOverflow(by: frames)
        guard overflow || more || pixels > limits.pixels else { return }
        throw Refusal(
            Rule.tooManyPixels.finding(
                "\(name) has \(Wording.number(frames)) frames of \(Wording.number(width)) × \(Wording.number(height)) "
                    + "pixels; all together the limit is \(Wording.number(limits.pixels)) pixels.",
                measured: Double(width) * Double(height) * Double(frames), limit: Double(limits.pixels)),
            facts: inspection.facts, others: inspection.findings)
    }

    static func tooManyFrames(_ frames: Int, limit: Int, name: String) -> RuleFinding {
        Rule.tooManyFrames.finding(
            "\(name) has \(Wording.number(frames)) frames; the limit is \(Wording.number(limit)).",
            measured: Double(frames), limit: Double(limit))
    }
}
