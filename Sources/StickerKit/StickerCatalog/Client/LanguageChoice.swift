/// Chooses among texts by language (RFC 4647, section 3.4: lookup).
struct LanguageChoice: Sendable {
    /// BCP 47 language tags, the preferred one first.
    let wanted: [String]
    /// The language of texts without a tag.
    let development: String

    /// - Parameters:
    ///   - text: the text in the development language.
    ///   - texts: the text in other languages, by language tag.
    func text(_ text: String, _ texts: [String: String]) -> String {
        let known = Dictionary(texts.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        for tag in wanted {
            var range = tag.lowercased().replacing("_", with: "-")
            while !range.isEmpty {
                if let text = known[range] { return text }
                if range == development.lowercased() { return text }
                guard let dash = range.lastIndex(of: "-") else { break }
                range = String(range[..<dash])
                // A single letter such as `x` is meaningless without the subtags after it, so it is removed too.
                if range.dropLast().hasSuffix("-") { range = String(range.dropLast(2)) }
            }
        }
        return text
    }
}
