import JobModel
import StickerManifest

/// A finding on a page.
package struct FindingView {
    package let rule: String
    package let isError: Bool
    package let message: String
    package let fix: String

    package init(_ finding: Finding) {
        rule = finding.rule
        isError = finding.level == .error
        message = finding.message
        fix = finding.fix
    }
}

/// A file that was not published, on a page.
package struct RejectedView {
    /// The file's name, which its maker knows it by.
    package let fileName: String
    /// The path in the drop folder.
    package let place: String
    package let size: String
    package let keepsEarlierVersion: Bool
    package let findings: [FindingView]

    package init(_ source: RejectedSource) {
        fileName = source.path.split(separator: "/").last.map(String.init) ?? source.path
        let folder = source.path.split(separator: "/").dropLast().joined(separator: "/")
        place = folder.isEmpty ? "in the drop folder itself" : "in \(folder)"
        size = source.isPackFile ? "settings of the pack" : NumberFormat.size(source.bytes)
        keepsEarlierVersion = source.keepsEarlierVersion
        findings = source.findings.map(FindingView.init)
    }
}
