import Reports
import Testing
import Texts

@Suite("Texts of reports on a terminal, and about approvals")
struct TextLayoutTests {
    @Test("lines break at spaces, and later ones have their own indentation")
    func lines() {
        let paragraph = TerminalParagraph(width: 12)
        #expect(paragraph.lines("one two three four") == ["one two", "three four"])
        #expect(paragraph.lines("one two three", indent: 2, hanging: 4) == ["  one two", "    three"])
        #expect(paragraph.lines("an-unbreakable-word b") == ["an-unbreakable-word", "b"])
        #expect(paragraph.lines("") == [""])
    }

    @Test("an ideograph is two columns wide")
    func ideographs() { #expect(TerminalParagraph(width: 8).lines("猫猫 猫猫") == ["猫猫", "猫猫"]) }

    @Test("an escape sequence in a file name is not obeyed")
    func control() {
        #expect(TerminalParagraph(width: 40).lines("a\u{1B}[2J\u{202E}b") == ["a\u{FFFD}[2J\u{FFFD}b"])
    }

    @Test("stickers without approval are counted, with the way to approve them; without any there is no text")
    func approvals() {
        #expect(ApprovalText.text(awaiting: 0, unapproved: 0) == "")
        let waiting = ApprovalText.text(awaiting: 2, unapproved: 0, page: "http://nas:8080/review")
        #expect(waiting.contains("2") && waiting.contains("http://nas:8080/review"))
        let both = ApprovalText.text(awaiting: 2, unapproved: 3)
        #expect(
            both.contains("2") && both.contains("3") && both.hasPrefix(ApprovalText.text(awaiting: 2, unapproved: 0)))
        #expect(ApprovalText.text(awaiting: 0, unapproved: 3).contains("3"))
    }
}
