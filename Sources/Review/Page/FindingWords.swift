import StickerCatalog

/// A finding as a page says it.
struct FindingWords {
    let rule: String
    let isError: Bool
    let message: String
    let mend: String

    init(_ finding: Finding) {
        rule = finding.rule
        isError = finding.level == .error
        message = finding.message
        mend = finding.mend
    }
}
