import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// A regular file that stays open while it is served, so that the bytes do not change if the file is replaced. The
/// methods block.
final class ServedFile: Sendable {
    /// Identifies a file and its content.
    struct Identity: Sendable, Hashable {
        var device: UInt64
        var node: UInt64
        var size: Int
        var modified: [Int]
    }

    let identity: Identity
    private let descriptor: Int32

    /// Takes ownership of the descriptor. Nil if it does not belong to a regular file.
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

    /// Reads exactly the requested number of bytes.
    ///
    /// - Throws: `WebError.unreadable` if the file has become shorter or cannot be read.
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

extension ServedFile {
    /// The maximum number of bytes of the file that are in memory for one client.
    private static let chunkBytes = 64 << 10

    /// The response with the file or the requested range (RFC 9110, section 14).
    ///
    /// - Parameters:
    ///   - sha256: the entity tag: the SHA-256 of the file, or of all data from which the response was created.
    ///   - headers: the headers of a response with the complete file.
    func response(to request: Request, sha256: String, headers: HTTPFields) -> Response {
        let size = identity.size
        // The client has a part of a different file, so it gets the complete file.
        let isOther = request.headers[.ifRange].map { $0 != "\"\(sha256)\"" } ?? false
        switch isOther ? .complete : ByteRange(request.headers[.range], size: size) {
        case .complete:
            return Response(status: .ok, headers: headers, body: body(0..<size))
        case .part(let range):
            var headers = headers
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            return Response(status: .partialContent, headers: headers, body: body(range))
        case .unsatisfiable:
            return Response(status: .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(size)"])
        }
    }

    private func body(_ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            for offset in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunkBytes) {
                let count = min(Self.chunkBytes, range.upperBound - offset)
                let bytes = try await NIOThreadPool.singleton.runIfActive { try self.bytes(at: offset, count: count) }
                try await writer.write(bytes)
            }
            try await writer.finish(nil)
        }
    }
}

/// A folder whose files are served. Opens only regular files with plain names, and does not follow symbolic links.
/// The methods block.
struct ServedFolder: Sendable {
    /// The absolute path of the folder.
    let path: String

    /// - Parameters:
    ///   - folder: the name of a direct subfolder. Nil for this folder.
    ///   - name: a name without a slash.
    /// - Returns: nil if no such regular file exists.
    /// - Throws: `WebError.cannotOpen` if the file may exist but cannot be opened now.
    func file(_ name: String, in folder: String? = nil) throws -> ServedFile? {
        guard ServedFolder.isPlain(name), folder.map(ServedFolder.isPlain) ?? true else { return nil }
        guard var directory = try opened(path, at: AT_FDCWD, O_DIRECTORY) else { return nil }
        defer { close(directory) }
        if let folder {
            guard let inner = try opened(folder, at: directory, O_DIRECTORY | O_NOFOLLOW) else { return nil }
            close(directory)
            directory = inner
        }
        // With O_NONBLOCK, opening a named pipe does not wait for a writer.
        return try opened(name, at: directory, O_NOFOLLOW | O_NONBLOCK).flatMap { ServedFile($0) }
    }

    /// - Returns: the descriptor. Nil if the name does not exist or is not a file.
    private func opened(_ name: String, at directory: Int32, _ flags: Int32) throws -> Int32? {
        let descriptor = openat(directory, name, O_RDONLY | O_CLOEXEC | flags)
        guard descriptor < 0 else { return descriptor }
        let code = errno
        // ELOOP means that the name is a symbolic link, ENXIO that it is a socket. Neither is served.
        guard [ENOENT, ENOTDIR, ELOOP, ENXIO, ENAMETOOLONG].contains(code) else {
            throw WebError.cannotOpen(
                path: name == path ? path : "\(path)/…/\(name)", reason: String(cString: strerror(code)))
        }
        return nil
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
