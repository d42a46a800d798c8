import StickerManifest

/// The text of a finding in one language.
///
/// Findings are stored as English sentences. In other languages, the message is the rule's text with the measured
/// value, and the stored sentence is the detail. The review page does the same in `texts.js`.
package struct FindingText: Sendable, Hashable {
    /// The name of the rule: in English its id.
    package let rule: String
    package let message: String
    package let fix: String
    /// The stored sentence in English. Nil if the message is this sentence.
    package let detail: String?
}

extension Texts {
    package func words(of finding: Finding) -> FindingText {
        let key = "rule.\(finding.rule)"
        guard language != .english, table["\(key).summary"] != nil else {
            return FindingText(rule: finding.rule, message: finding.message, fix: finding.fix, detail: nil)
        }
        let summary = self("\(key).summary")
        let message = measurement(of: finding).map { self("list.sentences", ["first": summary, "second": $0]) }
        return FindingText(
            rule: self(key), message: message ?? summary, fix: self("\(key).fix"), detail: finding.message)
    }

    /// The measured value and the limit in a sentence. Nil for a finding without a measured value.
    private func measurement(of finding: Finding) -> String? {
        guard let measured = finding.measured, let limit = finding.limit, let unit = finding.unit,
            table["unit.\(unit)"] != nil
        else { return nil }
        return self("finding.measured", ["measured": quantity(measured, unit), "limit": quantity(limit, unit)])
    }

    private func quantity(_ value: Double, _ unit: String) -> String {
        guard let whole = Int(exactly: value) else {
            // A fraction has the same form as all other numbers.
            return form("other", of: "unit.\(unit)").replacing("{count}", with: number(value, digits: 2))
        }
        return self("unit.\(unit)", ["count": whole])
    }
}
