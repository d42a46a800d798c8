import ImageHeaders
import JobModel
import Pixels
import Vips

/// An animated WebP. libvips draws its frames as the animation decoder of libwebp does.
struct WebPSource: FrameSource {
    let width: Int
    let height: Int
    let delays: [FrameDelay]
    let loopCount: Int
    let findings: [RuleFinding]

    private let inspection: Inspection
    private let name: String

    /// - Throws: `SourceRejection` if there are too many frames or pixels, or the animation cannot be opened.
    init(_ inspection: Inspection, name: String, limits: SourceLimits) throws {
        let frames = inspection.facts.frames
        guard frames <= limits.frames else {
            throw SourceRejection(
                FrameSize.tooManyFrames(frames, limit: limits.frames, name: name), facts: inspection.facts,
                others: inspection.findings)
        }
        width = inspection.facts.width
        height = inspection.facts.height
        try FrameSize.check(
            width: width, height: height, frames: frames, name: name, limits: limits, inspection: inspection)
        let header: Image
        do {
            header = try Image.load(inspection.bytes, strictness: .truncated, sequential: true, allFrames: true)
        } catch let error as VipsError {
            throw SourceRejection(
                Rule.damagedFile.finding("\(name) cannot be read as an animation (\(error.reason))."),
                facts: inspection.facts, others: inspection.findings)
        }
        let timing = BrowserTiming(
            milliseconds: header.frameDelays ?? Array(repeating: 100, count: frames), name: name)
        delays = timing.delays
        findings = timing.findings
        loopCount = header.loopCount ?? 0
        self.inspection = inspection
        self.name = name
    }

    /// The maximum size of the pixels that are requested from libvips in one call, in bytes. libvips decodes all
    /// requested frames at once, and also all frames before them.
    private static let bytesAtOnce = 256 << 20

    func forEachFrame(_ body: (Int, RGBAImage) throws -> Void) throws {
        let atOnce = max(1, WebPSource.bytesAtOnce / (width * height * 4))
        for start in stride(from: 0, to: delays.count, by: atOnce) {
            let places = start..<min(start + atOnce, delays.count)
            let reader = try RowReader(
                Image.load(inspection.bytes, strictness: .truncated, sequential: true, frames: places)
                    .inSRGB(by: inspection.colours))
            for place in places {
                try body(place, try picture(place, row: (place - start) * height, reader))
            }
        }
    }

    private func picture(_ place: Int, row: Int, _ reader: RowReader) throws -> RGBAImage {
        do {
            return try reader.rows(from: row, count: height)
        } catch let error as VipsError {
            throw SourceRejection(
                Rule.damagedFile.finding("Frame \(place + 1) of \(name) cannot be decoded (\(error.reason))."),
                facts: inspection.facts)
        }
    }
}
