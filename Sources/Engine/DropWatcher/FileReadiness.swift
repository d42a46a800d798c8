import JobModel

/// Whether a file can be taken.
package enum FileReadiness: Sendable, Hashable {
    case settled
    /// Not ready: the reason, and the time of the next check if no event comes first.
    case waiting(reason: UnfinishedWrite, lookAgain: ContinuousClock.Instant)
}

/// The evidence that a file is still being written. Each case names the file, and most include its size in bytes.
package enum UnfinishedWrite: Sendable, Hashable {
    case growing(String, bytes: Int)
    /// Its end is missing; `missing` describes the expected end.
    case incomplete(String, missing: String, bytes: Int)
    /// It changed while it was examined.
    case changing(String)
    /// The program that writes it has it open.
    case open(String, bytes: Int)
    /// A neighbouring file shows that its download is not finished.
    case downloading(String, bytes: Int)
    /// It has not been unchanged for long enough yet.
    case recent(String, bytes: Int)
}

extension UnfinishedWrite: CustomStringConvertible {
    /// For people: a clause without a full stop.
    package var description: String {
        switch self {
        case .growing(let name, let bytes): "\(name) is still growing: \(Self.size(bytes))"
        case .incomplete(let name, let missing, let bytes):
            "\(name) is not complete: \(missing) is missing (\(Self.size(bytes)))"
        case .changing(let name): "\(name) is being written to"
        case .open(let name, let bytes):
            "\(name) is still open in the program that writes it: \(Self.size(bytes))"
        case .downloading(let name, let bytes): "\(name) is being downloaded: \(Self.size(bytes))"
        case .recent(let name, let bytes): "\(name) was changed a moment ago: \(Self.size(bytes))"
        }
    }

    /// Whether a transfer is under way, which may take any time.
    package var isTransfer: Bool {
        switch self {
        case .growing, .open, .downloading: true
        case .incomplete, .changing, .recent: false
        }
    }

    private static func size(_ bytes: Int) -> String { "\(NumberFormat.number(bytes)) bytes so far" }
}
