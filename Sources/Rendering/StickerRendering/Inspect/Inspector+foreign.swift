import ImageHeaders
import JobModel

/// Detects files that are not images, regardless of their names.
extension Inspector {
    /// The finding about a file that is not an image. It depends only on the content, because results are stored
    /// without the name of the file.
    static func foreignFile(_ bytes: [UInt8], name: String) -> RuleFinding {
        let kind =
            SourceFormat.identify(bytes) == .svgz
            ? ForeignArchive.gzip(unpacking: bytes)
            : ForeignFile.identify(
                head: Array(bytes.prefix(SourceFormat.headSize)), tail: bytes.suffix(ForeignArchive.tailSize))
        guard let kind else { return Rule.unknownFormat.finding(unknownMessage(bytes, name: name)) }
        return kind.isDamagedImage
            ? Rule.damagedFile.finding("\(name) is \(kind.label).", fix: kind.fix)
            : Rule.unknownFormat.finding("\(name) is \(kind.label), not an image that stickerd reads.", fix: kind.fix)
    }

    private static func unknownMessage(_ bytes: [UInt8], name: String) -> String {
        let start = bytes.prefix(4)
        let isText = start.allSatisfy { (0x20..<0x7F).contains($0) }
        let hexadecimal = start.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        let found = isText ? "the text “\(String(decoding: start, as: UTF8.self))”" : hexadecimal
        let size = "\(NumberFormat.number(bytes.count)) \(bytes.count == 1 ? "byte" : "bytes")"
        return "\(name) is not a supported image (\(size), starts with \(found))."
    }
}
