import CryptoPrimitives
import FileAccess
import JobModel
import Synchronization

/// Reads a blob and compares it with its digest.
final class BlobReader: Sendable {
    private struct State: ~Copyable {
        let file: OpenFile
        var hash = SHA256()
        var position = 0
    }

    private let digest: BlobDigest
    private let path: String
    private let state: Mutex<State>

    /// The position of the next byte.
    var position: Int { state.withLock { $0.position } }

    /// Reads a whole blob.
    ///
    /// - Throws: `FarmError` with `changed` or `unreadable`.
    static func contents(_ blob: Blob) async throws -> [UInt8] {
        switch blob.content {
        case .bytes(let bytes): bytes
        case .file(let path, let root):
            try await BlockingExecutor.run(stackSize: stackSize) {
                try BlobReader(path, root: root, digest: blob.digest).read(blob.digest.bytes)
            }
        }
    }

    private static let stackSize = 256 << 10

    /// Opens the file of a large blob. Large blobs are always files, never in memory.
    ///
    /// - Throws: the errors of `contents`; `FarmError` if the blob is in memory.
    static func open(_ blob: Blob) async throws -> BlobReader {
        guard case .file(let path, let root) = blob.content else {
            throw FarmError(.farm, "The farm accepts no messages of \(blob.digest.bytes) bytes.")
        }
        return try await BlockingExecutor.run(stackSize: stackSize) {
            try BlobReader(path, root: root, digest: blob.digest)
        }
    }

    /// Opens a file.
    ///
    /// - Throws: `FarmError` with `changed` or `unreadable`.
    private init(_ path: String, root: String, digest: BlobDigest) throws {
        (self.path, self.digest) = (path, digest)
        let file = try BlobReader.openFile(path)
        let size: Int
        do throws(SystemCallError) {
            size = try file.stamp().size
        } catch {
            throw FarmError.unreadable(path, error)
        }
        guard size == digest.bytes else { throw FarmError.changed(path) }
        guard root.isEmpty || file.isInside(root) else {
            throw FarmError(.unreadable, "\(path): the file is not in the folder \(root).")
        }
        state = Mutex(State(file: file))
    }

    private static func openFile(_ path: String) throws -> OpenFile {
        do throws(SystemCallError) {
            return try OpenFile(path)
        } catch {
            throw FarmError.unreadable(path, error)
        }
    }

    /// Reads the next bytes of the file.
    ///
    /// - Throws: `FarmError` with `changed` if the file ends early, or if its digest differs after the last bytes.
    func next(_ count: Int) async throws -> [UInt8] {
        try await BlockingExecutor.run(stackSize: BlobReader.stackSize) { try self.read(count) }
    }

    private func read(_ count: Int) throws -> [UInt8] {
        try state.withLock { state in
            let count = min(count, digest.bytes - state.position)
            let bytes: [UInt8]
            do throws(SystemCallError) {
                bytes = try state.file.bytes(atMost: count)
            } catch {
                throw FarmError.unreadable(path, error)
            }
            guard bytes.count == count else { throw FarmError.changed(path) }
            state.hash.update(bytes)
            state.position += count
            if state.position == digest.bytes, Digest.hexadecimal(state.hash.finalize()) != digest.sha256 {
                throw FarmError.changed(path)
            }
            return bytes
        }
    }
}

extension FarmError {
    fileprivate static func unreadable(_ path: String, _ error: SystemCallError) -> FarmError {
        FarmError(.unreadable, code: Int(error.code), "\(path): the file cannot be read (\(error)).")
    }

    fileprivate static func changed(_ path: String) -> FarmError {
        FarmError(.changed, "\(path): the file has changed.")
    }
}
