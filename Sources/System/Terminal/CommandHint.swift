import StickerConfiguration

/// Suggests a command if the typed command does not exist.
package enum CommandHint {
    private static let reviewPage =
        "To serve the review page: `stickerd serve`. To write it as a file for e-mail: `stickerd review file`."

    /// Names that commands have in other programs, with the names of their parent commands, and the hint for each.
    private static let synonyms: [String: String] = [
        "undo": "To publish an earlier state again: `stickerd rollback --previous`.",
        "revert": "To publish an earlier state again: `stickerd rollback --previous`.",
        "list": "To see what is published: `stickerd status`, or `stickerd manifest`.",
        "ls": "To see what is published: `stickerd status`, or `stickerd manifest`.",
        "show": "To see what is published: `stickerd status`, or `stickerd manifest`.",
        "log": "To see what was published and when: `stickerd history`.",
        "clean": "Unused files are removed by the next `stickerd build`.",
        "gc": "Unused files are removed by the next `stickerd build`.",
        "approve": "To approve stickers: `stickerd review approve`, or the review page of `stickerd serve`.",
        "page": reviewPage, "review page": reviewPage,
        "restore":
            "To publish an earlier state again: `stickerd rollback`. To restore lost decisions: `stickerd review restore`.",
        "import": "To import decisions: `stickerd review decisions import FILE`.",
        "backup": "Copy pipeline.json, drop/, backgrounds/ and decisions.jsonl. See docs/operate/backup.md.",
        "up": "To publish and keep watching: `stickerd watch`.",
        "start": "To publish and keep watching: `stickerd watch`.",
        "run": "To publish once: `stickerd build`. To keep watching: `stickerd watch`.",
        "stop": "Press Ctrl-C in its terminal, or run `systemctl stop stickerd`.",
        "render": "To publish once: `stickerd build`. To render everything again: `stickerd rebuild`.",
        "publish": "To publish once: `stickerd build`.",
        "lint": "To check art: `stickerd check FILE`. To check an export: `stickerd verify FOLDER`.",
        "test": "To check art: `stickerd check FILE`. To check an export: `stickerd verify FOLDER`.",
        "validate": "To check art: `stickerd check FILE`. To check an export: `stickerd verify FOLDER`.",
        "new": "To start a project: `stickerd init`.",
        "create": "To start a project: `stickerd init`.",
        "preview":
            "To draw preview sheets: `stickerd sheet`. To see what a build would do: `stickerd build --dry-run`.",
        "release": "To let builds publish again: `stickerd rollback --release`.",
        "diff": "To see what a build would do: `stickerd build --dry-run`. To see past changes: `stickerd history`.",
    ]

    /// The message about an unknown command, without the program's prefix.
    ///
    /// - Parameters:
    ///   - words: the words that were typed after the program's name.
    ///   - shown: returns a word in a form that is safe on a terminal.
    /// - Returns: the message. Nil if the words do not contain an unknown command.
    package static func message(
        about words: [String], in tree: CommandTree, shown: (String) -> String = { $0 }
    ) -> String? {
        let isHelp = words.first == "help"
        let words = isHelp ? Array(words.dropFirst()) : words
        let (command, path) = tree.follow(words)
        guard !command.subcommands.isEmpty, words.count >= path.count else { return nil }
        let word = words[path.count - 1]
        guard !word.hasPrefix("-"), word != "help" || isHelp else { return nil }
        let line = path.joined(separator: " ")
        return "“\(shown(word))” is not a command. "
            + (hint(for: word, after: line, in: command) ?? "`\(line) --help` lists the commands.")
    }

    private static func hint(for word: String, after line: String, in command: CommandTree) -> String? {
        let typed = (line.split(separator: " ").dropFirst().map(String.init) + [word.lowercased()]).joined(
            separator: " ")
        if let known = synonyms[typed] { return known }
        return NearestName.of(word, among: command.listedNames).map { "Did you mean `\(line) \($0)`?" }
    }
}
