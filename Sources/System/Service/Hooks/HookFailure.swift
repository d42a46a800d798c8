/// Why a target could not be told of an event.
enum HookFailure: Error, Equatable, CustomStringConvertible {
    case couldNotStart(String)
    case tookTooLong(seconds: Int)
    /// A program ended with another status than 0.
    case exited(status: Int32, lastWords: String)
    /// An address could not be reached; with curl's words.
    case unreachable(String)
    /// An address answered with another status than 200 to 299, and may have said when to come again.
    case refused(status: Int, retryAfter: Duration?)

    /// Whether it may go better another time. What an address has refused for good is not sent again.
    var isPassing: Bool {
        guard case .refused(let status, _) = self else { return true }
        return !(400..<500).contains(status) || [408, 425, 429].contains(status)
    }

    /// When the address wants to be asked again.
    var retryAfter: Duration? {
        if case .refused(_, let time) = self { time } else { nil }
    }

    var description: String {
        switch self {
        case .couldNotStart(let reason): "it cannot be started (\(reason)); check its path and permissions"
        case .tookTooLong(let seconds): "it took longer than \(seconds) s and was ended"
        case .exited(let status, let lastWords):
            "it ended with status \(status)" + (lastWords.isEmpty ? "" : ": \(lastWords.suffix(300))")
        case .unreachable(let reason): "it cannot be reached: \(reason)"
        case .refused(let status, _): "it answered with status \(status)"
        }
    }
}
