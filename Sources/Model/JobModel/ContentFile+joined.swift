import CryptoPrimitives
import FileAccess
import Foundation

extension ContentFile {
    /// Joins files to a new file with the name `<sha256>.<extension>`, with bytes before and after them. Reads them in
    /// pieces, so that large files take little memory.
    ///
    /// - Throws: `JobError.unreadable` for a file that cannot be read; the errors of `write`.
    package static func join(
        _ head: [UInt8], _ files: [String], _ tail: [UInt8], fileExtension: String, folder: String
    ) throws -> RenderedSticker.File {
        var joined = RenderedSticker.File(sha256: "", bytes: 0, fileExtension: fileExtension)
        // The temporary name is unique, because several files may be joined at the same time.
        try write(to: "\(folder)/\(UUID().uuidString)") { draft in
            var hash = SHA256()
            func add(_ bytes: UnsafeRawBufferPointer) throws {
                hash.update(bytes)
                joined.bytes += bytes.count
                try draft.write(bytes)
            }
            try head.withUnsafeBytes { try add($0) }
            for file in files { try pieces(of: file, add) }
            try tail.withUnsafeBytes { try add($0) }
            joined.sha256 = Digest.hexadecimal(hash.finalize())
            return folder + "/" + joined.contentName
        }
        return joined
    }

    private static func pieces(of path: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let file = try? OpenFile(path, followsLinks: false) else { throw JobError.unreadable(path) }
        guard try file.forEachPiece(take) else { throw JobError.unreadable(path) }
    }
}

extension OpenFile {
    /// Passes the rest of the file to `take`, one piece after the other.
    ///
    /// - Returns: false if it cannot be read to its end.
    func forEachPiece(_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            guard let count = try? read(into: buffer) else { return false }
            guard count > 0 else { return true }
            try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
