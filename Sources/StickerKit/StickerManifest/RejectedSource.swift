/// A file that did not become a sticker, with the reasons.
public struct RejectedSource: Codable, Sendable, Equatable {
    /// The id of the file's pack.
    public var pack: String
    /// The id that the sticker would have had.
    public var id: String
    /// The path relative to the drop folder, in Unicode NFC.
    public var path: String
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String
    /// Size in bytes.
    public var bytes: Int
    /// At least one error, and all other findings.
    public var findings: [Finding]
    /// Whether an earlier, valid version of this sticker is still published.
    public var keepsEarlierVersion: Bool

    private enum CodingKeys: String, CodingKey {
        case pack, id, path, sha256, bytes, findings, keepsEarlierVersion
    }

    public init(
        pack: String, id: String, path: String, sha256: String, bytes: Int, findings: [Finding],
        keepsEarlierVersion: Bool
    ) {
        self.pack = pack
        self.id = id
        self.path = path
        self.sha256 = sha256
        self.bytes = bytes
        self.findings = findings
        self.keepsEarlierVersion = keepsEarlierVersion
    }
}
