/// The kinds of frames that the control plane and a renderer exchange.
package enum FrameKind: UInt8, CaseIterable, Sendable {
    /// From the renderer, once and before any other frame: its identity, as JSON.
    case hello = 1
    /// To the renderer: the job, as JSON.
    case job
    /// To the renderer: the start of a blob, which is a file that the job needs. Contains its size.
    case blob
    /// The next bytes of the open blob or file. A blob or file has any number of these frames.
    case data
    /// To the renderer: the open blob is complete.
    case blobEnd
    /// To the renderer: the open blob cannot be completed, and the job ends.
    case abort
    /// From the renderer: a request for the blob with this number.
    case need
    /// From the renderer: it has its inputs, and starts the work. The time limit of the job applies from now on.
    case start
    /// From the renderer: the start of a file. Contains its number and its kind.
    case file = 10
    /// From the renderer: the open file is complete.
    case fileEnd
    /// From the renderer: the job is done. Contains the answer, as JSON.
    case result
    /// From the renderer: the job cannot be done, for a reason other than the art. Contains the reason, as JSON.
    case failure

    /// The maximum number of bytes that a frame of this kind may carry.
    package var limit: Int {
        switch self {
        case .hello, .data, .failure: 1 << 20
        case .result: 4 << 20
        // A page of a sheet can contain thousands of words.
        case .job: 16 << 20
        case .blob: 8
        case .need: 4
        case .file: 5
        case .blobEnd, .abort, .start, .fileEnd: 0
        }
    }
}

/// The header at the start of every frame. It has 16 bytes, and its numbers are in network order.
///
/// | bytes | meaning |
/// |---|---|
/// | 1 | `FrameKind` |
/// | 1 | flags, always 0 |
/// | 2 | reserved: 0 |
/// | 4 | the number of the job, or 0 for a frame without a job |
/// | 8 | the number of following bytes |
package struct FrameHeader: Equatable, Sendable {
    package static let size = 16

    package var kind: FrameKind
    /// The number of the job to which the frame belongs.
    package var job: UInt32
    /// The number of bytes after the header.
    package var length: Int

    package init(_ kind: FrameKind, job: UInt32 = 0, length: Int = 0) {
        self.kind = kind
        self.job = job
        self.length = length
    }

    /// Reads a header.
    ///
    /// - Parameter bytes: at least `size` bytes.
    /// - Throws: `ProtocolViolation`.
    init(_ bytes: [UInt8]) throws(ProtocolViolation) {
        guard bytes.count >= FrameHeader.size else { throw .truncated }
        guard let kind = FrameKind(rawValue: bytes[0]) else { throw .unknownKind(bytes[0]) }
        guard bytes[1...3].allSatisfy({ $0 == 0 }) else { throw .reservedBits }
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        let length = number(8..<16)
        guard length <= UInt64(kind.limit) else { throw .tooLong(kind, length: length) }
        self.init(kind, job: UInt32(number(4..<8)), length: Int(length))
    }

    package var bytes: [UInt8] {
        [kind.rawValue, 0, 0, 0] + job.bigEndianBytes + UInt64(length).bigEndianBytes
    }
}

/// A frame with its payload.
package struct Frame: Equatable, Sendable {
    package var kind: FrameKind
    package var job: UInt32
    package var payload: [UInt8]

    /// - Parameter payload: at most `kind.limit` bytes.
    package init(_ kind: FrameKind, job: UInt32 = 0, payload: [UInt8] = []) {
        self.kind = kind
        self.job = job
        self.payload = payload
    }

    /// The bytes of the frame: the header and the payload.
    ///
    /// - Throws: `ProtocolViolation.tooLong` if the other side would reject the frame.
    package func encoded() throws(ProtocolViolation) -> [UInt8] {
        guard payload.count <= kind.limit else { throw .tooLong(kind, length: UInt64(payload.count)) }
        return FrameHeader(kind, job: job, length: payload.count).bytes + payload
    }

    /// The frame at the start of a blob.
    ///
    /// - Parameter size: the size of the blob, in bytes.
    package static func blob(size: Int, job: UInt32) -> Frame {
        Frame(.blob, job: job, payload: UInt64(max(0, size)).bigEndianBytes)
    }

    /// The number in the payload: the size of a blob, or the index of a requested blob.
    ///
    /// - Returns: nil if the payload has a different length, or if the number is too large.
    package func number(bytes count: Int) -> Int? {
        guard payload.count == count else { return nil }
        return Int(exactly: payload.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
