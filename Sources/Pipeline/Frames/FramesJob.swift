import Foundation
import PNG
import Pixels
import Vips

/// One animation to be taken apart into whole frames.
package struct FramesJob: Codable, Hashable, Sendable {
    /// Where the animation is: an absolute path.
    package var sourcePath: String
    /// What the person called it, for messages.
    package var name: String
    package var limits: SourceLimits
    /// An existing folder that takes the frames.
    package var outputFolder: String

    package init(sourcePath: String, name: String, limits: SourceLimits, outputFolder: String) {
        self.sourcePath = sourcePath
        self.name = name
        self.limits = limits
        self.outputFolder = outputFolder
    }

    /// What the animation is made of, or why it goes no further.
    package enum Outcome: Codable, Sendable {
        case frames(FrameListing)
        case refused([RuleFinding])
    }

    /// Writes every frame as a PNG, `0001.png` the first.
    ///
    /// - Throws: `JobError` when the fault is not the file's.
    package func run() throws -> Outcome {
        if let refusal = SourceFile.refusal(sourcePath, limits: limits) { return .refused([refusal]) }
        guard let data = FileManager.default.contents(atPath: sourcePath) else {
            throw JobError.sourceUnreadable(name)
        }
        do {
            return .frames(try takeApart([UInt8](data)))
        } catch let error as PNGError {
            return .refused([Rule.damagedFile.finding("\(name) cannot be taken apart: \(error)")])
        } catch let error as VipsError {
            return .refused([Rule.damagedFile.finding("\(name) cannot be decoded to its end (\(error.reason)).")])
        }
    }

    private func takeApart(_ bytes: [UInt8]) throws -> FrameListing {
        let reader = try APNGReader(bytes, limits: APNGLimits(frames: FramesJob.frameLimit, pixels: limits.pixels))
        var listing = FrameListing(
            width: reader.width, height: reader.height, loopCount: reader.loopCount, frames: [],
            warnings: reader.warnings.map(\.description))
        var compositor = APNGCompositor(width: reader.width, height: reader.height)
        for frame in reader.frames {
            let image = try Image.load(reader.png(of: frame), strictness: .truncated)
            try compositor.draw(
                image.inSRGB(by: Inspector.judgeColours(image, name: name).0).rgba(), frame.control)
            let digits = String(listing.frames.count + 1)
            let file = String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".png"
            try ContentFile.write(
                try PNGEncoder.encode(compositor.canvas, level: .fast), to: outputFolder + "/" + file)
            let delay = frame.control.delay
            listing.frames.append(
                FrameListing.Frame(
                    file: file, delayNumerator: Int(delay.numerator), delayDenominator: Int(delay.denominator),
                    milliseconds: delay.seconds * 1000))
        }
        return listing
    }

    /// As many as four digits can name.
    private static let frameLimit = 9999
}
