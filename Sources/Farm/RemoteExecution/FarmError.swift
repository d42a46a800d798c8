import FarmProtocol
import GRPCChannel
import TextEscaping

/// The reason why a job has no result.
package struct FarmError: Error, Hashable, Sendable {
    package var reason: FarmLoss.Reason
    /// The cause of a refusal. Nil if `reason` is not `refused`.
    package var refusal: FarmRefusal.Reason?
    /// The gRPC status, the exit status or the system's error number.
    package var code = 0
    /// The error in one sentence.
    package var words: String
    var worker = ""

    init(_ reason: FarmLoss.Reason, code: Int = 0, _ words: String, worker: String = "") {
        (self.reason, self.code, self.words, self.worker) = (reason, code, words, worker)
    }

    private init(_ refusal: FarmRefusal.Reason, code: Int = 0, words: String) {
        self.init(.refused, code: code, words)
        self.refusal = refusal
    }

    static func settings(_ words: String) -> FarmError { FarmError(FarmRefusal.Reason.settings, words: words) }
    static func token(_ words: String) -> FarmError { FarmError(FarmRefusal.Reason.token, words: words) }
    static func unsupported(_ words: String) -> FarmError { FarmError(FarmRefusal.Reason.unsupported, words: words) }

    /// The error if the farm cannot be reached when the connection is made.
    static func unreachable(_ failure: CallFailure, farm: String) -> FarmError {
        FarmError(
            FarmRefusal.Reason.unreachable, code: Int(failure.code.rawValue),
            words: "The farm \(farm) cannot be reached: \(quoted(failure)).")
    }

    /// The error for a failed call.
    init(_ failure: CallFailure, farm: String) {
        let (code, words) = (Int(failure.code.rawValue), FarmError.quoted(failure))
        switch failure.code {
        case .unauthenticated:
            self.init(
                FarmRefusal.Reason.token, code: code, words: "The farm \(farm) refuses stickerd's token: \(words).")
        case .permissionDenied:
            self.init(
                FarmRefusal.Reason.forbidden, code: code,
                words: "The farm \(farm) does not permit a call with stickerd's token: \(words).")
        default: self.init(.farm, code: code, "The farm \(farm) does not work: \(words).")
        }
    }

    /// The error if the received bytes do not match their digest.
    static let otherBytes = FarmError(.farm, code: 15, "The farm sent bytes that do not match their SHA-256.")

    /// Converts a text from another program to one line of at most 500 characters.
    package static func line(_ text: some StringProtocol) -> String {
        let text = EscapedText.line(String(text.prefix(2000)))
        return text.count > 500 ? String(text.prefix(499)) + "…" : text
    }

    static func quoted(_ failure: CallFailure) -> String {
        failure.words.isEmpty ? "status \(failure.code.rawValue)" : "«\(line(failure.words))»"
    }
}
