import Publishing
import StickerCatalog

/// A file that was not published, as a page says it.
struct RejectedWords {
    /// The file's name, which its maker knows it by.
    let fileName: String
    /// Where it lies in the drop folder.
    let place: String
    let size: String
    let keepsEarlierVersion: Bool
    let findings: [FindingWords]

    init(_ source: RejectedSource) {
        fileName = source.path.split(separator: "/").last.map(String.init) ?? source.path
        let folder = source.path.split(separator: "/").dropLast().joined(separator: "/")
        place = folder.isEmpty ? "in the drop folder itself" : "in \(folder)"
        size = source.isPackFile ? "settings of the pack" : Figures.size(source.bytes)
        keepsEarlierVersion = source.keepsEarlierVersion
        findings = source.findings.map(FindingWords.init)
    }
}
