/// Takes what is not picture out of a JPEG.
///
/// Source: ITU-T T.81, annex B (markers); the Adobe segment (APP14) stays because it says how colours are stored.
package enum JPEGMetadata {
    /// The file without application segments and comments, cut off after its end marker; nil when its segments cannot
    /// be followed.
    package static func stripped(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var kept: [UInt8] = [0xFF, 0xD8]
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            let end = place + 2 + length
            guard length >= 2, end <= bytes.count else { return nil }
            if marker == 0xDA {
                guard let finish = endMarker(bytes, from: place) else { return nil }
                return kept + bytes[place..<finish]
            }
            let isMetadata = marker == 0xFE || (0xE0...0xEF).contains(marker) && marker != 0xEE && marker != 0xE0
            if !isMetadata { kept += bytes[place..<end] }
            place = end
        }
        return nil
    }

    /// Just behind the last end-of-image marker.
    private static func endMarker(_ bytes: [UInt8], from start: Int) -> Int? {
        var place = bytes.count - 1
        while place > start {
            if bytes[place] == 0xD9, bytes[place - 1] == 0xFF { return place + 1 }
            place -= 1
        }
        return nil
    }
}
