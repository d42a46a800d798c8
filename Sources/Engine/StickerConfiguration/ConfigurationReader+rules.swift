import JobModel

/// Levels and limits of rules.
extension ConfigurationReader {
    /// Only what differs from the rules' own levels and limits is kept, so that writing a default down changes nothing.
    func rules(_ reader: inout JSONObjectReader, into result: inout Configuration) {
        for rule in RuleBook.rules where rule.isAdjustable || reader.has(rule.id) {
            let position = reader.position(of: rule.id)
            guard let value = reader.value(rule.id) else { continue }
            guard rule.isAdjustable else {
                reader.issues.add(
                    reader.keyPath(rule.id), at: position,
                    "this rule cannot be given a level, since what it finds can never be published: "
                        + "\(rule.summary) Remove the key.")
                continue
            }
            let setting = setting(of: rule, value, &reader)
            if let level = setting.level, level != rule.defaultLevel { result.ruleLevels[rule.id] = level }
            if let limit = setting.limit, limit != rule.limit { result.ruleLimits[rule.id] = limit }
        }
    }

    private func setting(
        of rule: Rule, _ value: JSONValue, _ reader: inout JSONObjectReader
    ) -> (level: Rule.Level?, limit: Double?) {
        guard case .object = value.content else {
            let more = rule.settableLimits == nil ? "" : ", or an object with level and limit"
            return (level: reader.choice(value, rule.id, of: Rule.Level.self, or: more), limit: nil)
        }
        var level: Rule.Level?
        var limit: Double?
        reader.object(rule.id) { object in
            level = object.choice("level", of: Rule.Level.self)
            if let range = rule.settableLimits {
                limit = object.number("limit", in: range)
            } else if let value = object.value("limit") {
                object.expected("no limit, since this rule measures nothing", for: "limit", found: value)
            }
        }
        return (level: level, limit: limit)
    }
}
