import CLinux
import Glibc

/// Writes frames to a pipe. It blocks its thread while the pipe is full, and is not shared between threads.
package struct FrameWriter: ~Copyable {
    private let descriptor: Int32

    /// - Parameter descriptor: open for writing; it stays the caller's.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// - Throws: `PipeError`; `ProtocolViolation` for a frame that the other side would refuse.
    package func write(_ frame: Frame) throws {
        try frame.encoded().withUnsafeBytes { try write($0) }
    }

    /// Writes bytes as `data` frames, without a copy.
    ///
    /// - Throws: `PipeError`.
    package func write(_ bytes: UnsafeRawBufferPointer, job: UInt32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(FrameKind.data.limit)
            try FrameHeader(.data, job: job, length: part.count).bytes.withUnsafeBytes { try write($0) }
            try write(UnsafeRawBufferPointer(rebasing: part))
            rest = rest.dropFirst(part.count)
        }
    }

    private func write(_ buffer: UnsafeRawBufferPointer) throws(PipeError) {
        var done = 0
        while done < buffer.count {
            let count = Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw PipeError(code: errno) }
            done += count
        }
    }
}

/// Reads frames from a pipe into one buffer. It blocks its thread while the pipe is empty, and is not shared between threads.
package struct FrameReader: ~Copyable {
    private let descriptor: Int32
    private let buffer: UnsafeMutableRawBufferPointer
    private var decoder = FrameDecoder()

    /// Bytes that are read at once.
    private static let bufferSize = 256 << 10

    /// - Parameter descriptor: open for reading; it stays the caller's.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
        buffer = .allocate(byteCount: FrameReader.bufferSize, alignment: 16)
    }

    deinit {
        buffer.deallocate()
    }

    /// Waits for bytes and hands on what they complete.
    ///
    /// - Parameter take: as in `FrameDecoder.append`.
    /// - Returns: false when the input has ended between two frames.
    /// - Throws: `PipeError`, `ProtocolViolation`.
    package mutating func read(_ take: (FrameDecoder.Event) throws(ProtocolViolation) -> Void) throws -> Bool {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw PipeError(code: errno) }
            guard count > 0 else {
                try decoder.end()
                return false
            }
            try decoder.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]), take: take)
            return true
        }
    }
}

/// Why a pipe could not be read or written.
package struct PipeError: Error, Equatable, CustomStringConvertible {
    /// As `errno` says.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    package var description: String { "a pipe failed: " + String(cString: strerror(code)) }
}

/// What makes a pipe take more before whoever writes has to wait.
package enum PipeCapacity {
    /// Asks for room for 1 MiB: what a frame may carry at most. Where the user's pipes have too many pages already, the pipe
    /// stays as it is.
    package static func raise(of descriptor: Int32) {
        _ = fcntl(descriptor, Int32(LINUX_F_SETPIPE_SZ), Int32(FrameKind.data.limit))
    }
}
