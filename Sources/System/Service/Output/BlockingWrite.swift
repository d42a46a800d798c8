import Glibc

/// Writes to a descriptor that may be a pipe, a socket, a terminal or a file.
package enum BlockingWrite {
    /// Writes all bytes, and waits for the reader if necessary. Bytes that cannot be written are discarded.
    ///
    /// - Returns: the error number of the write that failed. 0 if all bytes were written.
    @discardableResult
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&output, 1, -1)
            } else if count == 0 || errno != EINTR {
                return count == 0 ? EIO : errno
            }
        }
        return 0
    }

    /// Writes as many bytes as possible without waiting. The others are discarded.
    package static func writeWithoutWaiting(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK:
            _ = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            }
        case S_IFIFO:
            // Setting O_NONBLOCK on the descriptor itself would affect every process that shares the pipe.
            let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            guard own >= 0 else { return }
            _ = Glibc.write(own, bytes, bytes.count)
            close(own)
        default:
            var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&output, 1, 0) > 0 else { return }
            _ = Glibc.write(descriptor, bytes, bytes.count)
        }
    }
}
