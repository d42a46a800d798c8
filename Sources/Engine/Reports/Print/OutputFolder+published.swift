import JobModel
import Publishing
import SheetModel

extension OutputFolder {
    /// The bytes of a published file.
    ///
    /// - Throws: `SheetError.unreadable`.
    func published(_ path: String) throws -> [UInt8] {
        // A manifest that was tampered with could contain any path.
        guard OutputNames.isInside(path), let bytes = read(path) else {
            throw SheetError.unreadable(path: absolute(path), reason: "it does not exist")
        }
        return bytes
    }
}
