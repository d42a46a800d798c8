import JobModel
import StickerManifest
import Texts

/// A finding as a page shows it.
package struct FindingView {
    package let rule: String
    package let isError: Bool
    package let message: String
    package let fix: String
    /// The stored sentence in English. Nil if the message is this sentence.
    package let detail: String?

    package init(_ finding: Finding, _ texts: Texts) {
        let words = texts.words(of: finding)
        rule = words.rule
        isError = finding.level == .error
        message = words.message
        fix = words.fix
        detail = words.detail
    }
}

/// A file that was not published, as a page shows it.
package struct RejectedView {
    /// The last part of the file's path.
    package let fileName: String
    /// A text that names the folder of the file.
    package let place: String
    package let size: String
    package let keepsEarlierVersion: Bool
    package let findings: [FindingView]

    package init(_ source: RejectedSource, _ texts: Texts) {
        fileName = source.path.split(separator: "/").last.map(String.init) ?? source.path
        let folder = source.path.split(separator: "/").dropLast().joined(separator: "/")
        place = folder.isEmpty ? texts("rejected.place.top") : texts("rejected.place", ["folder": folder])
        size = source.isPackFile ? texts("rejected.settings") : texts.size(source.bytes)
        keepsEarlierVersion = source.keepsEarlierVersion
        findings = source.findings.map { FindingView($0, texts) }
    }
}
