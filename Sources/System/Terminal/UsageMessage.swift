/// Writes the message about wrong options from the message of the parser.
package enum UsageMessage {
    /// Hints for words that a command does not accept. They are found by the command and by a part of the parser's
    /// message.
    private static let hints: [(command: String, part: String, hint: String)] = [
        (
            "stickerd watch", "Unknown option '--port'",
            "Use --health 127.0.0.1:PORT for /healthz and /metrics, or --listen 127.0.0.1:PORT for the review page."
        ),
        ("stickerd serve", "Unknown option '--port'", "Use --listen 127.0.0.1:PORT."),
        (
            "stickerd build", "nexpected argument",
            "This command takes no files: it builds the whole drop folder. To check single files: `stickerd check "
                + "FILE`."
        ),
        (
            "stickerd rebuild", "nexpected argument",
            "This command takes no files: it renders the whole drop folder again. To check single files: `stickerd "
                + "check FILE`."
        ),
        ("stickerd watch", "nexpected argument", "This command takes no files: it watches the whole drop folder."),
    ]

    /// - Parameters:
    ///   - message: the parser's message, without a prefix.
    ///   - command: the names of the command, such as `stickerd build`.
    package static func text(_ message: String, command: String) -> String {
        var text = value(message) ?? message
        if let hint = hints.first(where: { $0.command == command && message.contains($0.part) })?.hint {
            // The parser would suggest an option with another meaning.
            text = (text.split(separator: " Did you mean").first.map { String($0) } ?? text)
            text = sentence(text) + " " + hint
        }
        return sentence(text) + " See `\(command) --help`."
    }

    /// The message with the option first: `--jobs: expected a number from 0 to 256, found "many"`. Nil for other
    /// messages.
    private static func value(_ message: String) -> String? {
        guard let match = message.wholeMatch(of: /The value '.*' is invalid for '(\S+)(?: <.*>)?': (expected .*)/)
        else { return nil }
        return "\(match.1): \(match.2)"
    }

    private static func sentence(_ text: String) -> String {
        guard let last = text.last, !".?!".contains(last) else { return text }
        return text + "."
    }
}
