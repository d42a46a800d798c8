import Foundation
import Glibc

/// The socket on which a service manager receives messages of `sd_notify`. It is a bound Unix datagram socket.
final class NotifySocket: Sendable {
    private let descriptor: Int32

    /// - Parameter name: a path, or `@` and a name in the abstract namespace.
    init(_ name: String) throws {
        var path = Array(name.utf8)
        if path.first == UInt8(ascii: "@") { path[0] = 0 } else { path.append(0) }
        let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var gracePeriod = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &gracePeriod, socklen_t(MemoryLayout<timeval>.size))
        let code = address.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            } ?? -1
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
    }

    /// Waits for the next message. Nil if none arrives within ten seconds.
    func next() -> String? { receive(flags: 0) }

    /// The next message that has already arrived. Nil if no message has arrived.
    func waiting() -> String? { receive(flags: Int32(MSG_DONTWAIT)) }

    private func receive(flags: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, flags)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}
