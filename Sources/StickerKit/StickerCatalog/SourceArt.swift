/// The file a sticker was made from.
public struct SourceArt: Codable, Sendable, Equatable {
    /// Its path relative to the drop folder, in Unicode NFC.
    public var path: String
    /// SHA-256 of its bytes, in lower-case hexadecimal.
    public var sha256: String
    /// Its size in bytes.
    public var bytes: Int
    /// What it is by its content: `png`, `jpeg`, `gif`, `webp`, `svg`, …
    public var format: String
    /// Width in pixels after the orientation is applied; for vector art, in its own units.
    public var width: Int
    /// Height in pixels after the orientation is applied; for vector art, in its own units.
    public var height: Int

    private enum CodingKeys: String, CodingKey {
        case path, sha256, bytes, format, width, height
    }

    public init(path: String, sha256: String, bytes: Int, format: String, width: Int, height: Int) {
        self.path = path
        self.sha256 = sha256
        self.bytes = bytes
        self.format = format
        self.width = width
        self.height = height
    }
}
