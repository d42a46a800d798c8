import Glibc

/// An unconnected Unix datagram socket and where its messages go.
final class DatagramSocket: Sendable {
    private let descriptor: Int32
    /// `sockaddr_un` as bytes, as many as the name needs.
    private let address: [UInt8]

    /// - Parameter name: an absolute path, or `@` and a name in the abstract space. Nil for anything else.
    init?(to name: String) {
        var path = Array(name.utf8)
        guard path.count > 1, path.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
        switch path[0] {
        case UInt8(ascii: "@"): path[0] = 0
        case UInt8(ascii: "/"): path.append(0)
        default: return nil
        }
        let family = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) }
        address = family + path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        // A service manager that does not read must not hold up the service.
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Sends a message; one that nobody takes is lost.
    func send(_ message: [UInt8]) {
        address.withUnsafeBytes { bytes in
            guard let name = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return }
            let flags = Int32(MSG_NOSIGNAL)
            while sendto(descriptor, message, message.count, flags, name, socklen_t(bytes.count)) < 0, errno == EINTR {}
        }
    }
}
