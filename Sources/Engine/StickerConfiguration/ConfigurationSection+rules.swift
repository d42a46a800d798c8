import JobModel

extension ConfigurationSection {
    static let rules = ConfigurationSection(
        name: "rules",
        sentence: "The level of each rule: off, warning (published, but worth a look) or error (not published). A rule "
            + "with a limit accepts an object with level and limit.",
        keys: RuleSet.rules.filter(\.isAdjustable).map { ConfigurationKey($0) }
    ) { reader, _ in
        for rule in RuleSet.rules where !rule.isAdjustable && reader.has(rule.id) {
            // Marks the key as known, so that it is not also reported as an unknown key.
            _ = reader.value(rule.id)
            reader.issues.add(
                reader.keyPath(rule.id), at: reader.position(of: rule.id),
                "this rule has no level, because a file with this problem can never be published: \(rule.summary) "
                    + "Remove the key.")
        }
    }
}

extension ConfigurationKey {
    /// The key of a rule. Only values that differ from the rule's defaults are stored. A configuration that contains
    /// a default explicitly therefore equals one without it.
    fileprivate init(_ rule: Rule) {
        self.init(
            name: rule.id, sentence: rule.summary, accepts: AcceptedValues(levelOf: rule),
            defaultText: rule.defaultSetting
        ) { _, reader, result in
            guard let value = reader.value(rule.id) else { return }
            let setting = reader.setting(of: rule, value)
            if let level = setting.level, level != rule.defaultLevel { result.rules.levels[rule.id] = level }
            if let limit = setting.limit, limit != rule.limit { result.rules.limits[rule.id] = limit }
        }
    }
}

extension AcceptedValues {
    fileprivate init(levelOf rule: Rule) {
        var members: SchemaNode.Members = [("level", ["$ref": "#/$defs/level"])]
        cell = "level"
        if let range = rule.settableLimits, let unit = rule.unit {
            let bounds = [range.lowerBound, range.upperBound].map(\.plainText)
            let words = [range.lowerBound, range.upperBound].map { NumberFormat.number(Int($0)) }
            let measure = unit == "ratio" ? "a ratio" : "in \(unit)"
            cell += "; limit \(bounds[0]) to \(bounds[1]) (\(unit))"
            note = "The limit is \(measure), from \(words[0]) to \(words[1])."
            members.append(
                (
                    "limit",
                    [
                        "description": .text("\(measure.prefix(1).uppercased())\(measure.dropFirst())."),
                        "type": "number",
                        "minimum": .number(bounds[0]), "maximum": .number(bounds[1]),
                    ]
                ))
        }
        schema = [
            (
                "anyOf",
                [
                    ["$ref": "#/$defs/level"],
                    [
                        "type": "object", "properties": .object(members), "patternProperties": SchemaNode.comments,
                        "additionalProperties": .boolean(false),
                    ],
                ]
            )
        ]
    }
}

extension JSONObjectReader {
    fileprivate mutating func setting(of rule: Rule, _ value: JSONValue) -> (level: Rule.Level?, limit: Double?) {
        guard case .object = value.content else {
            let more = rule.settableLimits == nil ? "" : ", or an object with level and limit"
            return (level: choice(value, rule.id, of: Rule.Level.self, or: more), limit: nil)
        }
        var level: Rule.Level?
        var limit: Double?
        object(rule.id) { object in
            level = object.choice("level", of: Rule.Level.self)
            if let range = rule.settableLimits {
                limit = object.number("limit", in: range)
            } else if let value = object.value("limit") {
                object.expected("no limit, because this rule measures nothing", for: "limit", found: value)
            }
        }
        return (level: level, limit: limit)
    }
}

/// The levels and limits of rules in the configuration.
extension Rule {
    /// The default level as JSON. Also contains the default limit if the limit can be set.
    fileprivate var defaultSetting: String {
        let level = defaultLevel.rawValue.jsonText
        guard settableLimits != nil, let limit else { return level }
        return "{ \"level\": \(level), \"limit\": \(limit.plainText) }"
    }

    /// The allowed limits. Nil if the limit of the rule cannot be set in the section `rules`.
    package var settableLimits: ClosedRange<Double>? {
        guard isAdjustable, limit != nil else { return nil }
        return switch unit {
        case "percent": 0...100
        // Contrast ratios range from 1 (equal colours) to 21 (black on white). Other ratios are also within this
        // range.
        case "ratio": 1...21
        // Messages allows at most 150 characters; see `Rule.labelLength`.
        case "characters": 1...150
        case "pixels": 0...1_000_000
        case "seconds": 1...600
        case "milliseconds": 0...100
        case "frames a second": 1...120
        // Messages shows at most three lines of a caption; see `Rule.messageCaptionLength`.
        case "lines": 1...3
        // Limits in bytes are set by `encode.byteLimit` and `limits.fileBytes`.
        default: nil
        }
    }
}
