import Foundation
import StickerManifest

/// Converts pictures to `data:` URLs, which contain the bytes of the picture.
package enum DataAddress {
    /// The `data:` URL of a published picture. The file extension of its path determines the type.
    package static func picture(_ bytes: [UInt8], path: String) -> String {
        address(bytes, StickerFormat(path: path) ?? .png)
    }

    static func jpeg(_ bytes: [UInt8]) -> String { address(bytes, .jpeg) }

    static func png(_ bytes: [UInt8]) -> String { address(bytes, .png) }

    static func address(_ bytes: [UInt8], _ format: StickerFormat) -> String {
        "data:\(format.mediaType);base64," + Data(bytes).base64EncodedString()
    }
}
