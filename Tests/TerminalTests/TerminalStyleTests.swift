import Terminal
import Testing

/// Tests the colours of marks.
struct TerminalStyleTests {
    private let text = "✓ libraries\n  ! fonts\n✗ disk\n!important ✓\nplain"

    @Test("marks at the beginning of lines are coloured on a terminal")
    func coloured() {
        #expect(
            TerminalStyle(isTerminal: true, environment: ["TERM": "xterm"]).painted(text)
                == "\u{1B}[32m✓\u{1B}[0m libraries\n  \u{1B}[33m!\u{1B}[0m fonts\n\u{1B}[31m✗\u{1B}[0m disk\n!important ✓\nplain"
        )
    }

    @Test(
        "there are no colours without a terminal, on a dumb one, or with NO_COLOR",
        arguments: [(false, [:]), (true, ["TERM": "dumb"]), (true, ["NO_COLOR": "1"])] as [(Bool, [String: String])])
    func plain(isTerminal: Bool, environment: [String: String]) {
        #expect(TerminalStyle(isTerminal: isTerminal, environment: environment).painted(text) == text)
    }

    @Test("an empty NO_COLOR counts as not set")
    func empty() {
        #expect(TerminalStyle(isTerminal: true, environment: ["NO_COLOR": ""]).painted("✓ a") != "✓ a")
    }

    @Test("a duration is a number with a unit", arguments: [("90s", 90), ("45m", 2_700), ("4h", 14_400)])
    func duration(text: String, seconds: Int) {
        #expect(TypedDuration(text)?.duration == .seconds(seconds))
    }

    @Test("anything else is not a duration", arguments: ["4", "h", "-4h", "0m", "1d", ""])
    func notDuration(text: String) {
        #expect(TypedDuration(text) == nil)
    }
}
