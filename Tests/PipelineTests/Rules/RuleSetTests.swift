import JobModel
import StickerManifest
import Testing

@Suite("The rule set")
struct RuleSetTests {
    private let finding = Rule.touchesEdge.finding("It touches.", measured: 50)

    @Test("a finding has its rule's own level if the configuration has none")
    func ownLevel() {
        for rule in RuleSet.rules {
            let finding = RuleSet().judge(rule.finding("Something."))
            #expect(finding?.level.rawValue ?? "off" == rule.defaultLevel.rawValue)
        }
    }

    @Test("a rule that is off finds nothing")
    func off() {
        #expect(RuleSet(levels: ["touches-edge": .off]).judge(finding) == nil)
    }

    @Test(
        "the configuration's level is the finding's",
        arguments: [(Rule.Level.warning, Finding.Level.warning), (.error, .error)])
    func levels(configured: Rule.Level, expected: Finding.Level) {
        #expect(RuleSet(levels: ["touches-edge": configured]).judge(finding)?.level == expected)
    }

    @Test("a finding keeps its message, its measure, its limit and its fix")
    func carriesAll() {
        let judged = RuleSet().judge(finding)
        #expect(
            judged
                == Finding(
                    rule: "touches-edge", level: .warning, message: "It touches.", fix: Rule.touchesEdge.fix,
                    measured: 50, limit: 15, unit: "percent"))
    }

    @Test("a finding of an unknown rule is an error, so that nothing is overlooked")
    func unknown() {
        let finding = RuleFinding(rule: "from-the-future", message: "?", fix: "?")
        #expect(RuleSet().judge(finding)?.level == .error)
    }

    @Test("every rule has a unique id in lower-case words, and a summary and a fix that are sentences")
    func rules() {
        #expect(Set(RuleSet.rules.map(\.id)).count == RuleSet.rules.count)
        for rule in RuleSet.rules {
            #expect(rule.id.allSatisfy { $0 == "-" || $0.isLowercase && $0.isASCII })
            #expect(rule.summary.hasSuffix(".") && rule.fix.hasSuffix("."))
            #expect(RuleSet.rule(rule.id) == rule)
            #expect(rule.unit != nil || rule.limit == nil)
        }
    }

    @Test("facts that no setting can change are errors")
    func unadjustable() {
        for rule in RuleSet.rules where !rule.isAdjustable { #expect(rule.defaultLevel == .error) }
        #expect(RuleSet.rules.filter { !$0.isAdjustable }.map(\.id).contains("damaged-file"))
    }

    @Test("a finding that measures nothing has no unit, and one that measures has its rule's limit by default")
    func measures() {
        #expect(Rule.touchesEdge.finding("It touches.").unit == nil)
        #expect(finding.limit == 15)
        #expect(Rule.touchesEdge.finding("It touches.", measured: 50, limit: 20).limit == 20)
    }

    @Test("a finding is stored without the path of its file, and shown with it")
    func path() {
        let finding = Rule.emptyFile.finding("\(RuleFinding.pathToken) has 0 bytes.")
        #expect(finding.resolvingPath("cats/Cat.png").message == "cats/Cat.png has 0 bytes.")
        #expect(finding.resolvingPath("a {file} b.png").message == "a {file} b.png has 0 bytes.")
    }
}
