import ImageHeaders
import JobModel

/// HEIC and AVIF can hold pictures that follow each other in time, which libvips does not read.
extension Inspector {
    /// The finding about a file whose still picture stands for a sequence; nil for all others.
    static func stillOfSequence(_ bytes: [UInt8], name: String) -> [RuleFinding] {
        guard isSequence(bytes) else { return [] }
        return [
            Rule.animationFlattened.finding(
                "\(name) holds a sequence of pictures, which is not read; only the still picture beside it was "
                    + "published.",
                mend: "If the movement matters, export it as APNG, WebP or GIF, or as a folder of frames.")
        ]
    }

    /// Why a file that libvips cannot open goes no further, when that is because it holds nothing but a sequence.
    static func refusalOfSequence(_ bytes: [UInt8], format: SourceFormat, name: String) -> Refusal? {
        guard isSequence(bytes) else { return nil }
        return Refusal(
            Rule.unknownFormat.finding(
                "\(name) is \(format.label) that holds a sequence of pictures, which is not read.",
                mend: "Export the animation as APNG, WebP or GIF, or as a folder of frames."),
            facts: ArtFacts(format: format.name, width: 0, height: 0, frames: 1))
    }

    private static func isSequence(_ bytes: [UInt8]) -> Bool {
        MediaBrands(Array(bytes.prefix(SourceFormat.headSize)))?.hasSequence ?? false
    }
}
