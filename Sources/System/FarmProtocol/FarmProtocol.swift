import Foundation
import RenderProtocol

/// The protocol between `stickerd` and `stickerd-farm`, over a pair of pipes or a socket. Messages are JSON in the
/// frames of `RenderProtocol`: commands are `job` frames, and reports are `result` frames. The program ends when its
/// input ends.
package enum FarmProtocol {
    package static let version = 1

    /// - Throws: `ProtocolViolation` if the message is too long.
    package static func frame(_ command: FarmCommand) throws(ProtocolViolation) -> Frame {
        try frame(command, kind: .job)
    }

    /// - Throws: `ProtocolViolation` if the message is too long.
    package static func frame(_ report: FarmReport) throws(ProtocolViolation) -> Frame {
        try frame(report, kind: .result)
    }

    /// - Throws: `ProtocolViolation` if the frame is not a command.
    package static func command(_ frame: Frame) throws(ProtocolViolation) -> FarmCommand {
        try message(frame, kind: .job)
    }

    /// - Throws: `ProtocolViolation` if the frame is not a report.
    package static func report(_ frame: Frame) throws(ProtocolViolation) -> FarmReport {
        try message(frame, kind: .result)
    }

    private static func frame(_ message: some Encodable, kind: FrameKind) throws(ProtocolViolation) -> Frame {
        guard let payload = try? JSONEncoder().encode(message) else { throw .malformed(kind) }
        guard payload.count <= kind.limit else { throw .tooLong(kind, length: UInt64(payload.count)) }
        return Frame(kind, payload: Array(payload))
    }

    private static func message<Message: Decodable>(
        _ frame: Frame, kind: FrameKind
    ) throws(ProtocolViolation) -> Message {
        guard frame.kind == kind else { throw .unexpected(frame.kind, expected: "a \(kind) frame was due") }
        guard let message = try? JSONDecoder().decode(Message.self, from: Data(frame.payload)) else {
            throw .malformed(kind)
        }
        return message
    }
}
