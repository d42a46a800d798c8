import JobModel

/// The page of the documentation that lists every key of `pipeline.json`. A test compares `docs/reference/pipeline.md` with it.
package enum ConfigurationReference {
    package static var page: String {
        let sections = ConfigurationKey.all.filter { $0.accepts == .section }
        let parts = [introduction, "## Top level\n\n" + table(of: "")] + sections.map(section) + [objects]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static let introduction = """
        # pipeline.json

        Generated from the program: do not edit. The [`pipeline.json`](../../pipeline.json) of the repository has the same keys with
        comments, and [its schema](../../schemas/pipeline.schema.json) checks the file in an editor.

        `stickerd init` writes the file. Commands read `pipeline.json` in the current folder, or the file that `--config` names. Every
        key is optional, and so is the file. Keys that begin with `//` are comments. Relative paths start at the folder of the file. A
        mistake is reported with its line, its key, the expected value and the value that was found. A running `stickerd watch`
        reads the file again after SIGHUP.
        """

    private static let objects = """
        ## Objects in lists

        | list | keys of each object |
        |---|---|
        | `previews.backgrounds` | `name`: lower-case letters, digits and hyphens. Either `colour`: `#rrggbb`, or `image`: the path of a picture. |
        | `hooks.onPublished` and the other hooks | Either `command`: a list of a program's path and its arguments. Or `url`, with `format`: `stickerd` or `slack` ([hooks](../operate/hooks.md)). |
        """

    private static func section(_ key: ConfigurationKey) -> String {
        "## \(key.path)\n\n\(key.sentence)\n\n" + table(of: key.path)
    }

    private static func table(of section: String) -> String {
        let keys = ConfigurationKey.all.filter { $0.parent == section && $0.accepts != .section }
        let rows = keys.map { key in
            "| `\(key.path)` | \(values(of: key)) | `\(defaultValue(of: key))` | \(cell(key.sentence)) |"
        }
        return (["| key | values | default | meaning |", "|---|---|---|---|"] + rows).joined(separator: "\n")
    }

    private static func values(of key: ConfigurationKey) -> String {
        let orNull = key.defaultText == "null" ? ", or `null`" : ""
        return switch key.accepts {
        case .section: "object"
        case .folder: "path" + orNull
        case .language: "language tag"
        case .boolean: "`true`, `false`"
        case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "\(range.lowerBound.plainText) to \(range.upperBound.plainText)"
        case .choice(let words): list(words)
        case .choices(let words): "list of " + list(words)
        case .colour: "colour, `#rrggbb` or `#rgb`"
        case .backgrounds, .hooks: "[list of objects](#objects-in-lists)"
        case .text: "text" + orNull
        case .properties: "object of texts"
        case .address: "address of this machine with a port" + orNull
        case .rule(let rule): level(of: rule)
        }
    }

    private static func level(of rule: Rule) -> String {
        guard let range = rule.settableLimits, let unit = rule.unit else { return "level" }
        let bounds = [range.lowerBound, range.upperBound].map(\.plainText)
        return "level; limit \(bounds[0]) to \(bounds[1]) (\(unit))"
    }

    private static func list(_ words: [String]) -> String {
        words.map { "`\($0)`" }.joined(separator: ", ")
    }

    /// The default on one line.
    private static func defaultValue(of key: ConfigurationKey) -> String {
        key.defaultText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func cell(_ sentence: String) -> String {
        sentence.replacing("|", with: "\\|")
    }
}
