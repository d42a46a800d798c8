/// Why settings could not be taken: those of the pipeline, of a pack or of a sticker.
package enum ConfigurationError: Error, Hashable, CustomStringConvertible {
    /// There is no configuration file where one was asked for.
    case missing(file: String)
    /// The file is there and cannot be read; with the system's reason.
    case unreadable(file: String, reason: String)
    /// Everything that is wrong with the settings, in the order of the lines; never empty.
    case invalid([ConfigurationIssue])

    /// A sentence, or a line for each issue.
    package var description: String {
        switch self {
        case .missing(let file):
            "\(file): there is no such file. Run `stickerd init` to make one, or name another with --config."
        case .unreadable(let file, let reason):
            "\(file): the file cannot be read (\(reason)). Check the path and the file's permissions."
        case .invalid(let issues):
            (issues.prefix(Self.mostLines).map(\.description)
                + (issues.count > Self.mostLines ? ["… and \(issues.count - Self.mostLines) more"] : []))
                .joined(separator: "\n")
        }
    }

    /// More would scroll the first ones away.
    private static let mostLines = 40
}
