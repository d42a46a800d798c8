/// What pack.json and the sidecars have in common: texts for people, in languages.
extension JSONObjectReader {
    /// A text that says something.
    ///
    /// - Parameter noun: what the text is, with its article: `a title`.
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
