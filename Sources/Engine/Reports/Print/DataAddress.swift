import Foundation

/// Pictures as addresses that hold the picture itself.
enum DataAddress {
    /// A published picture, by the extension of its path.
    static func picture(_ bytes: [UInt8], path: String) -> String {
        let type = path.hasSuffix(".gif") ? "gif" : path.hasSuffix(".jpg") ? "jpeg" : "png"
        return address(bytes, type: type)
    }

    static func jpeg(_ bytes: [UInt8]) -> String { address(bytes, type: "jpeg") }

    static func png(_ bytes: [UInt8]) -> String { address(bytes, type: "png") }

    private static func address(_ bytes: [UInt8], type: String) -> String {
        "data:image/\(type);base64," + Data(bytes).base64EncodedString()
    }
}
