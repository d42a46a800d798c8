import ImageHeaders
import JobModel
import PNG
import Pixels

/// Decodes pictures that are embedded in a drawing as if they were sources themselves.
struct EmbeddedPictureDecoder {
    private let limits: SourceLimits
    /// Pixels that may still be decoded: all pictures of a drawing share the limit of one source.
    private var remaining: Int

    init(limits: SourceLimits) {
        self.limits = limits
        remaining = limits.pixels
    }

    /// A PNG that librsvg shows as browsers show the picture: upright, and in sRGB.
    ///
    /// - Returns: nil for a picture that librsvg shows in the same way, and for one that cannot be decoded.
    mutating func png(of bytes: [UInt8]) -> [UInt8]? {
        var limits = limits
        limits.pixels = remaining
        guard let format = SourceFormat.identify(bytes.prefix(4096)), format != .svg, format != .pdf,
            let inspection = try? Inspector.inspect(bytes, name: "The embedded picture", limits: limits)
        else { return nil }
        let isPlain = inspection.orientation == 1 && inspection.colours == .sRGB
        if isPlain, [.png, .jpeg, .gif].contains(format) { return nil }
        remaining -= inspection.facts.width * inspection.facts.height
        guard let pixels = try? SourceDecoder.wholePicture(inspection) else { return nil }
        return try? PNGEncoder.encode(pixels, level: .fast)
    }
}
