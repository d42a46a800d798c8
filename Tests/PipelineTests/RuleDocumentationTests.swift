import Foundation
import JobModel
import TestSupport
import Testing

@Suite("The documentation of the rules")
struct RuleDocumentationTests {
    /// If `STICKERD_RENEW=1` is set, the page is written and not compared.
    @Test("docs/reference/rules.md lists every rule as it is")
    func page() throws {
        let page = Repository.url.appending(path: "docs/reference/rules.md")
        if ProcessInfo.processInfo.environment["STICKERD_RENEW"] == "1" {
            try Data(RuleSet.documentation.utf8).write(to: page)
        }
        let written = try String(contentsOf: page, encoding: .utf8)
        #expect(
            written == RuleSet.documentation,
            "the page is outdated; run STICKERD_RENEW=1 scripts/test --filter RuleDocumentation")
    }

    @Test("each rule has a picture, or a reason why a picture shows nothing", arguments: RuleSet.rules.map(\.id))
    func hasPictureOrReason(id: String) throws {
        let rule = try #require(RuleSet.rule(id))
        switch try #require(RulePicture.of(rule)) {
        case .shown:
            let size = try picture(of: id).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            #expect(size > 500 && size < 20_000, "the picture is not of the usual size; run scripts/rule-pictures")
        case .notShown(let reason):
            #expect(!reason.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: picture(of: id).path(percentEncoded: false)))
        }
    }

    @Test("each picture belongs to a rule")
    func pictureBelongsToRule() throws {
        let folder = Repository.url.appending(path: "docs/images/rules")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        #expect(files.count > 30)
        for file in files { #expect(RuleSet.rule(String(file.dropLast(".svg".count))) != nil, "\(file)") }
    }

    private func picture(of rule: String) -> URL {
        Repository.url.appending(path: "docs/images/rules/\(rule).svg")
    }
}
