import FileAccess
import JobModel

extension SourceDigest {
    /// The digest of a source, which may be a folder of frames.
    ///
    /// - Throws: as `sha256(ofFileAt:limit:)`.
    package static func sha256(of art: DroppedArt) throws -> (hex: String, stamp: FileStamp) {
        art.framePaths.isEmpty
            ? try sha256(ofFileAt: art.absolutePath, limit: Int.max) : try sha256(ofFrames: art.framePaths)
    }

    /// The digest of a sequence: over the digests of its frames, in their order. What the files are called has no part
    /// in it.
    ///
    /// - Returns: the digest in lower-case hexadecimal, and the stamp of all files together.
    /// - Throws: as `sha256(ofFileAt:limit:)`.
    package static func sha256(ofFrames paths: [String]) throws -> (hex: String, stamp: FileStamp) {
        let read = try paths.map { (path: $0, digest: try sha256(ofFileAt: $0, limit: Int.max)) }
        return (Digest.sequence(read.map(\.digest.hex)), FileStamp(of: read.map { ($0.path, $0.digest.stamp) }))
    }
}
