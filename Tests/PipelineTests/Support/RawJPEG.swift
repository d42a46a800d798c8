import Pixels
import Vips

/// Creates JPEGs, and adds the segments that cameras and programs write.
enum RawJPEG {
    static func file(_ picture: RGBAImage, quality: Int = 95) throws -> [UInt8] {
        try Image(picture).firstBands(3).jpeg(quality: quality)
    }

    /// Adds an application segment at the start of the file.
    static func adding(_ marker: UInt8, _ data: [UInt8], to file: [UInt8]) -> [UInt8] {
        let length = data.count + 2
        return Array(file[..<2]) + [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + data + file[2...]
    }

    /// Adds an EXIF orientation from 1 to 8.
    static func turned(_ file: [UInt8], orientation: UInt8) -> [UInt8] {
        adding(0xE1, Array("Exif\0\0".utf8) + exif(orientation), to: file)
    }

    /// EXIF data, which is a TIFF structure, with one entry.
    static func exif(_ orientation: UInt8) -> [UInt8] {
        Array("MM".utf8) + [0, 42] + RawPNG.big(8) + [0, 1, 0x01, 0x12, 0, 3] + RawPNG.big(1)
            + [0, orientation, 0, 0] + RawPNG.big(0)
    }

    /// Adds a colour profile to the file.
    static func adding(profile: [UInt8], to file: [UInt8]) -> [UInt8] {
        adding(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile, to: file)
    }
}
