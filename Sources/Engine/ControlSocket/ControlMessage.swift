import Foundation
import JobModel

/// A request from a command to a running engine, sent as one line of JSON.
package struct ControlRequest: Codable, Hashable, Sendable {
    /// The version of the protocol. Must be increased if an older program would misunderstand a message, but not for
    /// new keys.
    package static let version = 1
    /// The maximum length of a request in bytes, without its line break.
    package static let limit = 64 << 10

    package enum Command: String, Codable, Hashable, Sendable {
        /// Requests the state of the engine. The response contains an `EngineStatus`.
        case status
        /// Asks the engine to release the output folder while the connection is open. The response contains `yielded`
        /// after the engine has released its lock. The engine takes the lock again when the connection is closed.
        case yield
    }

    package var version = ControlRequest.version
    package var command: Command
    /// The maximum number of entries of each list in the response. If nil, the limit of the server applies.
    package var limit: Int?

    package init(_ command: Command, limit: Int? = nil) {
        self.command = command
        self.limit = limit
    }
}

/// The response of an engine with the result or an error, sent as one line of JSON.
package struct ControlResponse: Codable, Hashable, Sendable {
    /// The maximum length of a response in bytes, without its line break.
    package static let limit = 16 << 20

    /// The reason why a request was rejected.
    package struct Failure: Codable, Hashable, Sendable {
        package enum Code: String, Codable, Hashable, Sendable {
            case unsupportedVersion = "unsupported-version"
            case unknownCommand = "unknown-command"
            case malformedRequest = "malformed-request"
            case requestTooLong = "request-too-long"
        }

        package var code: Code
        /// A sentence with the reason.
        package var message: String
    }

    package var version = ControlRequest.version
    package var status: EngineStatus?
    /// True in the response to `yield`. Nil in all other responses.
    package var yielded: Bool?
    package var error: Failure?

    package init(status: EngineStatus) {
        self.status = status
    }

    /// The response to `yield`.
    init(yielded: Bool) {
        self.yielded = yielded
    }

    init(_ code: Failure.Code, _ message: String) {
        error = Failure(code: code, message: message)
    }
}

/// Encodes and decodes requests and responses as lines.
package enum ControlCoding {
    /// The keys that all versions of the protocol share.
    private struct Envelope: Decodable {
        var version: Int
        var command: String?
    }

    package static func line(_ message: some Encodable) throws -> [UInt8] {
        [UInt8](try JSONEncoder.dated.encode(message)) + [UInt8(ascii: "\n")]
    }

    /// Decodes a request.
    ///
    /// - Returns: the request, or a rejection with the response to send.
    package static func request(_ line: [UInt8]) -> Result<ControlRequest, Rejection> {
        guard let envelope = try? JSONDecoder.dated.decode(Envelope.self, from: Data(line)) else {
            return .failure(
                Rejection(.malformedRequest, "The request is not a JSON object with a version and a command."))
        }
        guard envelope.version == ControlRequest.version else {
            return .failure(
                Rejection(
                    .unsupportedVersion,
                    "The request has version \(envelope.version) of the protocol, but this stickerd supports version "
                        + "\(ControlRequest.version)."))
        }
        guard let command = envelope.command, ControlRequest.Command(rawValue: command) != nil else {
            return .failure(Rejection(.unknownCommand, "This stickerd does not know the command of the request."))
        }
        guard let request = try? JSONDecoder.dated.decode(ControlRequest.self, from: Data(line)) else {
            return .failure(Rejection(.malformedRequest, "The request has a value of the wrong type."))
        }
        return .success(request)
    }

    /// Decodes a response.
    ///
    /// - Throws: `ControlError`; `rejected` if the response contains an error.
    package static func response(_ line: [UInt8]) throws(ControlError) -> ControlResponse {
        guard let envelope = try? JSONDecoder.dated.decode(Envelope.self, from: Data(line)) else {
            throw .unreadableResponse
        }
        guard envelope.version == ControlRequest.version else { throw .otherVersion(envelope.version) }
        guard let response = try? JSONDecoder.dated.decode(ControlResponse.self, from: Data(line)) else {
            throw .unreadableResponse
        }
        if let error = response.error { throw .rejected(error.message) }
        return response
    }

    /// A request that is invalid or not supported, with the response to send.
    package struct Rejection: Error {
        package let response: ControlResponse

        init(_ code: ControlResponse.Failure.Code, _ message: String) {
            response = ControlResponse(code, message)
        }
    }
}
