/// A violation of the protocol by the other process. The bytes that follow could be misinterpreted, so the connection
/// is closed and the process is killed.
package enum ProtocolViolation: Error, Equatable, Sendable, CustomStringConvertible {
    case unknownKind(UInt8)
    case reservedBits
    case tooLong(FrameKind, length: UInt64)
    /// The input ended in the middle of a frame.
    case truncated
    /// The frame is not allowed at this point. `expected` is the end of a sentence.
    case unexpected(FrameKind, expected: String)
    /// The frame does not belong to the current job.
    case otherJob(UInt32)
    /// The payload of a frame does not match its kind.
    case malformed(FrameKind)
    /// The answer has more files than a job may have.
    case tooManyFiles(limit: Int)
    /// The files of the answer have more bytes than the job allows.
    case tooManyBytes(limit: Int)
    /// The same blob was requested too many times.
    case tooManyNeeds

    package var description: String {
        switch self {
        case .unknownKind(let number): "a frame of the unknown kind \(number)"
        case .reservedBits: "a frame with reserved bits"
        case .tooLong(let kind, let length): "a \(kind) frame of \(length) bytes; at most \(kind.limit) are allowed"
        case .truncated: "its output ended within a frame"
        case .unexpected(let kind, let expected): "a \(kind) frame where \(expected)"
        case .otherJob(let job): "a frame of job \(job), which it was not given"
        case .malformed(let kind): "a \(kind) frame that cannot be read"
        case .tooManyFiles(let limit): "more than \(limit) files"
        case .tooManyBytes(let limit): "files of more than \(limit) bytes"
        case .tooManyNeeds: "the same files asked for without end"
        }
    }
}
