import ImageHeaders
import JobModel
import PNG

extension FramesJob {
    /// Sends every frame as a PNG as soon as it is decoded.
    ///
    /// - Throws: the errors of `inputs` and `output`.
    package func run(inputs: any JobInputs, output: any JobOutput) throws -> Outcome {
        do {
            let inspection = try Inspector.inspect(
                try inputs.bytes(of: .source), name: RuleFinding.pathToken, limits: limits)
            return .frames(try takeApart(try open(inspection), output))
        } catch let rejection as SourceRejection {
            return .rejected(rejection.findings)
        }
    }

    private func open(_ inspection: Inspection) throws -> any FrameSource {
        let name = RuleFinding.pathToken
        if let source = try AnimationOpener.open(inspection, name: name, limits: limits) { return source }
        // An animated PNG may have only one frame, and a different picture for programs that do not support
        // animations.
        guard inspection.format == .png, APNGSource.isAnimated(inspection) else {
            throw SourceRejection(
                Rule.unknownFormat.finding(
                    "\(name) is a still picture without frames.", fix: "Give an animated file."))
        }
        return try APNGSource(inspection, name: name, limits: limits)
    }

    private func takeApart(_ source: any FrameSource, _ output: any JobOutput) throws -> FrameListing {
        var listing = FrameListing(
            width: source.width, height: source.height, loopCount: source.loopCount, frames: [],
            findings: source.findings)
        try source.forEachFrame { place, picture in
            _ = try output.add(try PNGEncoder.encode(picture, level: .fast), kind: .png)
            let delay = source.delays[place]
            listing.frames.append(
                FrameListing.Frame(
                    file: FramesJob.fileName(place), delayNumerator: Int(delay.numerator),
                    delayDenominator: Int(delay.denominator),
                    milliseconds: delay.seconds * 1000))
        }
        return listing
    }
}
