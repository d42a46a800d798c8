/// The status of a gRPC call that failed.
package struct CallFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status codes of gRPC.
    package enum Code: Int32, Sendable {
        case cancelled = 1
        case unknown
        case invalidArgument
        case deadlineExceeded
        case notFound
        case alreadyExists
        case permissionDenied
        case resourceExhausted
        case failedPrecondition
        case aborted
        case outOfRange
        case unimplemented
        case `internal`
        case unavailable
        case dataLoss
        case unauthenticated
    }

    package var code: Code
    /// The message of the server or of the gRPC library. It may contain any characters, so it must be escaped.
    package var words: String

    package init(_ code: Code, _ words: String) {
        self.code = code
        self.words = words
    }

    /// The failure of a call that succeeded but sent no message.
    static let withoutAnswer = CallFailure(.internal, "the server sent no answer")

    package var description: String { words.isEmpty ? "status \(code.rawValue)" : words }
}
