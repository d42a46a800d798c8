import Foundation
import StickerManifest

/// Converts pictures to `data:` URLs.
enum DataAddress {
    /// The URL of a published picture. Its format is determined by the file extension of the path.
    static func picture(_ bytes: [UInt8], path: String) -> String {
        address(bytes, StickerFormat(path: path) ?? .png)
    }

    static func jpeg(_ bytes: [UInt8]) -> String { address(bytes, .jpeg) }

    static func png(_ bytes: [UInt8]) -> String { address(bytes, .png) }

    static func address(_ bytes: [UInt8], _ format: StickerFormat) -> String {
        "data:\(format.mediaType);base64," + Data(bytes).base64EncodedString()
    }
}
