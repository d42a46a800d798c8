/// A sticker laid on one of the test backgrounds, at @3x; what moves, moving and at @2x.
public struct Preview: Codable, Sendable, Equatable {
    /// The background's name in the configuration: `white`, `photo`, …
    public var background: String
    /// Where the picture is, relative to the manifest; the name is made of the content.
    public var path: String
    /// The same file under a name for people; it is replaced when the sticker changes.
    public var name: String
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String
    /// Size in bytes.
    public var bytes: Int

    private enum CodingKeys: String, CodingKey {
        case background, path, name, sha256, bytes
    }

    public init(background: String, path: String, name: String, sha256: String, bytes: Int) {
        self.background = background
        self.path = path
        self.name = name
        self.sha256 = sha256
        self.bytes = bytes
    }
}
