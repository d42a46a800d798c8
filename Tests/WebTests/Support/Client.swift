import Foundation
import Glibc

/// A connection to a port of this machine, byte by byte.
final class Client: Sendable {
    struct Answer {
        var status: Int
        var headers: [String: String]
        var body: String
    }

    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
    }

    /// False when the other side has gone.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Everything until the other side ends the connection.
    func rest() -> String {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += buffer[..<count]
        }
    }

    /// Whether the other side has ended the connection.
    var isEnded: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
    }

    /// A whole request and its answer.
    static func get(_ path: String, port: Int, method: String = "GET") throws -> Answer {
        let client = try Client(port: port)
        client.send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let parts = client.rest().split(separator: "\r\n\r\n", maxSplits: 1)
        var lines = (parts.first ?? "").split(separator: "\r\n")[...]
        let status = lines.popFirst()?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let headers = lines.map { line in
            let pair = line.split(separator: ":", maxSplits: 1)
            return (pair[0].lowercased(), pair.count > 1 ? pair[1].trimmingCharacters(in: .whitespaces) : "")
        }
        return Answer(
            status: status, headers: Dictionary(headers) { $1 }, body: parts.count > 1 ? String(parts[1]) : "")
    }
}
