import CryptoPrimitives
import JobModel
import RemoteExecutionMessages
import SwiftProtobuf

typealias REv2Digest = Build_Bazel_Remote_Execution_V2_Digest

/// The name of a blob in a content-addressable store: its SHA-256 and its size.
package struct BlobDigest: Hashable, Sendable {
    /// The SHA-256 in lower-case hexadecimal.
    package let sha256: String
    package let bytes: Int

    package init(sha256: String, bytes: Int) {
        (self.sha256, self.bytes) = (sha256, bytes)
    }

    package init(of content: [UInt8]) {
        self.init(sha256: Digest.sha256(content), bytes: content.count)
    }

    /// - Returns: nil if the digest is not a SHA-256.
    init?(_ message: REv2Digest) {
        guard Digest.isSHA256(message.hash), let bytes = Int(exactly: message.sizeBytes), bytes >= 0 else { return nil }
        self.init(sha256: message.hash, bytes: bytes)
    }

    var message: REv2Digest {
        .with {
            $0.hash = sha256
            $0.sizeBytes = Int64(bytes)
        }
    }
}

/// A blob that can be sent to a content-addressable store.
package struct Blob: Sendable {
    package enum Content: Sendable {
        case bytes([UInt8])
        /// A file. After all symbolic links are resolved, it must be inside the folder `root`. This is not checked if
        /// `root` is empty.
        case file(path: String, root: String)
    }

    package let digest: BlobDigest
    package let content: Content

    package init(_ bytes: [UInt8]) {
        (digest, content) = (BlobDigest(of: bytes), .bytes(bytes))
    }

    package init(fileAt path: String, root: String = "", digest: BlobDigest) {
        (self.digest, content) = (digest, .file(path: path, root: root))
    }

    /// Encodes a message in its canonical form, with the fields in the order of their numbers. Messages with maps have
    /// no canonical form, and are never part of a tree.
    init(_ message: some Message) throws {
        self.init(try message.serializedBytes() as [UInt8])
    }
}
