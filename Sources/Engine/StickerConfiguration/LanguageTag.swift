/// A language tag in the format of BCP 47, such as `de`, `pt-BR` or `zh-Hant-TW`.
///
/// Whether the language exists is not checked. The first part must have two or three letters. The grammar also allows
/// longer ones, but none was ever registered, and rejecting them detects mistakes such as `german`.
///
/// Source: RFC 5646, sections 2.1 and 2.1.1.
package struct LanguageTag: Sendable, Hashable {
    /// The tag with its recommended capitalization, so that `DE` and `de` are equal.
    package let text: String

    /// Nil if the text is not a language tag.
    package init?(_ text: String) {
        // The longest tags in use have about thirty letters.
        guard text.utf8.count <= 64, Self.isWellFormed(text) else { return nil }
        self.text = Self.usualCase(text)
    }

    /// A description of the expected format, for messages.
    static let expectation = "a language tag like \"de\" or \"pt-BR\""

    /// The format of a tag as a regular expression, for schemas.
    static let pattern = """
        ^[A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|\
        [0-9][A-Za-z0-9]{3}))*(-[0-9A-WY-Za-wy-z](-[A-Za-z0-9]{2,8})+)*(-[Xx](-[A-Za-z0-9]{1,8})+)?$
        """

    private static func isWellFormed(_ text: String) -> Bool {
        var parts = text.split(separator: "-", omittingEmptySubsequences: false)[...]
        /// Removes the next part if it has the given length and contains only allowed characters. Returns whether it
        /// was removed.
        func take(_ length: ClosedRange<Int>, _ isAllowed: (Character) -> Bool) -> Bool {
            guard let part = parts.first, length.contains(part.count),
                part.allSatisfy({ $0.isASCII && isAllowed($0) })
            else { return false }
            parts = parts.dropFirst()
            return true
        }
        let letter = { (character: Character) in character.isLetter }
        let digit = { (character: Character) in character.isNumber }
        let either = { (character: Character) in character.isLetter || character.isNumber }
        guard take(2...3, letter) else { return false }
        for _ in 0..<3 where !take(3...3, letter) { break }
        _ = take(4...4, letter)
        if !take(2...2, letter) { _ = take(3...3, digit) }
        // Variants. A variant with four characters begins with a digit.
        while take(5...8, either) || (parts.first?.first?.isNumber == true && take(4...4, either)) {}
        let isPrivate = { parts.first == "x" || parts.first == "X" }
        while !isPrivate(), take(1...1, either) {
            guard take(2...8, either) else { return false }
            while take(2...8, either) {}
        }
        if isPrivate() {
            parts = parts.dropFirst()
            guard take(1...8, either) else { return false }
            while take(1...8, either) {}
        }
        return parts.isEmpty
    }

    /// The recommended capitalization: the language in lower case, the script capitalized, the region in upper case,
    /// and everything after a single letter in lower case.
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

/// Reads texts in several languages, for pack.json and sidecars.
extension JSONObjectReader {
    /// A text that is not blank.
    ///
    /// - Parameter noun: the kind of text with its article, for messages, such as `a title`.
    mutating func words(_ key: String, _ noun: String) -> String? {
        text(key, "\(noun) that is not empty") { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// Texts by language tag. The tags get their recommended capitalization.
    mutating func wordsByLanguage(_ key: String, _ noun: String) -> [String: String] {
        var texts: [String: String] = [:]
        object(key) { object in
            for written in object.remainingKeys {
                guard let tag = LanguageTag(written)?.text else {
                    _ = object.value(written)
                    object.issues.add(
                        object.keyPath(written), at: object.position(of: written),
                        "expected \(LanguageTag.expectation), found \(written.quoted)")
                    continue
                }
                if texts[tag] != nil {
                    object.issues.add(
                        object.keyPath(written), at: object.position(of: written),
                        "expected each language once, found \(tag.quoted) again")
                }
                texts[tag] = object.words(written, noun) ?? texts[tag]
            }
        }
        return texts
    }
}
