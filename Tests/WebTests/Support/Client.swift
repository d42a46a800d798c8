import Foundation
import Glibc

/// A connection to a port of this machine, which sends and receives single bytes.
final class Client: Sendable {
    struct Answer {
        var status: Int
        var headers: [String: String]
        var bytes: [UInt8]

        var body: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let descriptor: Int32

    /// - Parameter receiveBuffer: the size of the receive buffer in the kernel. Nil for the default size.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var timeout = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
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

    /// Sends a text. Returns false if the other side has closed the connection.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Receives the text until the other side closes the connection.
    func rest() -> String { String(decoding: restOfBytes(), as: UTF8.self) }

    func restOfBytes() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return all }
            all += buffer[..<count]
        }
    }

    /// Waits for data, and reads at most the given number of bytes. Returns the number of bytes, which is 0 at the end
    /// of the connection.
    func take(_ most: Int) -> Int {
        var buffer = [UInt8](repeating: 0, count: most)
        return max(0, recv(descriptor, &buffer, most, 0))
    }

    /// Waits for an answer on a connection that stays open.
    func answer() -> Answer {
        var received: [UInt8] = []
        while true {
            let answer = Answer(received)
            if let length = answer.headers["content-length"].flatMap({ Int($0) }), answer.bytes.count >= length {
                return answer
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return answer }
            received += buffer[..<count]
        }
    }

    /// Whether the other side has ended the connection.
    var isEnded: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
    }

    /// Whether the other side has closed the connection. Data that it sent before is read and discarded.
    var hasEnded: Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { continue }
            return count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)
        }
    }

    /// The received bytes that have not been read, without waiting.
    func arrived() -> String {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
    }

    /// Sends a complete request on a separate connection, and returns the answer.
    static func get(
        _ path: String, port: Int, method: String = "GET", fields: [String: String] = [:]
    ) throws -> Answer {
        let client = try Client(port: port)
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        client.send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(lines)\r\n")
        return Answer(client.restOfBytes())
    }
}

extension Client.Answer {
    /// Parses the bytes that a server sent until it closed the connection.
    init(_ received: [UInt8]) {
        let end = received.firstRange(of: Array("\r\n\r\n".utf8)) ?? received.endIndex..<received.endIndex
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        var lines = head.split(separator: "\r\n")[...]
        status = lines.popFirst()?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let pairs = lines.map { line in
            let pair = line.split(separator: ":", maxSplits: 1)
            return (pair[0].lowercased(), pair.count > 1 ? pair[1].trimmingCharacters(in: .whitespaces) : "")
        }
        headers = Dictionary(pairs) { $1 }
        bytes = Array(received[end.upperBound...])
        if headers["transfer-encoding"] == "chunked" { bytes = Self.unchunked(bytes) }
    }

    private static func unchunked(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        var all: [UInt8] = []
        while let end = rest.firstRange(of: Array("\r\n".utf8)),
            let count = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), count > 0,
            rest.endIndex - end.upperBound >= count
        {
            all += rest[end.upperBound..<end.upperBound + count]
            rest = rest[min(end.upperBound + count + 2, rest.endIndex)...]
        }
        return all
    }
}
