import ImageHeaders
import JobModel
import Pixels

/// A folder of frames, each of which is read and decoded when it is needed.
struct FrameSequenceSource: FrameSource {
    let width: Int
    let height: Int
    let delays: [FrameDelay]
    let loopCount: Int
    let findings: [RuleFinding] = []

    private let sequence: FrameSequence
    private let facts: ArtFacts
    private let name: String
    private let limits: SourceLimits

    /// - Throws: `SourceRejection` if all frames together have too many pixels.
    init(_ sequence: FrameSequence, _ inspection: Inspection, name: String, limits: SourceLimits) throws {
        width = inspection.facts.width
        height = inspection.facts.height
        delays = Array(repeating: sequence.timing.delay, count: sequence.frames.count)
        loopCount = sequence.timing.loopCount
        facts = inspection.facts
        self.sequence = sequence
        self.name = name
        self.limits = limits
        try FrameSize.check(
            width: width, height: height, frames: delays.count, name: name, limits: limits, inspection: inspection)
    }

    func forEachFrame(_ body: (Int, RGBAImage) throws -> Void) throws {
        for (place, frame) in sequence.frames.enumerated() {
            let frameName = "\(name)/\(frame.fileName)"
            let inspection = try Inspector.inspect(try sequence.bytes(of: frame), name: frameName, limits: limits)
            try body(place, try SourceDecoder.decode(inspection, name: frameName, trimThreshold: 0).pixels)
        }
    }
}
