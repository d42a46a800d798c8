/// The limits that rules measure against: the configuration's, else the rules' own.
package struct RuleLimits: Sendable {
    package let changed: [String: Double]

    package init(changed: [String: Double]) {
        self.changed = changed
    }

    package func value(_ rule: Rule) -> Double {
        changed[rule.id] ?? rule.limit ?? 0
    }
}
