/// A language tag of the shape that BCP 47 gives it: `de`, `pt-BR`, `zh-Hant-TW`.
///
/// Whether the language exists is not looked up. Tags in use have two or three letters first; the longer ones that the
/// grammar leaves room for were never registered, and refusing them catches `german`.
///
/// Source: RFC 5646, sections 2.1 and 2.1.1.
package struct LanguageTag: Sendable, Hashable {
    /// In the case that is usual, so that `DE` and `de` are the same.
    package let text: String

    /// Nil for a text that is not a language tag.
    package init?(_ text: String) {
        // The longest tags in use have some thirty letters.
        guard text.utf8.count <= 64, Self.isWellFormed(text) else { return nil }
        self.text = Self.usualCase(text)
    }

    /// The expectation in a message.
    static let expectation = "a language tag like \"de\" or \"pt-BR\""

    /// The form of a tag as a regular expression, for the schema.
    static let pattern = """
        ^[A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|\
        [0-9][A-Za-z0-9]{3}))*(-[0-9A-WY-Za-wy-z](-[A-Za-z0-9]{2,8})+)*(-[Xx](-[A-Za-z0-9]{1,8})+)?$
        """

    private static func isWellFormed(_ text: String) -> Bool {
        var parts = text.split(separator: "-", omittingEmptySubsequences: false)[...]
        /// Takes the next part if it has a length and is of letters, of digits or of both.
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
        // Variants; those of four characters begin with a digit.
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

/// The common part of pack.json and the sidecars: texts for people, in several languages.
extension JSONObjectReader {
    /// A text that is not blank.
    ///
    /// - Parameter noun: the kind of text, with its article: `a title`.
    mutating func words(_ key: String, _ noun: String) -> String? {
        text(key, "\(noun) that is not empty") { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// Texts by language tag, which are brought into the usual case.
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
