import CLinux
import Glibc
import Synchronization

/// A connected Unix socket that transfers lines. Reading and writing block the thread, at most until a deadline.
package final class ControlConnection: Sendable {
    /// The process at the other end of the connection.
    package struct Peer: Hashable, Sendable {
        package let user: UInt32

        package init(user: UInt32) {
            self.user = user
        }

        /// Whether the process may send requests, because it runs as the same user or as root.
        package func isAllowed(user own: UInt32) -> Bool { user == own || user == 0 }
    }

    private let descriptor: Int32
    /// The bytes that were received after the last returned line.
    private let rest = Mutex<[UInt8]>([])

    /// - Parameter descriptor: a non-blocking socket, which is closed when the last reference to this object is
    ///   released.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The process at the other end, as reported by the kernel. Nil if unknown.
    package var peer: Peer? {
        var peer = linux_peer()
        return linux_peer_of(descriptor, &peer) == 0 ? Peer(user: peer.user) : nil
    }

    /// Shuts down the socket. Pending and later reads and writes throw `disconnected`.
    package func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Reads a line.
    ///
    /// If an error occurs, the received part of the line is kept for the next call.
    ///
    /// - Parameter limit: the maximum length of the line in bytes.
    /// - Returns: the line without its line break. Nil if the peer has closed the connection.
    package func readLine(limit: Int, until deadline: ContinuousClock.Instant) throws(ControlError) -> [UInt8]? {
        var bytes = rest.withLock { rest in
            defer { rest = [] }
            return rest
        }
        var isTaken = false
        defer { if !isTaken { rest.withLock { [bytes] in $0 = bytes } } }
        var searched = 0
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                guard end <= limit else { throw .lineTooLong }
                isTaken = true
                rest.withLock { [tail = Array(bytes[(end + 1)...])] in $0 = tail }
                return Array(bytes[..<end])
            }
            guard bytes.count <= limit else { throw .lineTooLong }
            searched = bytes.count
            try wait(for: POLLIN, until: deadline)
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                bytes += buffer[..<count]
            } else if count == 0 {
                guard bytes.isEmpty else { throw .disconnected }
                return nil
            } else if errno != EAGAIN, errno != EINTR {
                throw errno == ECONNRESET ? .disconnected : .latest("read from the control socket")
            }
        }
    }

    /// Waits until the peer has closed the connection or `hangUp` was called. Further input is ignored.
    func waitUntilClosed() {
        var buffer = [UInt8](repeating: 0, count: 1 << 10)
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            guard poll(&watched, 1, -1) > 0 || errno == EINTR else { return }
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR)) else { return }
        }
    }

    package func write(_ line: [UInt8], until deadline: ContinuousClock.Instant) throws(ControlError) {
        var done = 0
        while done < line.count {
            let count = line.withUnsafeBytes { bytes in
                send(
                    descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done,
                    Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            }
            if count > 0 {
                done += count
            } else if errno == EAGAIN {
                try wait(for: POLLOUT, until: deadline)
            } else if errno != EINTR {
                throw errno == EPIPE || errno == ECONNRESET ? .disconnected : .latest("write to the control socket")
            }
        }
    }

    private func wait(for events: Int32, until deadline: ContinuousClock.Instant) throws(ControlError) {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw .timedOut }
            var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            // Rounded up, so that the loop does not spin during the last millisecond.
            if poll(&watched, 1, Int32(clamping: Int(left / .milliseconds(1)) + 1)) > 0 { return }
        }
    }
}
