import Foundation
import Glibc
import Synchronization

/// Notifies the service manager with the protocol of `sd_notify(3)`. It sends datagrams of `NAME=value` lines to the
/// socket in `$NOTIFY_SOCKET`. If this variable is not set, it does nothing.
package final class ServiceNotifier: Sendable {
    /// The interval within which the service manager expects a heartbeat. Nil without a watchdog for the service.
    package let watchdog: Duration?
    private let socket: DatagramSocket?
    private let lastStatus = Mutex("")

    /// - Parameter environment: the environment variables, of which `NOTIFY_SOCKET`, `WATCHDOG_USEC` and
    ///   `WATCHDOG_PID` are used.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        socket = environment["NOTIFY_SOCKET"].flatMap { DatagramSocket(to: $0) }
        let isMeant = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdog = socket != nil && isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// Whether there is a service manager to notify.
    package var isEnabled: Bool { socket != nil }

    /// Reports that the service has started, or has finished reloading.
    package func ready() {
        send("READY=1")
    }

    /// Sets the line that `systemctl status` shows. An unchanged line is not sent again.
    package func status(_ text: String) {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        let isNew = lastStatus.withLock { last in
            defer { last = line }
            return last != line
        }
        if isNew { send("STATUS=\(line)") }
    }

    /// Reports that the service is reloading its configuration. `ready()` reports the end of reloading.
    package func reloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        send("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }

    /// Reports that the service is stopping.
    package func stopping() {
        send("STOPPING=1")
    }

    /// Sends a heartbeat to the watchdog of the service manager.
    package func alive() {
        if watchdog != nil { send("WATCHDOG=1") }
    }

    private func send(_ message: String) {
        socket?.send(Array(message.utf8))
    }
}

/// A Unix datagram socket that is not connected, and the address to which it sends.
final class DatagramSocket: Sendable {
    private let descriptor: Int32
    /// The bytes of `sockaddr_un` up to the end of the name.
    private let address: [UInt8]

    /// - Parameter name: an absolute path, or `@` followed by a name in the abstract namespace. Any other text gives
    ///   nil.
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
        // With the timeout, a service manager that does not read cannot block the service.
        var gracePeriod = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &gracePeriod, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Sends a message. The message is lost if the service manager does not read it in time.
    func send(_ message: [UInt8]) {
        address.withUnsafeBytes { bytes in
            guard let name = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return }
            let flags = Int32(MSG_NOSIGNAL)
            while sendto(descriptor, message, message.count, flags, name, socklen_t(bytes.count)) < 0, errno == EINTR {}
        }
    }
}
