/// One error in a settings file.
package struct ConfigurationIssue: Sendable, Hashable, CustomStringConvertible {
    /// The name of the file, as given by the caller. Nil for a setting that is not from a file, such as an option on
    /// the command line.
    package var file: String?
    /// The position of the error. Nil if it concerns the whole file.
    package var position: JSONPosition?
    /// The path of the key, such as `encode.fidelityFloor`. Nil if the text is not valid JSON.
    package var key: String?
    /// A clause with the expected and the found value.
    package var message: String

    package init(file: String?, position: JSONPosition?, key: String?, message: String) {
        self.file = file
        self.position = position
        self.key = key
        self.message = message
    }

    /// The issue as a line, such as `pipeline.json:14: encode.fidelityFloor: expected a number from 0.5 to 1, found
    /// "high"`. Without a key, the line also contains the column.
    package var description: String {
        var place = file ?? ""
        if file != nil, let position {
            place += key == nil ? ":\(position.line):\(position.column)" : ":\(position.line)"
        }
        return [place, key ?? "", message].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

/// The reason why settings of a pack, a sticker or the pipeline cannot be used.
package enum ConfigurationError: Error, Hashable, CustomStringConvertible {
    /// The requested configuration file does not exist.
    case missing(file: String)
    /// The file exists but cannot be read. Contains the system's reason.
    case unreadable(file: String, reason: String)
    /// The settings are invalid. Contains one or more errors, sorted by position.
    case invalid([ConfigurationIssue])

    /// One sentence, or one line per error.
    package var description: String {
        switch self {
        case .missing(let file):
            "\(file): the file does not exist. Run `stickerd init` to create it, or give another file with --config."
        case .unreadable(let file, let reason):
            "\(file): the file cannot be read (\(reason)). Check the path and the file's permissions."
        case .invalid(let issues):
            (issues.prefix(Self.mostLines).map(\.description)
                + (issues.count > Self.mostLines ? ["… and \(issues.count - Self.mostLines) more"] : []))
                .joined(separator: "\n")
        }
    }

    /// The maximum number of lines. More lines would scroll the first ones out of view.
    private static let mostLines = 40
}

/// Collects the errors in a file while it is read, so that all of them are reported at once.
///
/// All readers of a file share one list. The list is used only within the call that reads the file.
package final class IssueList {
    let file: String
    private var issues: [ConfigurationIssue] = []

    package init(file: String) {
        self.file = file
    }

    /// Adds an error.
    ///
    /// - Parameter path: the path of the wrong key. Nil for the file itself.
    package func add(_ path: String?, at position: JSONPosition?, _ message: String) {
        issues.append(ConfigurationIssue(file: file, position: position, key: path, message: message))
    }

    /// Throws the collected errors, if there are any.
    ///
    /// - Throws: `ConfigurationError.invalid` with all errors, sorted by position.
    package func throwIfAny() throws(ConfigurationError) {
        guard !issues.isEmpty else { return }
        let start = JSONPosition(line: 0, column: 0)
        throw .invalid(issues.sorted { ($0.position ?? start) < ($1.position ?? start) })
    }
}
