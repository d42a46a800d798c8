import JobModel

/// Whether a file can be read.
package enum FileReadiness: Sendable, Hashable {
    case settled
    /// The file is not ready. Contains the reason, and the time of the next check if no event arrives before then.
    case waiting(reason: UnfinishedWrite, lookAgain: ContinuousClock.Instant)
}

/// The reason why a file is considered unfinished. Each case contains the file's name, and most contain its size in
/// bytes.
package enum UnfinishedWrite: Sendable, Hashable {
    case growing(String, bytes: Int)
    /// The end of the file is missing. `missing` describes the expected end.
    case incomplete(String, missing: String, bytes: Int)
    /// The file changed while it was being examined.
    case changing(String)
    /// A program has the file open for writing.
    case open(String, bytes: Int)
    /// A neighbouring file shows that the file is still being downloaded.
    case downloading(String, bytes: Int)
    /// The file was changed too recently.
    case recent(String, bytes: Int)
}

extension UnfinishedWrite: CustomStringConvertible {
    /// A clause for messages, without a full stop.
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

    /// Whether the file is growing, open or being downloaded. Such a transfer can take arbitrarily long.
    package var isTransfer: Bool {
        switch self {
        case .growing, .open, .downloading: true
        case .incomplete, .changing, .recent: false
        }
    }

    private static func size(_ bytes: Int) -> String { "\(NumberFormat.number(bytes)) bytes so far" }
}
