import TextEscaping

/// The options of curl in the form that it reads from standard input. Arguments would be visible to all users of the
/// machine, and an address may contain a password.
package enum CurlSettings {
    /// - Parameters:
    ///   - flags: options without a value.
    ///   - options: options with their values, which may be any text.
    package static func text(flags: [String], options: [(String, String)]) -> String {
        (flags + options.map { "\($0.0) = \"\(EscapedText.curl($0.1))\"" }).map { $0 + "\n" }.joined()
    }
}
