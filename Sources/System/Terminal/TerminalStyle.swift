/// Colours for the marks ✓, ! and ✗ at the beginning of lines.
package struct TerminalStyle: Sendable {
    private let hasColour: Bool

    /// Colours are used only on a terminal, and only if the user has not set `NO_COLOR` (no-color.org).
    package init(isTerminal: Bool, environment: [String: String]) {
        let refused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        hasColour = isTerminal && !refused && environment["TERM"] != "dumb"
    }

    /// The text with a colour for each ✓, ! and ✗ at the beginning of a line.
    package func painted(_ text: String) -> String {
        guard hasColour, text.contains(where: { TerminalStyle.colours[$0] != nil }) else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(line).joined(separator: "\n")
    }

    private static let colours: [Character: String] = ["✓": "32", "!": "33", "✗": "31"]

    private func line(_ text: Substring) -> String {
        let mark = text.drop { $0 == " " }
        guard let first = mark.first, mark.dropFirst().first == " ", let colour = TerminalStyle.colours[first] else {
            return String(text)
        }
        return "\(text[..<mark.startIndex])\u{1B}[\(colour)m\(first)\u{1B}[0m\(mark.dropFirst())"
    }
}
