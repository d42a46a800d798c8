import Foundation
import Testing
import XcodeExport

@Suite("A Contents.json")
struct ContentsTests {
    @Test("has the bytes that Xcode writes")
    func bytes() {
        let value = ContentsValue.object([
            "properties": .object([
                "repetitions": .integer(0), "duration-type": .text("fixed"), "duration": .real(0.6),
            ]),
            "frames": .list([.object(["filename": .text("a-1.png")]), .object(["filename": .text("a-2.png")])]),
            "info": .info,
        ])
        let expected = """
            {
              "frames" : [
                {
                  "filename" : "a-1.png"
                },
                {
                  "filename" : "a-2.png"
                }
              ],
              "info" : {
                "author" : "xcode",
                "version" : 1
              },
              "properties" : {
                "duration" : 0.59999999999999998,
                "duration-type" : "fixed",
                "repetitions" : 0
              }
            }

            """
        #expect(String(decoding: value.json, as: UTF8.self) == expected)
    }

    @Test("escapes the same characters as JSON and Foundation, and no others")
    func escapes() {
        let value = ContentsValue.text("ä 猫 😀 \"quoted\" back\\slash one/two\ttab\nline\u{1}")
        #expect(
            String(decoding: value.json, as: UTF8.self)
                == "\"ä 猫 😀 \\\"quoted\\\" back\\\\slash one\\/two\\ttab\\nline\\u0001\"\n")
    }

    @Test("has an empty line where a list is empty")
    func empty() {
        #expect(
            String(decoding: ContentsValue.object(["stickers": .list([])]).json, as: UTF8.self)
                == "{\n  \"stickers\" : [\n\n  ]\n}\n")
    }

    @Test("is the same after it was read")
    func reading() throws {
        let value = ContentsValue.object([
            "a": .list([.integer(1), .real(0.25), .flag(true), .none, .text("x/y")]), "b": .object([:]),
        ])
        #expect(try ContentsValue(json: value.json, path: "Contents.json") == value)
    }

    @Test("that is not JSON is named")
    func damaged() {
        #expect(throws: XcodeExportError.notContents(path: "x/Contents.json")) {
            try ContentsValue(json: Array("{".utf8), path: "x/Contents.json")
        }
    }
}
