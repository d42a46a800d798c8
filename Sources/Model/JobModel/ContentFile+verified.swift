import CryptoPrimitives
import FileAccess
import Foundation

extension ContentFile {
    /// Why a file is not what another process says it is.
    package struct Mismatch: Error, Hashable, CustomStringConvertible {
        /// The end of a sentence: `a file that it names is missing`.
        package let description: String
    }

    /// Copies a file that a less trusted process wrote, if it is an ordinary file with the content that was announced.
    ///
    /// The copy is a file of its own, and not another name: a process that still has the original open cannot write to it.
    ///
    /// - Parameters:
    ///   - source: absolute path.
    ///   - target: absolute path, on whatever file system.
    ///   - sha256: the digest it must have, in lower-case hexadecimal.
    ///   - bytes: the size it must have.
    /// - Throws: `Mismatch`, with nothing at the target; `JobError.cannotWrite`.
    package static func copyVerified(_ source: String, to target: String, sha256: String, bytes: Int) throws {
        guard let file = try? OpenFile(source, followsLinks: false), let stamp = try? file.stamp() else {
            throw Mismatch(description: "a file that it names is missing, or not an ordinary file")
        }
        guard stamp.size == bytes else {
            throw Mismatch(description: "a file that it names has \(stamp.size) bytes instead of \(bytes)")
        }
        let folder = target.lastIndex(of: "/").map { String(target[..<$0]) } ?? "."
        try write(to: "\(folder)/\(UUID().uuidString)") { draft in
            var hash = SHA256()
            var count = 0
            let isRead = try file.forEachPiece { piece in
                count += piece.count
                // It may have grown since.
                guard count <= bytes else { throw Mismatch(description: "a file that it names is still being written") }
                hash.update(piece)
                try draft.write(piece)
            }
            guard isRead, count == bytes, Digest.hexadecimal(hash.finalize()) == sha256 else {
                throw Mismatch(description: "a file that it names has other content than its name says")
            }
            return target
        }
    }
}
