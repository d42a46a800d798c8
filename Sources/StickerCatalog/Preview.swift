/// A sticker laid on one of the test backgrounds, at @3x.
public struct Preview: Codable, Sendable, Equatable {
    /// The background's name in the configuration: `white`, `photo`, …
    public var background: String
    /// Where the picture is, relative to the manifest.
    public var path: String
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String
    /// Size in bytes.
    public var bytes: Int

    public init(background: String, path: String, sha256: String, bytes: Int) {
        self.background = background
        self.path = path
        self.sha256 = sha256
        self.bytes = bytes
    }
}
