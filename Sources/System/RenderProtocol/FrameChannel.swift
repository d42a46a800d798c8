import CLinux
import Glibc

/// Writes frames to a pipe. It blocks its thread while the pipe is full, and must not be shared between threads.
package struct FrameWriter: ~Copyable {
    private let descriptor: Int32
    private let patience: Int32

    /// - Parameters:
    ///   - descriptor: a descriptor that is open for writing. The caller closes it.
    ///   - patience: for a non-blocking descriptor, the number of milliseconds to wait for the other side to read. -1
    ///     for no limit.
    package init(_ descriptor: Int32, patience: Int32 = -1) {
        self.descriptor = descriptor
        self.patience = patience
    }

    /// - Throws: `PipeError`; `ProtocolViolation` if the other side would reject the frame.
    package func write(_ frame: Frame) throws {
        try frame.encoded().withUnsafeBytes { try write($0, patience: patience) }
    }

    /// - Parameter patience: the number of milliseconds to wait for this frame, in place of that of the writer.
    /// - Throws: `PipeError`; `ProtocolViolation` if the other side would reject the frame.
    package func write(_ frame: Frame, patience: Int32) throws {
        try frame.encoded().withUnsafeBytes { try write($0, patience: patience) }
    }

    /// Writes bytes as `data` frames, without copying them.
    ///
    /// - Throws: `PipeError`.
    package func write(_ bytes: UnsafeRawBufferPointer, job: UInt32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(FrameKind.data.limit)
            try FrameHeader(.data, job: job, length: part.count).bytes.withUnsafeBytes {
                try write($0, patience: patience)
            }
            try write(UnsafeRawBufferPointer(rebasing: part), patience: patience)
            rest = rest.dropFirst(part.count)
        }
    }

    private func write(_ buffer: UnsafeRawBufferPointer, patience: Int32) throws(PipeError) {
        var done = 0
        while done < buffer.count {
            let count = Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
            if count > 0 {
                done += count
            } else if count < 0, errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&waiting, 1, patience) != 0 else { throw .timedOut }
            } else if count == 0 || errno != EINTR {
                throw PipeError(code: errno)
            }
        }
    }
}

/// Reads frames from a pipe one at a time. A renderer uses it, because a renderer knows which kind of frame is next.
/// It blocks its thread while the pipe is empty, and must not be shared between threads.
package struct FrameInput: ~Copyable {
    private let descriptor: Int32

    /// - Parameter descriptor: a descriptor that is open for reading. The caller closes it.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Waits for the header of a frame. The caller must then read the content of the frame.
    ///
    /// - Returns: nil at the end of the input.
    /// - Throws: `PipeError`, `ProtocolViolation`.
    package func next() throws -> FrameHeader? {
        var bytes = [UInt8](repeating: 0, count: FrameHeader.size)
        let count = try bytes.withUnsafeMutableBytes { try read(into: $0) }
        guard count > 0 else { return nil }
        guard count == bytes.count else { throw ProtocolViolation.truncated }
        return try FrameHeader(bytes)
    }

    /// The frame with a header, which must not be that of a `data` frame.
    ///
    /// - Throws: `PipeError`, `ProtocolViolation`.
    package func frame(_ header: FrameHeader) throws -> Frame {
        var payload = [UInt8](repeating: 0, count: header.length)
        try payload.withUnsafeMutableBytes { try fill($0) }
        return Frame(header.kind, job: header.job, payload: payload)
    }

    /// Fills a buffer with the next bytes.
    ///
    /// - Throws: `PipeError`, `ProtocolViolation.truncated`.
    package func fill(_ buffer: UnsafeMutableRawBufferPointer) throws {
        guard try read(into: buffer) == buffer.count else { throw ProtocolViolation.truncated }
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) throws(PipeError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            if count == 0 { break }
            if count > 0 {
                filled += count
            } else if errno != EINTR {
                throw PipeError(code: errno)
            }
        }
        return filled
    }
}

/// Reads frames from a pipe into one buffer. It blocks its thread while the pipe is empty, and must not be shared
/// between threads.
package struct FrameReader: ~Copyable {
    private let descriptor: Int32
    private let buffer: UnsafeMutableRawBufferPointer
    private var decoder = FrameDecoder()

    /// The maximum number of bytes per read.
    private static let bufferSize = 256 << 10

    /// - Parameter descriptor: a descriptor that is open for reading. The caller closes it.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
        buffer = .allocate(byteCount: FrameReader.bufferSize, alignment: 16)
    }

    deinit {
        buffer.deallocate()
    }

    /// Waits for bytes, and passes the events that they complete to `take`.
    ///
    /// - Parameter take: receives the events, as in `FrameDecoder.append`.
    /// - Returns: false if the input has ended between two frames.
    /// - Throws: `PipeError`, `ProtocolViolation`, and the errors of `take`.
    package mutating func read(_ take: (FrameDecoder.Event) throws -> Void) throws -> Bool {
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

/// An error in reading or writing a pipe.
package struct PipeError: Error, Equatable, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The other side did not read within the permitted time.
    package static let timedOut = PipeError(code: ETIMEDOUT)

    package var description: String { "a pipe failed: " + String(cString: strerror(code)) }
}

/// Increases the capacity of a pipe, so that a writer blocks less often.
package enum PipeCapacity {
    /// The requested capacity of a pipe, in bytes. More would soon exhaust the limit for all pipes of a user.
    private static let bytes: Int32 = 256 << 10

    /// Increases the capacity of a pipe. The pipe is unchanged if the user's pipes already have too many pages.
    package static func raise(of descriptor: Int32) {
        _ = fcntl(descriptor, Int32(LINUX_F_SETPIPE_SZ), bytes)
    }
}
