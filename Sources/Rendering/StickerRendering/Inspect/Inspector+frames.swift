import ImageHeaders
import JobModel

extension Inspector {
    /// The maximum number of pixels of a frame. Larger pictures are averaged while they are decoded, and this must
    /// not happen to only some of the frames.
    private static let mostFramePixels = 16_000_000

    /// Reads the headers of all frames in a folder of frames.
    ///
    /// - Returns: the inspection of the first frame, which represents all of them.
    /// - Throws: `SourceRejection` with the finding that explains the rejection; the errors of `inputs`.
    static func inspectFrames(of job: StickerJob, _ inputs: any JobInputs) throws -> Inspection {
        let sequence = try FrameSequence(of: job, inputs)
        let name = RuleFinding.pathToken
        var first: Inspection?
        for frame in sequence.frames {
            let frameName = "\(name)/\(frame.fileName)"
            let inspection = try inspect(try sequence.bytes(of: frame), name: frameName, limits: job.recipe.limits)
            try check(inspection, like: first, name: frameName)
            first = first ?? inspection
        }
        guard let first else {
            throw SourceRejection(Rule.emptyFile.finding("\(name) contains no image.", measured: 0))
        }
        var facts = first.facts
        facts.format = "frames"
        facts.frames = sequence.frames.count
        return Inspection(
            bytes: first.bytes, format: first.format, facts: facts, drawing: nil,
            orientation: first.orientation, colours: first.colours,
            findings: first.findings.filter { $0.rule != Rule.animationFlattened.id }, sequence: sequence)
    }

    private static func check(_ inspection: Inspection, like first: Inspection?, name: String) throws {
        guard inspection.drawing == nil else {
            throw SourceRejection(
                Rule.framesDiffer.finding("\(name) is \(inspection.format.label), whose size in pixels is undefined."))
        }
        let (facts, wanted) = (inspection.facts, first?.facts ?? inspection.facts)
        guard facts.width == wanted.width, facts.height == wanted.height else {
            throw SourceRejection(
                Rule.framesDiffer.finding(
                    "\(name) is \(size(facts)) pixels, but the first frame is \(size(wanted))."))
        }
        guard facts.width * facts.height <= mostFramePixels else {
            throw SourceRejection(
                Rule.tooManyPixels.finding(
                    "\(name) is \(size(facts)) pixels; a frame may have at most "
                        + "\(NumberFormat.number(mostFramePixels)) pixels in all.",
                    measured: Double(facts.width * facts.height), limit: Double(mostFramePixels)))
        }
    }

    private static func size(_ facts: ArtFacts) -> String {
        "\(NumberFormat.number(facts.width)) × \(NumberFormat.number(facts.height))"
    }
}

/// Sequences of pictures in HEIC and AVIF files, which libvips does not read.
extension Inspector {
    /// The finding about a file with a sequence of pictures, of which only the still picture is used. Empty for other
    /// files.
    static func stillOfSequence(_ bytes: [UInt8], name: String) -> [RuleFinding] {
        guard isSequence(bytes) else { return [] }
        return [
            Rule.animationFlattened.finding(
                "\(name) contains a sequence of pictures, which stickerd does not read. Only the still picture "
                    + "beside it was published.",
                fix: "If the sticker should move, export it as APNG, WebP or GIF, or as a folder of frames.")
        ]
    }

    /// The rejection of a file that libvips cannot open because it contains only a sequence. Nil for other files.
    static func refusalOfSequence(_ bytes: [UInt8], format: SourceFormat, name: String) -> SourceRejection? {
        guard isSequence(bytes) else { return nil }
        return SourceRejection(
            Rule.unknownFormat.finding(
                "\(name) is \(format.label) with a sequence of pictures, which stickerd does not read.",
                fix: "Export the animation as APNG, WebP or GIF, or as a folder of frames."),
            facts: ArtFacts(format: format.name, width: 0, height: 0, frames: 1))
    }

    private static func isSequence(_ bytes: [UInt8]) -> Bool {
        MediaBrands(Array(bytes.prefix(SourceFormat.headSize)))?.hasSequence ?? false
    }
}
