import JobModel
import Publishing
import StickerCatalog

/// A finding as a page says it.
struct FindingView {
    let rule: String
    let isError: Bool
    let message: String
    let fix: String

    init(_ finding: Finding) {
        rule = finding.rule
        isError = finding.level == .error
        message = finding.message
        fix = finding.fix
    }
}

/// A file that was not published, as a page says it.
struct RejectedView {
    /// The file's name, which its maker knows it by.
    let fileName: String
    /// Where it lies in the drop folder.
    let place: String
    let size: String
    let keepsEarlierVersion: Bool
    let findings: [FindingView]

    init(_ source: RejectedSource) {
        fileName = source.path.split(separator: "/").last.map(String.init) ?? source.path
        let folder = source.path.split(separator: "/").dropLast().joined(separator: "/")
        place = folder.isEmpty ? "in the drop folder itself" : "in \(folder)"
        size = source.isPackFile ? "settings of the pack" : NumberFormat.size(source.bytes)
        keepsEarlierVersion = source.keepsEarlierVersion
        findings = source.findings.map(FindingView.init)
    }
}
