/// A language tag of the shape that BCP 47 gives it: `de`, `pt-BR`, `zh-Hant-TW`.
///
/// Whether the language exists is not looked up. Tags in use have two or three letters first; the longer ones that the
/// grammar leaves room for were never registered, and refusing them catches `german`.
///
/// Source: RFC 5646, sections 2.1 and 2.1.1.
package struct LanguageTag: Sendable, Hashable {
    /// In the case that is usual, so that `DE` and `de` are the same.
    package let text: String

    /// Nil for a text that is no tag.
    package init?(_ text: String) {
        let shape =
            #/
            [A-Za-z]{2,3} (-[A-Za-z]{3}){0,3}                 # language and extended language
            (-[A-Za-z]{4})?                                   # script
            (-([A-Za-z]{2}|[0-9]{3}))?                        # region
            (-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*        # variants
            (-[0-9A-WY-Za-wy-z](-[A-Za-z0-9]{2,8})+)*         # extensions
            (-[Xx](-[A-Za-z0-9]{1,8})+)?                      # private use
        /#
        // The length keeps the matcher from trying for long what no tag is.
        guard text.utf8.count <= 64, text.wholeMatch(of: shape) != nil else { return nil }
        self.text = Self.usualCase(text)
    }

    /// What a message says is expected.
    static let expectation = "a language tag like \"de\" or \"pt-BR\""

    /// Language lower-case, script capitalised, region upper-case, and lower-case after a single letter.
    private static func usualCase(_ text: String) -> String {
        var parts: [String] = []
        var afterSingle = false
        for part in text.lowercased().split(separator: "-") {
            if parts.isEmpty || afterSingle {
                parts.append(String(part))
            } else if part.count == 4, part.first?.isLetter == true {
                parts.append(part.prefix(1).uppercased() + part.dropFirst())
            } else {
                parts.append(part.count == 2 ? part.uppercased() : String(part))
            }
            afterSingle = afterSingle || part.count == 1
        }
        return parts.joined(separator: "-")
    }
}
