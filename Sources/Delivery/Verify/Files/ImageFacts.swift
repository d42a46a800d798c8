import ImageHeaders

/// What a picture is by its bytes.
struct ImageFacts {
    enum Format: String {
        case png = "PNG"
        case gif = "GIF"
        case jpeg = "JPEG"

        var endings: [String] {
            switch self {
            case .png: ["png", "apng"]
            case .gif: ["gif"]
            case .jpeg: ["jpg", "jpeg"]
            }
        }
    }

    var format: Format
    var width: Int
    var height: Int
    /// What is wrong with the file, in words; nil when it is whole as far as its structure says.
    var damage: String?

    /// - Returns: nil when the bytes are not an image that Messages supports, or one whose size is not known.
    init?(_ bytes: [UInt8]) {
        switch SourceFormat.identify(bytes) {
        case .png:
            guard let inspection = try? PNGInspection(bytes) else { return nil }
            (format, width, height) = (.png, inspection.width, inspection.height)
            if !inspection.endsProperly { damage = "it ends too early" }
            if inspection.isCgBI { damage = "it is a variant that only devices read" }
        case .gif:
            guard let reader = try? GIFReader(bytes, frameLimit: 10_000) else { return nil }
            (format, width, height) = (.gif, reader.width, reader.height)
            if reader.isCutOff { damage = "it ends too early" }
        case .jpeg:
            guard let size = JPEGSize(bytes) else { return nil }
            (format, width, height) = (.jpeg, size.width, size.height)
            if !bytes.suffix(4096).contains(0xD9) { damage = "it ends too early" }
        default: return nil
        }
    }

    var size: String { "\(width) × \(height) px" }
}

/// The size in a JPEG's frame header (ITU-T T.81, B.2.2).
private struct JPEGSize {
    let width: Int
    let height: Int

    init?(_ bytes: [UInt8]) {
        var place = 2
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            // SOF0 to SOF15, without DHT, JPG and DAC.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
                guard width > 0, height > 0 else { return nil }
                return
            }
            guard length >= 2 else { return nil }
            place += 2 + length
        }
        return nil
    }
}
