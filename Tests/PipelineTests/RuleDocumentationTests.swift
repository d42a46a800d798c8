import Foundation
import JobModel
import Testing

@Suite("The documentation of the rules")
struct RuleDocumentationTests {
    /// With `STICKERD_RENEW=1` the page is written instead.
    @Test("docs/reference/rules.md lists every rule as it is")
    func page() throws {
        let page = SchemaValidator.repository.appending(path: "docs/reference/rules.md")
        if ProcessInfo.processInfo.environment["STICKERD_RENEW"] == "1" {
            try Data(RuleSet.documentation.utf8).write(to: page)
        }
        let written = try String(contentsOf: page, encoding: .utf8)
        #expect(written == RuleSet.documentation, "run STICKERD_RENEW=1 scripts/test --filter RuleDocumentation")
    }
}
