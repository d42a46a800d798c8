/// A result per pack or per run, such as a sheet, an icon or the catalog. It is made again only if its fingerprint
/// changes.
package struct LedgerArtifact: Hashable, Sendable {
    /// Its name in the state database: `sheet/cats.png`, `catalog`.
    package var key: String
    /// A hash of everything from which it is made.
    package var fingerprint: String
    /// The SHA-256 of the file, in lower-case hexadecimal.
    package var sha256: String
    /// The file's size.
    package var bytes: Int

    package init(key: String, fingerprint: String, sha256: String, bytes: Int) {
        self.key = key
        self.fingerprint = fingerprint
        self.sha256 = sha256
        self.bytes = bytes
    }
}
