import Testing
import TextEscaping

@Suite("Text of others in the formats that stickerd writes")
struct EscapedTextTests {
    /// A text with a combining accent on a quotation mark, a prepended mark before `<`, a Windows line break, two
    /// direction marks and an escape character.
    private let hostile = "\"\u{301} \u{600}<b> \r\n \u{202E}x\u{2066}y \u{1B}[31m"

    @Test("keeps no raw quotation mark, tag or direction mark in markup")
    func markup() {
        #expect(MarkupText.escaped(hostile) == "&quot;\u{301} \u{600}&lt;b&gt; \r\n xy [31m")
    }

    @Test("cannot end a script element as JSON")
    func script() {
        let escaped = EscapedText.scriptJSON("{\"a\":\"\u{600}</script>\u{202E}&\"}")
        #expect(escaped == "{\"a\":\"\u{600}\\u003c/script\\u003e\\u202e\\u0026\"}")
    }

    @Test("cannot end a quoted value for curl")
    func curl() {
        #expect(EscapedText.curl("a\"\u{301}\r\nb\\\0") == "a\\\"\u{301}\\r\\nb\\\\")
    }

    @Test("stays in its CSV field, and does not become a formula")
    func csv() {
        #expect(EscapedText.csv("a\u{600}\",=1+1,\"b") == "\"a\u{600}\"\",=1+1,\"\"b\"")
        #expect(EscapedText.csv("a\u{600},b") == "\"a\u{600},b\"")
        #expect(EscapedText.csv("\u{202E}=1+1") == "'\u{FFFD}=1+1")
        #expect(EscapedText.csv("a\r\nb") == "\"a\u{FFFD}\nb\"")
    }

    @Test("mentions nobody in Slack")
    func slack() {
        #expect(EscapedText.slack("\u{600}<!channel>\u{202E}\r\n&") == "\u{600}&lt;!channel&gt;\n&amp;")
    }

    @Test("is one line and one value in a log")
    func log() {
        let line = EscapedText.line(hostile)
        let expected = "\"\u{301} \u{600}<b> ␤␤ \u{FFFD}x\u{FFFD}y ␤[31m"
        #expect(line == expected)
        #expect(EscapedText.logValue("a\"\u{301}b=1") == "\"a'\u{301}b=1\"")
        #expect(EscapedText.logValue("\u{600} a") == "\"\u{600} a\"")
        #expect(EscapedText.logValue("word") == "word")
    }

    @Test("is one label value for Prometheus")
    func metrics() {
        #expect(EscapedText.prometheus("\"\u{301}\n\\") == "\\\"\u{301}\\n\\\\")
    }

    @Test("is one word for a shell")
    func shell() {
        #expect(EscapedText.shell("it'\u{301}s") == "'it'\\''\u{301}s'")
        #expect(EscapedText.shell("/usr/bin/ssh") == "/usr/bin/ssh")
        #expect(EscapedText.shell("a\u{301}") == "'a\u{301}'")
        #expect(EscapedText.shell("") == "''")
    }

    @Test("neither ends a comment or literal of Swift nor turns it around")
    func swiftSource() {
        let comment = EscapedText.swiftComment(hostile)
        let expected = "\"\u{301} \u{600}<b> xy [31m"
        #expect(comment == expected)
        #expect(EscapedText.swiftComment("a\u{2028}b\r\nc") == "a b c")
        #expect(
            EscapedText.swiftLiteral("\"\u{301}\\(x)\u{202E}\r\n")
                == "\"\\u{22}\u{301}\\u{5c}(x)\\u{202e}\\u{d}\\u{a}\"")
    }

    @Test("is one literal of C#, and text of XML without characters that XML does not have")
    func sharpAndXML() {
        #expect(
            EscapedText.csharpLiteral("\"\\{x}\u{202E}\n")
                == "\"\\U00000022\\U0000005c{x}\\U0000202e\\U0000000a\"")
        #expect(EscapedText.xml("<a b=\"c\">&\u{0}\u{202E}é") == "&lt;a b=&quot;c&quot;&gt;&amp;é")
    }
}
