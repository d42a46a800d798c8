import JobModel

extension StarterFiles {
    /// Generates the text of a `pipeline.json` with all keys. A comment above each key describes its meaning.
    ///
    /// - Parameters:
    ///   - heading: the comment in the first line of the file.
    ///   - values: the values that differ from the defaults, as JSON, by the path of the key.
    /// - Returns: strict JSON, indented by two spaces, with a newline at its end.
    static func text(heading: String, values: [String: String]) -> String {
        var groups = [
            "  \"//\": \(heading.jsonText)", "  \"$schema\": \("schemas/pipeline.schema.json".jsonText)",
        ]
        groups += ConfigurationSection.all.flatMap { section in
            section.name.isEmpty
                ? members(of: section, values, indent: "  ") : [object(section, values)]
        }
        return "{\n" + groups.joined(separator: ",\n\n") + "\n}\n"
    }

    private static func object(_ section: ConfigurationSection, _ values: [String: String]) -> String {
        let members = members(of: section, values, indent: "    ").joined(separator: ",\n")
        return comment(section.name, section.sentence, "  ") + "  \(section.name.jsonText): {\n\(members)\n  }"
    }

    private static func members(
        of section: ConfigurationSection, _ values: [String: String], indent: String
    ) -> [String] {
        section.keys.map { key in
            let lines = (values[section.path(of: key)] ?? key.defaultText).split(
                separator: "\n", omittingEmptySubsequences: false)
            return comment(key.name, key.documentation, indent)
                + "\(indent)\(key.name.jsonText): \(lines.joined(separator: "\n\(indent)"))"
        }
    }

    private static func comment(_ name: String, _ text: String, _ indent: String) -> String {
        "\(indent)\("// \(name)".jsonText): \(text.jsonText),\n"
    }
}
