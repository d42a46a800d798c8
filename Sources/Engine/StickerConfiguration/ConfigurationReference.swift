/// Generates the documentation page with all keys of `pipeline.json`. A test compares it with
/// `docs/reference/pipeline.md`.
package enum ConfigurationReference {
    package static var page: String {
        ([introduction] + ConfigurationSection.all.map(section) + [objects]).joined(separator: "\n\n") + "\n"
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
        | `previews.backgrounds` | \(Configuration.BackgroundSetting.members) |
        | `hooks.onPublished` and the other hooks | Either `command`: a list of a program's path and its arguments. Or `url`, with `format`: `stickerd` or `slack` ([hooks](../operate/hooks.md)). |
        """

    private static func section(_ section: ConfigurationSection) -> String {
        let rows = section.keys.map { key in
            "| `\(section.path(of: key))` | \(key.accepts.cell) | `\(defaultValue(of: key))` | \(cell(key.sentence)) |"
        }
        let heading = section.name.isEmpty ? "## Top level" : "## \(section.name)\n\n\(section.sentence)"
        let table = ["| key | values | default | meaning |", "|---|---|---|---|"] + rows
        return "\(heading)\n\n\(table.joined(separator: "\n"))"
    }

    /// The default value on one line.
    private static func defaultValue(of key: ConfigurationKey) -> String {
        key.defaultText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func cell(_ sentence: String) -> String {
        sentence.replacing("|", with: "\\|")
    }
}
