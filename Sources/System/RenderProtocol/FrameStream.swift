import Glibc

/// Frames in both directions over descriptors that one thread serves together with others (`poll`). Outgoing bytes are
/// kept until the peer accepts them, so that a slow peer does not delay others.
package final class FrameStream {
    /// Read from.
    package let input: Int32
    /// The non-blocking descriptor for writing.
    package let output: Int32
    /// Bytes that the other side has not taken yet.
    package private(set) var pending = 0
    /// Bytes that have come.
    package private(set) var received = 0
    /// Bytes that the other side has taken.
    package private(set) var sent = 0

    private var decoder = FrameDecoder()
    private let buffer: UnsafeMutableRawBufferPointer
    private var chunks: [[UInt8]] = []
    /// Chunks that have been written, and bytes of the one after them.
    private var (written, offset) = (0, 0)

    /// Bytes that are read at once, and that are kept in one piece.
    private static let pieceSize = 256 << 10

    /// - Parameters:
    ///   - input: open for reading; owned by the caller.
    ///   - output: open for writing; owned by the caller, and set to non-blocking.
    package init(input: Int32, output: Int32) {
        (self.input, self.output) = (input, output)
        buffer = .allocate(byteCount: FrameStream.pieceSize, alignment: 16)
        _ = fcntl(output, F_SETFL, fcntl(output, F_GETFL) | O_NONBLOCK)
    }

    deinit { buffer.deallocate() }

    /// Reads the available bytes, and waits if there are none.
    ///
    /// - Parameter take: called as by `FrameDecoder.append`.
    /// - Returns: false if the input has ended between two frames.
    /// - Throws: `PipeError`, `ProtocolViolation`, and the errors of `take`.
    package func read(_ take: (FrameDecoder.Event) throws -> Void) throws -> Bool {
        while true {
            let count = Glibc.read(input, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return true }
            guard count >= 0 else { throw PipeError(code: errno) }
            guard count > 0 else {
                try decoder.end()
                return false
            }
            received += count
            try decoder.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]), take: take)
            return true
        }
    }

    /// Sends a frame as soon as the other side takes it.
    ///
    /// - Throws: `ProtocolViolation` for a frame that the other side would refuse.
    package func send(_ frame: Frame) throws(ProtocolViolation) {
        keep(try frame.encoded())
    }

    /// Forwards a received event.
    ///
    /// - Throws: as `send(_:)`.
    package func send(_ event: FrameDecoder.Event) throws(ProtocolViolation) {
        switch event {
        case .frame(let frame): try send(frame)
        case .data(let job, let bytes):
            keep(FrameHeader(.data, job: job, length: bytes.count).bytes)
            keep(bytes)
        }
    }

    /// Sends a file that a job has requested.
    ///
    /// - Throws: as `send(_:)`.
    package func send(blob: [UInt8], job: UInt32) throws(ProtocolViolation) {
        try send(.blob(size: blob.count, job: job))
        var rest = blob[...]
        while !rest.isEmpty {
            let piece = rest.prefix(FrameKind.data.limit)
            rest = rest.dropFirst(piece.count)
            keep(FrameHeader(.data, job: job, length: piece.count).bytes)
            keep(piece)
        }
        try send(Frame(.blobEnd, job: job))
    }

    private func keep(_ bytes: some Collection<UInt8>) {
        pending += bytes.count
        if let last = chunks.indices.last, last >= written,
            chunks[last].count + bytes.count <= FrameStream.pieceSize
        {
            chunks[last].append(contentsOf: bytes)
        } else {
            chunks.append(Array(bytes))
        }
    }

    /// Writes as much as the other side accepts now.
    ///
    /// - Throws: `PipeError`.
    package func flush() throws(PipeError) {
        while written < chunks.count {
            let count = chunks[written].withUnsafeBytes {
                Glibc.write(output, $0.baseAddress.map { $0 + offset }, $0.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { break }
            guard count > 0 else { throw PipeError(code: count == 0 ? EPIPE : errno) }
            (offset, pending, sent) = (offset + count, pending - count, sent + count)
            guard offset == chunks[written].count else { continue }
            chunks[written] = []
            (written, offset) = (written + 1, 0)
        }
        guard written > 64 || written == chunks.count else { return }
        chunks.removeFirst(written)
        written = 0
    }
}

/// Descriptors that a thread waits for.
package struct PollSet {
    private var entries: [pollfd] = []

    package init() {}

    /// - Returns: its place in this set; nil for a descriptor of which nothing is wanted.
    @discardableResult
    package mutating func add(_ descriptor: Int32, reading: Bool = false, writing: Bool = false) -> Int? {
        guard reading || writing else { return nil }
        let events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0)
        entries.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
        return entries.count - 1
    }

    /// Waits until one of them is ready.
    ///
    /// - Parameter milliseconds: the most.
    package mutating func wait(milliseconds: Int32) {
        let count = UInt(entries.count)
        if entries.withUnsafeMutableBufferPointer({ poll($0.baseAddress, count, milliseconds) }) < 0 {
            for place in entries.indices { entries[place].revents = 0 }
        }
    }

    /// Whether there is something to read or the other end is closed, or whether it can be written to.
    package func isReady(_ place: Int?) -> Bool {
        place.map { entries[$0].revents != 0 } ?? false
    }
}
