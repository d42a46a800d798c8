import CryptoPrimitives
import FileAccess
import JobModel

/// The SHA-256 of a source's bytes, which names the source in the manifest and decides whether work is needed.
package enum SourceDigest {
    /// Bytes read at a time.
    private static let blockSize = 1 << 20

    /// Reads a file to its end, following symbolic links.
    ///
    /// - Parameter limit: the maximum number of bytes the file may have; a larger one is refused unread.
    /// - Returns: the digest in lower-case hexadecimal, and the timestamp of the same bytes.
    /// - Throws: `IntakeError`: `vanished`, `notAFile`, `unreadable`, `tooLarge`, or `changedWhileReading` when the
    ///   file's timestamp after reading is not the one from before.
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

    /// The digest of a file that has `size` bytes; nil when it turns out to have more or fewer.
    private static func digest(of file: borrowing OpenFile, size: Int) throws -> String? {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 16)
        defer { block.deallocate() }
        var hasher = SHA256()
        var total = 0
        // The limit ends the loop for a file that grows as fast as it is read.
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
    /// The digest of a source, which may be a folder of frames.
    ///
    /// - Throws: as `sha256(ofFileAt:limit:)`.
    package static func sha256(of art: ScannedSource) throws -> (hex: String, stamp: FileStat) {
        art.framePaths.isEmpty
            ? try sha256(ofFileAt: art.absolutePath, limit: Int.max) : try sha256(ofFrames: art.framePaths)
    }

    /// The digest of a sequence, computed from the digests of its frames in order. File names do not affect it.
    ///
    /// - Returns: the digest in lower-case hexadecimal, and the combined timestamp of all files.
    /// - Throws: the errors of `sha256(ofFileAt:limit:)`.
    package static func sha256(ofFrames paths: [String]) throws -> (hex: String, stamp: FileStat) {
        let read = try paths.map { (path: $0, digest: try sha256(ofFileAt: $0, limit: Int.max)) }
        return (Digest.sequence(read.map(\.digest.hex)), FileStat(of: read.map { ($0.path, $0.digest.stamp) }))
    }
}
