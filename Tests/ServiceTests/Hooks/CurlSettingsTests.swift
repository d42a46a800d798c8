import Service
import Testing

@Suite("The input of curl for webhooks")
struct CurlSettingsTests {
    @Test("an event keeps its quotation marks in one quoted value, also those with an accent")
    func quotation() {
        let body = #"{"path":"pack/a\""# + "\u{301}.png\"}"
        let line = CurlSettings.text(flags: [], options: [("data-raw", body)])
        #expect(unquoted(line) == "data-raw = " + body + "\n")
    }

    /// Decodes a line like curl, without its outer quotation marks and backslashes. Nil if the line ends too early.
    private func unquoted(_ line: String) -> String? {
        var result = String.UnicodeScalarView()
        var isQuoted = false
        var isEscaped = false
        var quotes = 0
        for scalar in line.unicodeScalars {
            if isEscaped {
                result.append(scalar)
                isEscaped = false
            } else if scalar == "\\", isQuoted {
                isEscaped = true
            } else if scalar == "\"" {
                isQuoted.toggle()
                quotes += 1
            } else {
                result.append(scalar)
            }
        }
        return quotes == 2 ? String(result) : nil
    }
}
