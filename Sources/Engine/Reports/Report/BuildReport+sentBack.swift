import TextEscaping

extension BuildReport.SentBack {
    /// The decision in one line: `Ada: The ear is not round.` Unknown parts are left out; nil if
    /// everything is unknown.
    var reason: String? {
        let parts = [reviewer, comment].map { text in
            EscapedText.line(text).split(separator: " ").joined(separator: " ")
        }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }
}
