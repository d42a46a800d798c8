import StickerConfiguration
import Testing

/// Tests the messages about settings files with invalid JSON. The tests use sidecars, which are the smallest of these
/// files.
@Suite struct JSONSyntaxTests {
    private func complaint(_ text: String) -> String {
        complaint(Array(text.utf8))
    }

    private func complaint(_ bytes: [UInt8]) -> String {
        do {
            _ = try Sidecar(json: bytes, file: "Cat.json")
            return ""
        } catch {
            return error.description
        }
    }

    private func label(_ text: String) throws -> String? {
        try Sidecar(json: Array(text.utf8), file: "Cat.json").label
    }

    @Test("a missing comma is reported with its line and column")
    func missingComma() {
        #expect(
            complaint("{\n  \"label\": \"Cat\"\n  \"trim\": true\n}")
                == "Cat.json:3:3: expected \",\" after the value of \"label\", or \"}\", found a quote (\")")
    }

    @Test("a superfluous comma is reported at its position")
    func trailingComma() {
        #expect(
            complaint("{ \"trim\": true, }")
                == "Cat.json:1:17: expected a key; remove the comma before this, found \"}\"")
        #expect(complaint("{ \"labels\": [1, ] }").contains("remove the comma before this"))
    }

    @Test("curly quotes, as word processors write them, are named")
    func curlyQuotes() {
        let text = complaint("{ “label”: \"Cat\" }")
        #expect(text.hasPrefix("Cat.json:1:3: expected a key in straight double quotes, found \"“\""))
        #expect(text.hasSuffix("use straight double quotes (\")"))
    }

    @Test("an empty file is reported as one that ends too early")
    func emptyFile() {
        #expect(complaint("") == "Cat.json:1:1: expected a value, found the end of the file")
    }

    @Test("a file that is not UTF-8 is reported as such")
    func otherEncoding() {
        #expect(complaint([0xFF, 0xFE, 0x7B, 0x00]).hasPrefix("Cat.json: expected text in UTF-8"))
    }

    @Test("a file with a byte order mark is read")
    func byteOrderMark() throws {
        #expect(try label("\u{FEFF}{\"label\": \"Cat\"}") == "Cat")
    }

    @Test("comments of both kinds are read over")
    func comments() throws {
        let text = """
            // what a cat
            { /* its
                 name */ "label": "Cat // Dog", // not the dog
              "// size": { "anything": [1, 2] }
            } // done
            """
        #expect(try label(text) == "Cat // Dog")
    }

    @Test("a comment without an end is reported where it begins")
    func openComment() {
        #expect(complaint("{\n /* oh") == "Cat.json:2:2: expected */ after this comment, found the end of the file")
    }

    @Test("lines are counted across comments, and columns in characters")
    func columns() {
        #expect(complaint("// é\r\n/*\n*/ { \"label\": \"Käse\" x }").hasPrefix("Cat.json:3:22: "))
    }

    @Test("escapes are decoded")
    func escapes() throws {
        #expect(try label(#"{"label": "\u00e9\ud83d\ude00\n\"\\\/"}"#) == "é😀\n\"\\/")
    }

    @Test(
        "an invalid escape is reported",
        arguments: [
            #"{"label": "\x"}"#, #"{"label": "\ud83d"}"#, #"{"label": "\u00g0"}"#, #"{"label": "\ud83d\u0041"}"#,
        ])
    func wrongEscape(text: String) {
        #expect(complaint(text).hasPrefix("Cat.json:1:"))
    }

    @Test("a text without a closing quote is reported where it begins")
    func openText() {
        #expect(
            complaint("{\n \"label\": \"Cat\n}")
                == "Cat.json:2:11: expected a closing quote (\") on the same line, found the line's end")
    }

    @Test(
        "numbers that JSON does not have are reported", arguments: ["01", "1.", ".5", "+1", "NaN", "0x10", "1e", "--1"])
    func wrongNumber(number: String) {
        #expect(complaint("{\"padding\": \(number)}").contains("expected a value, found \(number)"))
    }

    @Test("a number beyond all range is out of range, not a crash")
    func hugeNumber() {
        #expect(complaint("{\"padding\": 1e999}").contains("padding: expected a number from 0 to 0.25, found 1e999"))
    }

    @Test("thousands of brackets are refused without exhausting the stack")
    func deepNesting() {
        #expect(complaint(String(repeating: "[", count: 100_000)).contains("expected less nesting"))
    }

    @Test("a file far too large for settings is refused")
    func hugeFile() {
        #expect(complaint("{}" + String(repeating: " ", count: 1_000_000)).contains("at most 1,000,000 bytes"))
    }

    @Test("a file of more values than settings have is refused")
    func manyValues() {
        let text = "{\"labels\": [" + String(repeating: "1,", count: 400_000) + "1]}"
        #expect(complaint(text).hasSuffix("expected at most 10,000 values"))
    }

    @Test(
        "numbers of every form that JSON has are read",
        arguments: ["0", "-0", "0.2", "2e-1", "0.02E+1", "20e-2", "0.0"])
    func number(number: String) {
        #expect(complaint("{\"padding\": \(number)}") == "")
    }

    @Test("text after the end is reported")
    func rest() {
        #expect(complaint("{} {}") == "Cat.json:1:4: expected the end of the file, found \"{\"")
    }

    @Test("a file without an object is reported")
    func noObject() {
        #expect(complaint("[]") == "Cat.json:1:1: expected an object in { }, found a list")
    }

    @Test("every file cut short is refused")
    func cutShort() {
        let whole = Array(#"{"label":"Caf\u00e9","labels":{"de":"Käse"},"trim":true,"padding":0.1}"#.utf8)
        for count in whole.indices {
            #expect(complaint(Array(whole[..<count])) != "")
        }
        #expect(complaint(whole) == "")
    }
}
