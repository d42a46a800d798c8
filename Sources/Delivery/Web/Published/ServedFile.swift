import Glibc
import NIOCore

/// An ordinary file, open for reading until nobody uses it any more: what is published over it meanwhile does not change
/// what is read. Its calls block.
final class ServedFile: Sendable {
    /// Which file it is, and which state of it.
    struct Identity: Sendable, Hashable {
        var device: UInt64
        var node: UInt64
        var size: Int
        var modified: [Int]
    }

    let identity: Identity
    private let descriptor: Int32

    /// Takes over the descriptor. Nil when it is of anything but an ordinary file.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        identity = Identity(
            device: UInt64(status.st_dev), node: UInt64(status.st_ino), size: Int(status.st_size),
            modified: [
                status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
            ])
    }

    deinit {
        close(descriptor)
    }

    /// Exactly as many bytes as asked for.
    ///
    /// - Throws: `WebError.unreadable` when the file has become shorter or cannot be read.
    func bytes(at offset: Int, count: Int) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        while buffer.readableBytes < count {
            let place = offset + buffer.readableBytes
            let missing = count - buffer.readableBytes
            let got = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: missing) { room in
                max(0, pread(descriptor, room.baseAddress, missing, off_t(place)))
            }
            guard got > 0 else { throw WebError.unreadable }
        }
        return buffer
    }
}
