import Foundation

/// Files with a valid start and end, for tests that do not decode them.
package enum SampleArt {
    /// - Parameter filling: a text that distinguishes the file from others.
    package static func png(_ filling: String, bytes: Int = 64) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        while data.count < bytes { data.append(contentsOf: filling.utf8) }
        return data + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    }

    package static func tiff(_ filling: String) -> Data {
        Data([0x49, 0x49, 0x2A, 0x00]) + Data(filling.utf8)
    }

    package static func gif(_ filling: String) -> Data {
        Data("GIF89a".utf8) + Data(filling.utf8) + [0, 0x3B]
    }
}
