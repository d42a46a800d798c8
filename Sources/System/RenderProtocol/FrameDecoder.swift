/// Assembles frames from the pieces of bytes that a pipe delivers.
///
/// The bytes of `data` frames are passed on as they arrive, without copying them. The bytes of other frames are
/// collected first.
package struct FrameDecoder {
    /// The event that a piece completed.
    package enum Event {
        /// A complete frame, of any kind except `data`.
        case frame(Frame)
        /// The next bytes of a `data` frame, valid only during the call.
        case data(job: UInt32, UnsafeRawBufferPointer)
    }

    private var head: [UInt8] = []
    private var open: (header: FrameHeader, payload: [UInt8])?

    package init() {
        head.reserveCapacity(FrameHeader.size)
    }

    /// Whether no frame is incomplete, so that the input may end.
    package var isBetweenFrames: Bool { head.isEmpty && open == nil }

    /// Adds the next piece of bytes.
    ///
    /// - Parameter take: receives the events, in order. If it throws an error, decoding ends.
    /// - Throws: `ProtocolViolation`, and the errors of `take`.
    package mutating func append(_ piece: UnsafeRawBufferPointer, take: (Event) throws -> Void) throws {
        var rest = piece[...]
        while !rest.isEmpty {
            guard var frame = open else {
                let count = min(FrameHeader.size - head.count, rest.count)
                head.append(contentsOf: rest.prefix(count))
                rest = rest.dropFirst(count)
                // A program other than a renderer may write less than a header. Therefore the first byte is checked
                // as soon as it arrives.
                guard FrameKind(rawValue: head[0]) != nil else { throw ProtocolViolation.unknownKind(head[0]) }
                guard head.count == FrameHeader.size else { return }
                let header = try FrameHeader(head)
                head.removeAll(keepingCapacity: true)
                if header.length == 0 {
                    try take(FrameDecoder.empty(header))
                } else {
                    open = (header, [])
                }
                continue
            }
            let missing = frame.header.length - frame.payload.count
            let part = rest.prefix(missing)
            rest = rest.dropFirst(part.count)
            open = nil
            if frame.header.kind == .data {
                try take(.data(job: frame.header.job, UnsafeRawBufferPointer(rebasing: part)))
                frame.header.length -= part.count
                if frame.header.length > 0 { open = frame }
            } else {
                frame.payload.append(contentsOf: part)
                if frame.payload.count == frame.header.length {
                    try take(.frame(Frame(frame.header.kind, job: frame.header.job, payload: frame.payload)))
                } else {
                    open = frame
                }
            }
        }
    }

    private static func empty(_ header: FrameHeader) -> Event {
        header.kind == .data
            ? .data(job: header.job, UnsafeRawBufferPointer(start: nil, count: 0))
            : .frame(Frame(header.kind, job: header.job))
    }

    /// Ends the input.
    ///
    /// - Throws: `ProtocolViolation.truncated` if a frame is incomplete.
    package func end() throws(ProtocolViolation) {
        guard isBetweenFrames else { throw .truncated }
    }
}
