import ImageHeaders
import StickerManifest

/// The format, size and damage of an image.
struct ImageFacts {
    /// The format. PNG if the file is an APNG.
    var format: StickerFormat
    var width: Int
    var height: Int
    /// A description of the damage. Nil if the structure of the file is intact.
    var damage: String?

    /// - Returns: nil if the bytes are not an image that Messages supports, or if the size cannot be read.
    init?(_ bytes: [UInt8]) {
        switch SourceFormat.identify(bytes) {
        case .png:
            guard let inspection = try? PNGInspection(bytes) else { return nil }
            (format, width, height) = (.png, inspection.width, inspection.height)
            if let broken = inspection.damage.first(where: { $0.kind == .badChecksum && $0.touchesPixels }) {
                damage = "\(broken)"
            }
            if !inspection.endsProperly { damage = "it ends too early" }
            if inspection.isCgBI { damage = "it is a variant (CgBI) that only devices can read" }
        case .gif:
            guard let reader = try? GIFReader(bytes, frameLimit: 10_000) else { return nil }
            (format, width, height) = (.gif, reader.width, reader.height)
            if reader.isCutOff { damage = "it ends too early" }
        case .jpeg:
            guard let size = PictureSize(jpeg: bytes[...]) else { return nil }
            (format, width, height) = (.jpeg, size.width, size.height)
            if JPEGSegments.ending(of: bytes) == .cut { damage = "it ends too early" }
        default: return nil
        }
    }

    var size: String { "\(width) × \(height) px" }

    /// The name of the format in messages.
    var formatName: String { format.rawValue.uppercased() }

    /// The file extensions that Xcode accepts for the format.
    var fileExtensions: [String] {
        switch format {
        case .png, .apng: ["png", "apng"]
        case .gif: ["gif"]
        case .jpeg: ["jpg", "jpeg"]
        case .webp, .mp4: []
        }
    }
}

/// The text file that Git LFS creates in place of a file that was not downloaded.
enum LFSPointer {
    static let fix = "Run `git lfs pull` to get the art."

    /// Whether the bytes begin with the first line of a pointer (git-lfs, docs/spec.md).
    static func matches(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8)
    }
}
