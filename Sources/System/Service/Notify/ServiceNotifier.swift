import Foundation
import Glibc
import Synchronization

/// Tells the service manager how the service is, in the protocol of `sd_notify(3)`: a datagram of `NAME=value` lines to
/// the socket that `$NOTIFY_SOCKET` names. Where nobody asked to be told, it does nothing.
package final class ServiceNotifier: Sendable {
    /// How often the service manager wants a sign of life, or it takes the service for hung; nil where it wants none.
    package let watchdog: Duration?
    private let socket: DatagramSocket?
    private let lastStatus = Mutex("")

    /// - Parameter environment: where `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID` are looked up.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        socket = environment["NOTIFY_SOCKET"].flatMap { DatagramSocket(to: $0) }
        let isMeant = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdog = socket != nil && isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// Whether anybody listens.
    package var isHeard: Bool { socket != nil }

    /// The service has started, or has finished to reload.
    package func ready() {
        send("READY=1")
    }

    /// What `systemctl status` shows: one line. The same again is not sent again.
    package func status(_ text: String) {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        let isNew = lastStatus.withLock { last in
            defer { last = line }
            return last != line
        }
        if isNew { send("STATUS=\(line)") }
    }

    /// The configuration is being read again; `ready()` says that it is done.
    package func reloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        send("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }

    /// The service is ending.
    package func stopping() {
        send("STOPPING=1")
    }

    /// A start or a stop goes on and may take this much longer.
    package func extendTimeout(by time: Duration) {
        send("EXTEND_TIMEOUT_USEC=\(time.components.seconds * 1_000_000)")
    }

    /// A sign of life.
    package func alive() {
        if watchdog != nil { send("WATCHDOG=1") }
    }

    private func send(_ message: String) {
        socket?.send(Array(message.utf8))
    }
}
