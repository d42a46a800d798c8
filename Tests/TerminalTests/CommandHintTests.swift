import Terminal
import Testing

/// Tests the hints after an unknown command or a wrong option.
struct CommandHintTests {
    private static let tree = CommandTree(
        "stickerd",
        [
            CommandTree("build"), CommandTree("watch"), CommandTree("worker", isListed: false),
            CommandTree("export", [CommandTree("app"), CommandTree("xcode")]),
            CommandTree("review", [CommandTree("file")]),
        ])

    private func message(_ line: String) -> String? {
        CommandHint.message(about: line.split(separator: " ").map(String.init), in: Self.tree)
    }

    @Test(
        "a mistyped command is answered with the one that was meant, after help too",
        arguments: [
            ("bulid", "“bulid” is not a command. Did you mean `stickerd build`?"),
            ("help bulid", "“bulid” is not a command. Did you mean `stickerd build`?"),
            ("export xcod", "“xcod” is not a command. Did you mean `stickerd export xcode`?"),
            ("frobnicate", "“frobnicate” is not a command. `stickerd --help` lists the commands."),
        ])
    func mistyped(typed: String, answer: String) {
        #expect(message(typed) == answer)
    }

    @Test(
        "a word that other programs use is answered with the command for it",
        arguments: [
            ("undo", "stickerd rollback --previous"), ("ls", "stickerd status"), ("list", "stickerd status"),
            ("clean", "stickerd build"), ("approve", "stickerd review approve"), ("restore", "stickerd rollback"),
            ("backup", "decisions.jsonl"), ("up", "stickerd watch"), ("LINT", "stickerd check"),
            ("review page", "stickerd serve"),
        ])
    func synonym(typed: String, answer: String) {
        #expect(message(typed)?.contains(answer) == true)
    }

    @Test(
        "a known command has no hint", arguments: ["build", "build x", "help build", "help", "export --help", "worker"])
    func known(typed: String) {
        #expect(message(typed) == nil)
    }

    @Test("a hidden command is never suggested")
    func hidden() {
        #expect(message("wroker")?.contains("worker`") == false)
    }

    @Test(
        "a message about options names the option first, and where to read more",
        arguments: [
            (
                "The value '4' is invalid for '--time-limit <time-limit>': expected a duration, found \"4\"",
                "--time-limit: expected a duration, found \"4\". See `stickerd watch --help`."
            ),
            ("Unknown option '--x'", "Unknown option '--x'. See `stickerd watch --help`."),
            (
                "Unknown option '--port'. Did you mean '--out'?",
                "Unknown option '--port'. Use --health 127.0.0.1:PORT for /healthz and /metrics, or --listen "
                    + "127.0.0.1:PORT for the review page. See `stickerd watch --help`."
            ),
        ])
    func usage(message: String, text: String) {
        #expect(UsageMessage.text(message, command: "stickerd watch") == text)
    }

    @Test("build and files: the answer names check")
    func files() {
        let text = UsageMessage.text("Unexpected argument 'drop/cats'", command: "stickerd build")
        #expect(text.contains("`stickerd check FILE`"))
    }
}
