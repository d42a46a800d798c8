import Foundation
import ImageHeaders
import JobModel
import PNG

extension FramesJob {
    /// Writes every frame as a PNG, `0001.png` the first.
    ///
    /// - Throws: `JobError` when the fault is not the file's.
    package func run() throws -> Outcome {
        if let refusal = SourceFile.refusal(sourcePath, limits: limits) { return .refused([refusal]) }
        guard let data = FileManager.default.contents(atPath: sourcePath) else {
            throw JobError.sourceUnreadable(name)
        }
        do {
            let inspection = try Inspector.inspect([UInt8](data), name: RuleFinding.pathToken, limits: limits)
            let source = try open(inspection)
            return .frames(try takeApart(source))
        } catch let refusal as Refusal {
            return .refused(refusal.findings)
        }
    }

    private func open(_ inspection: Inspection) throws -> any FrameSource {
        let name = RuleFinding.pathToken
        if let source = try AnimationOpener.open(inspection, name: name, limits: limits) { return source }
        // An animated PNG may have a single frame, and another picture for those who do not know animations.
        guard inspection.format == .png, APNGSource.isAnimated(inspection) else {
            throw Refusal(
                Rule.unknownFormat.finding(
                    "\(name) is a still picture: it has no frames to take apart.", fix: "Name an animated file."))
        }
        return try APNGSource(inspection, name: name, limits: limits)
    }

    private func takeApart(_ source: any FrameSource) throws -> FrameListing {
        var listing = FrameListing(
            width: source.width, height: source.height, loopCount: source.loopCount, frames: [],
            findings: source.findings)
        try source.forEachFrame { place, picture in
            let file = FramesJob.fileName(place)
            try ContentFile.write(try PNGEncoder.encode(picture, level: .fast), to: outputFolder + "/" + file)
            let delay = source.delays[place]
            listing.frames.append(
                FrameListing.Frame(
                    file: file, delayNumerator: Int(delay.numerator), delayDenominator: Int(delay.denominator),
                    milliseconds: delay.seconds * 1000))
        }
        return listing
    }
}
