/// The limits that rules measure against: the configuration's, else the rules' own.
struct RuleLimits: Sendable {
    let changed: [String: Double]

    func value(_ rule: Rule) -> Double {
        changed[rule.id] ?? rule.limit ?? 0
    }
}
