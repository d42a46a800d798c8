import Terminal
import Testing

/// Tests the changes of typed arguments before they are parsed.
struct TypedArgumentsTests {
    private static let tree = CommandTree(
        "stickerd",
        [
            CommandTree("build"), CommandTree("export", [CommandTree("app")]), CommandTree("serve"),
            CommandTree("worker"),
        ])
    private static let former = [
        TypedArguments.FormerSpelling("export app", "--to", "--output"),
        TypedArguments.FormerSpelling("serve", "--address", "--listen"),
    ]

    private func normalized(_ line: String) -> String {
        TypedArguments(line.split(separator: " ").map(String.init))
            .normalized(for: Self.tree, former: Self.former).words.joined(separator: " ")
    }

    @Test(
        "options before the command are options of the command",
        arguments: [
            ("-c x build --json", "build -c x --json"), ("--config=x -q build", "build --config=x -q"),
            ("--out o export app", "export app --out o"), ("build -c x", "build -c x"),
        ])
    func leading(typed: String, parsed: String) {
        #expect(normalized(typed) == parsed)
    }

    @Test(
        "former spellings work for the command that had them",
        arguments: [
            ("export app --to x", "export app --output x"), ("export app --to=x", "export app --output=x"),
            ("serve --address a", "serve --listen a"), ("build --to x", "build --to x"),
            ("export app -- --to", "export app -- --to"),
        ])
    func former(typed: String, parsed: String) {
        #expect(normalized(typed) == parsed)
    }

    @Test(
        "words without a command stay as they are",
        arguments: ["-c", "-c x", "-c x bulid", "--help", "export", "export --to x", "help build"])
    func incomplete(typed: String) {
        #expect(normalized(typed) == typed)
    }

    @Test(
        "former names of commands are replaced, also after help and options",
        arguments: [
            ("review import a.json", "review decisions import a.json"),
            ("-c x review export --csv", "-c x review decisions export --csv"),
            ("help review import", "help review decisions import"), ("review file", "review file"),
            ("review decisions import a", "review decisions import a"), ("import a", "import a"),
        ])
    func formerCommand(typed: String, current: String) {
        let commands = [
            TypedArguments.FormerCommand("review import", "review decisions import"),
            TypedArguments.FormerCommand("review export", "review decisions export"),
        ]
        let words = TypedArguments(typed.split(separator: " ").map(String.init)).renamed(commands).words
        #expect(words.joined(separator: " ") == current)
    }

    @Test("-V is --version")
    func version() {
        #expect(normalized("-V") == "--version")
    }
}
