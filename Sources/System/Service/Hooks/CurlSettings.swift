import TextEscaping

/// Writes the options of curl in the form that curl reads from standard input. As arguments, they would be visible to
/// all users of the machine, and an address may contain a password.
package enum CurlSettings {
    /// The options as text.
    ///
    /// - Parameters:
    ///   - flags: options without a value.
    ///   - options: options with values. A value may be any text.
    package static func text(flags: [String], options: [(String, String)]) -> String {
        (flags + options.map { "\($0.0) = \"\(EscapedText.curl($0.1))\"" }).map { $0 + "\n" }.joined()
    }
}
