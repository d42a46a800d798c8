import TextEscaping

/// Options of curl as it reads them on standard input: arguments are visible to everyone on the machine, and an address may have a
/// password in it.
package enum CurlSettings {
    /// - Parameters:
    ///   - flags: options without a value.
    ///   - options: options with their values, which may be any text.
    package static func text(flags: [String], options: [(String, String)]) -> String {
        (flags + options.map { "\($0.0) = \"\(EscapedText.curl($0.1))\"" }).map { $0 + "\n" }.joined()
    }
}
