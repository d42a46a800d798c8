import Foundation
import Glibc
import Synchronization

/// An unreliable connection to a server of this machine. The proxy forwards the given number of bytes, and then breaks
/// all connections.
final class UnreliableProxy: Sendable {
    private struct Line {
        var budget: Int
        var open: [Int32] = []
    }

    let port: Int
    private let listener: Int32
    private let line: Mutex<Line>

    /// - Parameters:
    ///   - server: the port of the server.
    ///   - bytes: the number of bytes of answers that are forwarded.
    init(to server: Int, breakingAfter bytes: Int) throws {
        line = Mutex(Line(budget: bytes))
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = UnreliableProxy.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                    ? getsockname(listener, pointer, &length) : -1
            }
        }
        guard code == 0 else { throw POSIXError(.EIO) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { break }
                self.connect(client, to: server)
            }
        }.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Sets the number of bytes of answers that are forwarded from now on. By default, all bytes are forwarded.
    func allow(_ bytes: Int = .max) {
        line.withLock { $0.budget = bytes }
    }

    private func connect(_ client: Int32, to port: Int) {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = UnreliableProxy.loopback(port)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let isBroken = line.withLock { line in
            line.open += [client, server]
            return line.budget <= 0
        }
        guard !isBroken else { return breakAll() }
        Thread { [self] in pass(from: client, to: server, isAnswer: false) }.start()
        Thread { [self] in pass(from: server, to: client, isAnswer: true) }.start()
    }

    private func pass(from source: Int32, to target: Int32, isAnswer: Bool) {
        var buffer = [UInt8](repeating: 0, count: 512)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0, send(target, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
            let isBroken = line.withLock { line in
                if isAnswer { line.budget -= count }
                return line.budget <= 0
            }
            if isBroken { return breakAll() }
        }
        shutdown(target, Int32(SHUT_WR))
    }

    /// Descriptors are closed only when the process ends, so that no thread can use a descriptor that now belongs to
    /// another connection.
    private func breakAll() {
        line.withLock { line in line.open.forEach { shutdown($0, Int32(SHUT_RDWR)) } }
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }
}
