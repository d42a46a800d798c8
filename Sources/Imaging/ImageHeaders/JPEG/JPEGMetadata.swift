/// Removes everything from a JPEG that its pixels do not need.
package enum JPEGMetadata {
    /// The picture up to its own end-of-image marker, without Exif, XMP, profiles, thumbnails, comments and other
    /// pictures; nil when its segments cannot be followed to that marker.
    ///
    /// JFIF's pixel density and Adobe's colour transform stay, since decoders read colours by them.
    package static func stripped(_ bytes: [UInt8]) -> [UInt8]? {
        guard var segments = JPEGSegments(bytes) else { return nil }
        var kept: [UInt8] = [0xFF, 0xD8]
        var (hasJFIF, hasAdobe, hasScan) = (false, false, false)
        while let segment = segments.next() {
            switch segment.marker {
            case 0xE0:
                guard !hasJFIF, let header = jfif(bytes[segment.parameters]) else { continue }
                hasJFIF = true
                kept += header
            case 0xEE:
                guard !hasAdobe, let colours = adobe(bytes[segment.parameters]) else { continue }
                hasAdobe = true
                kept += colours
            case 0xE0...0xEF, 0xFE: continue
            default:
                hasScan = hasScan || segment.marker == 0xDA
                kept += bytes[segment.whole]
            }
        }
        guard hasScan, case .end = segments.ending else { return nil }
        return kept + [0xFF, 0xD9]
    }

    /// The JFIF header (JFIF 1.02) without its thumbnail; nil for other segments of the same marker, which hold
    /// thumbnails.
    private static func jfif(_ parameters: ArraySlice<UInt8>) -> [UInt8]? {
        guard parameters.count >= 14, parameters.starts(with: Array("JFIF\0".utf8)) else { return nil }
        return [0xFF, 0xE0, 0, 16] + parameters.prefix(12) + [0, 0]
    }

    /// Adobe's segment (Adobe Technical Note 5116): its version, flags and colour transform.
    private static func adobe(_ parameters: ArraySlice<UInt8>) -> [UInt8]? {
        guard parameters.count >= 12, parameters.starts(with: Array("Adobe".utf8)) else { return nil }
        return [0xFF, 0xEE, 0, 14] + parameters.prefix(12)
    }
}
