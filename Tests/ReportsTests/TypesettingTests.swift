import JobModel
import SheetModel
import Testing
import TextEscaping

@Suite struct TypesettingTests {
    @Test("a quotation mark with an accent is escaped like any other")
    func combiningQuote() {
        let accented = MarkupText.escaped("\"\u{301}<\u{301}&'")
        #expect(Array(accented.unicodeScalars) == Array("&quot;\u{301}&lt;\u{301}&amp;&#39;".unicodeScalars))
    }

    @Test("controls that XML forbids or that turn the text's direction are left out")
    func controls() {
        #expect(MarkupText.escaped("a\u{0}b\u{1B}c\u{202E}d\u{FFFF}e\u{2066}") == "abcde")
    }

    @Test(
        "every line fits its column",
        arguments: ["A happy cat on a very warm roof", "猫のステッカーとても長い名前", "Donaudampfschifffahrtsgesellschaft"])
    func linesFit(text: String) {
        for line in LineBreaker.lines(of: text, in: .body, width: 80, limit: 9) {
            #expect(TextRuler.width(of: line, in: .body) <= 80)
        }
    }

    @Test("line breaks lose no word while there is space for all lines")
    func nothingLost() {
        let text = "A happy cat on a very warm roof"
        #expect(LineBreaker.lines(of: text, in: .body, width: 80, limit: 9).joined(separator: " ") == text)
    }

    @Test("text that does not fit is cut with an ellipsis")
    func ellipsis() {
        let lines = LineBreaker.lines(of: "A happy cat on a very warm roof", in: .body, width: 80, limit: 2)
        #expect(lines.count == 2)
        #expect(lines.last?.hasSuffix("…") == true)
    }

    @Test("numbers are grouped, and a fidelity below one never reads as one")
    func numbers() {
        #expect(NumberFormat.number(0) == "0")
        #expect(NumberFormat.number(1_234_567) == "1,234,567")
        #expect(NumberFormat.size(999_960) == "999,960 bytes")
        #expect(NumberFormat.fidelity(0.99999) == "0.9999")
        #expect(NumberFormat.fidelity(1) == "1")
        #expect(NumberFormat.decimal(.nan, places: 1) == "–")
    }
}
