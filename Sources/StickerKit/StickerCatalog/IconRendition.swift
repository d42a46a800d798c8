/// A pack's icon at one of the pixel sizes that Xcode's sticker icon set has.
public struct IconRendition: Codable, Sendable, Equatable {
    /// Where it is, relative to the manifest, named by its content.
    public var path: String
    /// The same file under a name for people.
    public var name: String
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Size in bytes.
    public var bytes: Int
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String

    private enum CodingKeys: String, CodingKey {
        case path, name, width, height, bytes, sha256
    }

    public init(path: String, name: String, width: Int, height: Int, bytes: Int, sha256: String) {
        self.path = path
        self.name = name
        self.width = width
        self.height = height
        self.bytes = bytes
        self.sha256 = sha256
    }
}
