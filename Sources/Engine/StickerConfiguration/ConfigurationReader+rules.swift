import JobModel

/// Levels and limits of rules.
extension ConfigurationReader {
    /// Only values that differ from the rules' defaults are stored, so that writing a default explicitly changes
    /// nothing.
    func rules(_ reader: inout JSONObjectReader, into result: inout Configuration) {
        for rule in RuleSet.rules where rule.isAdjustable || reader.has(rule.id) {
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

/// The settings of a rule in the configuration.
extension Rule {
    /// The limits that may be set; nil for a rule whose limit is not set under `rules`.
    package var settableLimits: ClosedRange<Double>? {
        guard isAdjustable, limit != nil else { return nil }
        return switch unit {
        case "percent": 0...100
        // Contrast ranges from 1 (equal) to 21 (black on white); other ratios are within this range.
        case "ratio": 1...21
        // The limit of Messages; see `Rule.labelLength`.
        case "characters": 1...150
        case "pixels": 0...1_000_000
        case "seconds": 1...600
        case "milliseconds": 0...100
        case "frames a second": 1...120
        // The lines of a caption that Messages shows; see `Rule.messageCaptionLength`.
        case "lines": 1...3
        // Bytes are limited elsewhere: `encode.byteLimit` and `limits.fileBytes`.
        default: nil
        }
    }
}
