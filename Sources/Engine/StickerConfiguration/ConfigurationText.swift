import JobModel

/// Generates the text of a `pipeline.json` with all keys. A comment above each key describes its meaning.
struct ConfigurationText {
    /// The comment in the first line of the file.
    var heading: String
    /// The path of the JSON schema, relative to the file. Nil to omit the schema.
    var schema: String?
    /// The values that differ from the defaults, as JSON, by the path of the key.
    var values: [String: String] = [:]

    /// The text of the file: strict JSON, indented by two spaces, with a newline at its end.
    var rendered: String {
        var groups = ["  \"//\": \(heading.jsonText)"]
        if let schema { groups.append("  \"$schema\": \(schema.jsonText)") }
        groups += ConfigurationSection.all.flatMap { section in
            section.name.isEmpty ? members(of: section, indent: "  ") : [object(section)]
        }
        return "{\n" + groups.joined(separator: ",\n\n") + "\n}\n"
    }

    private func object(_ section: ConfigurationSection) -> String {
        let members = members(of: section, indent: "    ").joined(separator: ",\n")
        return Self.comment(section.name, section.sentence, "  ") + "  \(section.name.jsonText): {\n\(members)\n  }"
    }

    private func members(of section: ConfigurationSection, indent: String) -> [String] {
        section.keys.map { key in
            let lines = (values[section.path(of: key)] ?? key.defaultText).split(
                separator: "\n", omittingEmptySubsequences: false)
            return Self.comment(key.name, key.documentation, indent)
                + "\(indent)\(key.name.jsonText): \(lines.joined(separator: "\n\(indent)"))"
        }
    }

    private static func comment(_ name: String, _ text: String, _ indent: String) -> String {
        "\(indent)\("// \(name)".jsonText): \(text.jsonText),\n"
    }

    /// The default level of a rule, as JSON. Also contains the default limit if the limit can be set.
    static func setting(of rule: Rule) -> String {
        let level = rule.defaultLevel.rawValue.jsonText
        guard rule.settableLimits != nil, let limit = rule.limit else { return level }
        return "{ \"level\": \(level), \"limit\": \(limit.plainText) }"
    }
}
