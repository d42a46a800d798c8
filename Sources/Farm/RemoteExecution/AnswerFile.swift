import CryptoPrimitives
import FileAccess
import Glibc
import JobModel
import Synchronization

/// The file that receives an answer. It has a temporary name until it is complete.
final class AnswerFile: Sendable {
    private struct State {
        var descriptor: Int32 = -1
        var hash = SHA256()
        var count = 0
    }

    private let path: String
    private let draft: String
    private let state = Mutex(State())

    private static let stackSize = 256 << 10

    init(_ path: String) {
        self.path = path
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        draft = "\(path[..<slash]).\(path[slash...]).part"
    }

    deinit {
        state.withLock { state in
            guard state.descriptor >= 0 else { return }
            close(state.descriptor)
            unlink(draft)
        }
    }

    /// Adds bytes.
    ///
    /// - Throws: `FarmError` with `cannotWrite`.
    func append(_ bytes: [UInt8]) async throws {
        try await BlockingExecutor.run(stackSize: AnswerFile.stackSize) { try self.write(bytes) }
    }

    /// Gives the file its final name.
    ///
    /// - Throws: `FarmError` with `farm` if the bytes are not those of the digest, or with `cannotWrite`.
    func finish(_ digest: BlobDigest) async throws {
        try await BlockingExecutor.run(stackSize: AnswerFile.stackSize) { try self.rename(digest) }
    }

    private func write(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            if state.descriptor < 0 {
                state.descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
                guard state.descriptor >= 0 else { throw cannotWrite() }
            }
            state.hash.update(bytes)
            state.count += bytes.count
            let failure = bytes.withUnsafeBytes { [descriptor = state.descriptor] in $0.write(to: descriptor) }
            if let failure { throw cannotWrite(failure) }
        }
    }

    private func rename(_ digest: BlobDigest) throws {
        try write([])
        try state.withLock { state in
            guard state.count == digest.bytes, Digest.hexadecimal(state.hash.finalize()) == digest.sha256 else {
                throw FarmError.otherBytes
            }
            let descriptor = state.descriptor
            state.descriptor = -1
            guard close(descriptor) == 0, Glibc.rename(draft, path) == 0 else {
                let error = cannotWrite()
                unlink(draft)
                throw error
            }
        }
    }

    private func cannotWrite(_ error: SystemCallError = .latest) -> FarmError {
        FarmError(.cannotWrite, code: Int(error.code), "\(path): the file cannot be written (\(error)).")
    }
}
