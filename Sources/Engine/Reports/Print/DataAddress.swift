import Foundation
import StickerManifest

/// Pictures as addresses that hold the picture itself.
package enum DataAddress {
    /// A published picture, by the extension of its path.
    package static func picture(_ bytes: [UInt8], path: String) -> String {
        address(bytes, StickerFormat(path: path) ?? .png)
    }

    static func jpeg(_ bytes: [UInt8]) -> String { address(bytes, .jpeg) }

    static func png(_ bytes: [UInt8]) -> String { address(bytes, .png) }

    static func address(_ bytes: [UInt8], _ format: StickerFormat) -> String {
        "data:\(format.mediaType);base64," + Data(bytes).base64EncodedString()
    }
}
