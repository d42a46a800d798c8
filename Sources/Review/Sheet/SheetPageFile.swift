/// A drawn page of a sheet in the job's output folder.
package struct SheetPageFile: Codable, Hashable, Sendable {
    /// SHA-256 of the file, in lower-case hexadecimal.
    package var sha256: String
    /// Size in bytes.
    package var bytes: Int
    /// Pixels in a row.
    package var width: Int
    /// Rows.
    package var height: Int

    package init(sha256: String, bytes: Int, width: Int, height: Int) {
        self.sha256 = sha256
        self.bytes = bytes
        self.width = width
        self.height = height
    }

    /// Its name in the output folder.
    package var contentName: String { "\(sha256).png" }
}
