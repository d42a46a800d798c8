import BuildEngine
import JobModel
import Testing

@Suite("Which result of a source is better")
struct ReplacementPolicyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var new: StickerResult
        var old: StickerResult
        var isPreferred: Bool

        init(_ description: String, _ new: StickerResult, over old: StickerResult, _ isPreferred: Bool) {
            (testDescription, self.new, self.old, self.isPreferred) = (description, new, old, isPreferred)
        }
    }

    private static let soft = Rule.lowResolution.finding("It looks soft.")
    private static let old = PlanSamples.result("old", bytes: [3: 100, 1: 50])

    static let cases: [Case] = [
        Case("every file smaller", PlanSamples.result("new", bytes: [3: 90, 1: 40]), over: old, true),
        Case("one file smaller, the other equal", PlanSamples.result("new", bytes: [3: 90, 1: 50]), over: old, true),
        Case("no file smaller", PlanSamples.result("new", bytes: [3: 100, 1: 50]), over: old, false),
        Case("one file smaller, the other larger", PlanSamples.result("new", bytes: [3: 10, 1: 51]), over: old, false),
        Case(
            "smaller and less faithful", PlanSamples.result("new", bytes: [3: 90, 1: 40], fidelity: 0.98), over: old,
            false),
        Case(
            "smaller, and less faithful above the target", PlanSamples.result("new", bytes: [3: 90], fidelity: 0.9999),
            over: PlanSamples.result("old", bytes: [3: 100], fidelity: 1), true),
        Case(
            "smaller, and below the target that the old one reaches",
            PlanSamples.result("new", bytes: [3: 90], fidelity: 0.9997),
            over: PlanSamples.result("old", bytes: [3: 100], fidelity: 1), false),
        Case("a scale is missing", PlanSamples.result("new", bytes: [3: 10]), over: old, false),
        Case("a scale is new", PlanSamples.result("new", bytes: [3: 10, 2: 10, 1: 10]), over: old, false),
        Case(
            "another rule complains", PlanSamples.result("new", bytes: [3: 90, 1: 40], findings: [soft]), over: old,
            false),
        Case(
            "a rule no longer complains", PlanSamples.result("new", bytes: [3: 90]),
            over: PlanSamples.result("old", findings: [soft]), true),
        Case("it is rejected", PlanSamples.damaged, over: old, false),
        Case("both are rejected", PlanSamples.damaged, over: PlanSamples.damaged, false),
        Case("the old one was rejected", PlanSamples.result("new", findings: [soft]), over: PlanSamples.damaged, true),
    ]

    @Test("a new result is preferred only if nothing about it is worse and a file is smaller", arguments: cases)
    func preference(_ example: Case) {
        #expect(ReplacementPolicy.prefers(example.new, over: example.old, target: 0.9998) == example.isPreferred)
    }
}
