import ImageHeaders
import Intake
import JobModel
import StickerManifest

/// A checked source with the result of rendering it, as input for the manifest.
package struct StickerEntry: Sendable {
    package var art: ScannedSource
    package var sha256: String
    package var fingerprint: String
    package var size: StickerSize
    package var result: StickerResult
    /// Other files of the pack with the same content, relative to the drop folder.
    package var copies: [String]

    package init(
        art: ScannedSource, sha256: String, fingerprint: String, size: StickerSize, result: StickerResult,
        copies: [String] = []
    ) {
        self.art = art
        self.sha256 = sha256
        self.fingerprint = fingerprint
        self.size = size
        self.result = result
        self.copies = copies
    }
}

extension StickerEntry {
    /// The findings about the source itself.
    var sourceFindings: [RuleFinding] { result.findings(ofFileAt: art.path) }

    /// The maximum number of copies that are listed by name. The others are only counted.
    private static let mostNamed = 5

    /// The findings about copies. Empty if there are none.
    var copyFindings: [RuleFinding] {
        guard !copies.isEmpty else { return [] }
        var names = Array(copies.prefix(Self.mostNamed))
        if copies.count > names.count { names.append("\(NumberFormat.number(copies.count - names.count)) more") }
        let list = names.count == 1 ? names[0] : names.dropLast().joined(separator: ", ") + " and \(names.last ?? "")"
        return [
            Rule.duplicateFile.finding(
                "\(list) \(copies.count == 1 ? "has" : "have") the same content as \(art.path); only \(art.path) is used."
            )
        ]
    }
}

extension StickerResult {
    /// The findings about the source file, including its name.
    ///
    /// - Parameter path: the path that findings show: relative to the drop folder, or as given on the command line.
    package func findings(ofFileAt path: String) -> [RuleFinding] {
        wrongExtension(of: path) + findings.map { $0.resolvingPath(path) }
    }

    /// The finding about a file extension that does not match the content. The finding is not part of the stored
    /// result, which is independent of the file's name.
    private func wrongExtension(of path: String) -> [RuleFinding] {
        let name = path.split(separator: "/").last ?? ""
        guard let ending = name.split(separator: ".").dropFirst().last, let found = art?.format,
            let format = found == "apng" ? .png : SourceFormat(rawValue: found),
            !format.fileExtensions.contains(ending.lowercased())
        else { return [] }
        return [
            Rule.wrongExtension.finding("\(path) ends in \".\(ending)\", but its content is \(format.label).")
        ]
    }
}

extension RuleSet {
    /// Whether a file is rejected, regardless of other files.
    ///
    /// - Parameter path: the path of the file, relative to the drop folder.
    package func rejects(_ result: StickerResult, ofFileAt path: String) -> Bool {
        let result = result.expanded
        return result.output == nil || result.findings(ofFileAt: path).contains { judge($0)?.level == .error }
    }
}
