import StickerCatalog

/// A file that was not published, as a page says it.
struct RejectedWords {
    /// The file's name, which its maker knows it by.
    let fileName: String
    let path: String
    let size: String
    let keepsEarlierVersion: Bool
    let findings: [FindingWords]

    init(_ source: RejectedSource) {
        fileName = source.path.split(separator: "/").last.map(String.init) ?? source.path
        path = source.path
        size = Figures.size(source.bytes)
        keepsEarlierVersion = source.keepsEarlierVersion
        findings = source.findings.map(FindingWords.init)
    }
}
