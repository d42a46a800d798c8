/// The row of a sheet or an icon of a pack. The sheet or icon is drawn again only if its fingerprint changes.
package struct LedgerArtifact: Hashable, Sendable {
    /// The key in the state database, such as `sheets/cats.html` or `icon/cats`.
    package var key: String
    /// The hash of all inputs of the sheet or icon.
    package var fingerprint: String
    /// The SHA-256 of the sheet's file or of the icon's source, in lower-case hexadecimal.
    package var sha256: String
    /// The size of the file with that SHA-256, in bytes.
    package var bytes: Int

    package init(key: String, fingerprint: String, sha256: String, bytes: Int) {
        self.key = key
        self.fingerprint = fingerprint
        self.sha256 = sha256
        self.bytes = bytes
    }
}
