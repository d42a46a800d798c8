import CryptoPrimitives
import FileAccess
import JobModel

/// Computes the SHA-256 of a source, which identifies it in the manifest and determines whether it must be rendered.
package enum SourceDigest {
    /// The number of bytes that are read at a time.
    private static let blockSize = 1 << 20

    /// Reads a whole file. Symbolic links are followed.
    ///
    /// - Parameter limit: the maximum size in bytes. A larger file is not read.
    /// - Returns: the SHA-256 in lower-case hexadecimal, and the attributes of the file while it had these bytes.
    /// - Throws: `IntakeError.vanished`, `notAFile`, `unreadable` or `tooLarge`; `changedWhileReading` if the
    ///   attributes have changed during reading.
    package static func sha256(ofFileAt path: String, limit: Int) throws -> (hex: String, stamp: FileStat) {
        do {
            let file = try OpenFile(path)
            let before = try file.stamp()
            guard before.size <= limit else {
                throw IntakeError.tooLarge(path, bytes: before.size, limit: limit)
            }
            let hex = try digest(of: file, size: before.size)
            guard let hex, try file.stamp() == before else { throw IntakeError.changedWhileReading(path) }
            return (hex, before)
        } catch let failure as SystemCallError {
            throw IntakeError(failure, path: path)
        }
    }

    /// The SHA-256 of a file with `size` bytes. Nil if the file has another size.
    private static func digest(of file: borrowing OpenFile, size: Int) throws -> String? {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 16)
        defer { block.deallocate() }
        var hasher = SHA256()
        var total = 0
        // The loop ends at the expected size, even if the file is growing.
        while total <= size {
            let count = try file.read(into: block)
            if count == 0 { break }
            hasher.update(UnsafeRawBufferPointer(rebasing: block[..<count]))
            total += count
        }
        return total == size ? Digest.hexadecimal(hasher.finalize()) : nil
    }
}

extension SourceDigest {
    /// The SHA-256 of a source, which can be a file or a folder of frames.
    ///
    /// - Throws: the errors of `sha256(ofFileAt:limit:)`.
    package static func sha256(of art: ScannedSource) throws -> (hex: String, stamp: FileStat) {
        art.framePaths.isEmpty
            ? try sha256(ofFileAt: art.absolutePath, limit: Int.max) : try sha256(ofFrames: art.framePaths)
    }

    /// The SHA-256 of a folder of frames, computed from the hashes of its frames in display order. The names of the
    /// frames do not affect the hash.
    ///
    /// - Returns: the SHA-256 in lower-case hexadecimal, and the combined attributes of all frames.
    /// - Throws: the errors of `sha256(ofFileAt:limit:)`.
    package static func sha256(ofFrames paths: [String]) throws -> (hex: String, stamp: FileStat) {
        let read = try paths.map { (path: $0, digest: try sha256(ofFileAt: $0, limit: Int.max)) }
        return (Digest.sequence(read.map(\.digest.hex)), FileStat(of: read.map { ($0.path, $0.digest.stamp) }))
    }
}
