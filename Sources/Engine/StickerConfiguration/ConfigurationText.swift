import JobModel

/// The text of a `pipeline.json` with every key, each below a comment with its meaning.
struct ConfigurationText {
    /// The first line of the file, as a comment.
    var heading: String
    /// The path of its JSON Schema, relative to the file. Nil for none.
    var schema: String?
    /// Values, as JSON, of the keys that do not have their default, by path.
    var values: [String: String] = [:]

    /// Strict JSON, indented by two spaces, with a final newline.
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

    /// The backgrounds as a JSON list, one per line.
    static func list(_ backgrounds: [Configuration.BackgroundSetting]) -> String {
        "[\n" + backgrounds.map { "  \(entry($0))" }.joined(separator: ",\n") + "\n]"
    }

    /// A background as a JSON object.
    static func entry(_ background: Configuration.BackgroundSetting) -> String {
        let fill =
            switch background.fill {
            case .colour(let colour): "\"colour\": \(colour.jsonText)"
            case .image(let path): "\"image\": \(path.jsonText)"
            }
        return "{ \"name\": \(background.name.jsonText), \(fill) }"
    }

    /// A rule's default level, and its limit if it can be set, as JSON.
    static func setting(of rule: Rule) -> String {
        let level = rule.defaultLevel.rawValue.jsonText
        guard rule.settableLimits != nil, let limit = rule.limit else { return level }
        return "{ \"level\": \(level), \"limit\": \(limit.plainText) }"
    }
}
