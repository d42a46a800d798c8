import FileAccess
import ImageHeaders
import Intake
import Testing

@Suite("The ends of files")
struct FileEndTests {
    private static let iend: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(
        "the last bytes of a file show its end",
        arguments: [
            (.png, iend, true), (.png, iend + text("a trailer"), true), (.png, iend.dropLast(), false),
            (.gif, [0, 0x3B], true), (.gif, [0, 0x3B, 0, 0x0A], true), (.gif, [7, 0x3B], false),
            (.jpeg, [0xFF, 0xD9, 0x0A], true), (.jpeg, [0xFF, 0xD9, 0x41], false), (.jpeg, [0xD9], false),
            (.svg, text("</svg >\n<!-- drawn by hand -->"), true), (.svg, text("</svg:svg>"), true),
            (.svg, text("</svgx>"), false), (.svg, [0x3C, 0, 0x2F, 0, 0x73, 0, 0x76, 0, 0x67, 0, 0x3E, 0], true),
            (.pdf, text("%%EOF\n"), true), (.pdf, text("%%EO"), false),
        ] as [(SourceFormat, [UInt8], Bool)])
    func tail(format: SourceFormat, tail: [UInt8], isComplete: Bool) {
        let found = FileEnding.completeness(of: format, tail: tail)
        if isComplete {
            #expect(found == .complete)
        } else {
            guard case .cut = found else {
                Issue.record("\(found)")
                return
            }
        }
    }

    @Test("a WebP is as long as its header says, or longer", arguments: [(19, false), (20, true), (21, true)])
    func webP(size: Int, isWhole: Bool) {
        let head = Self.text("RIFF") + [12, 0, 0, 0] + Self.text("WEBP")
        #expect(FileEnding.isWebP(head, size: size) == isWhole)
        #expect(!FileEnding.isWebP(head.dropLast(), size: size))
    }

    @Test(
        "settings end with a brace, and blanks after it do not count",
        arguments: [("{}", true), ("{} \r\n\t", true), ("{\"a\": 1", false), ("[]", false), ("  ", false), ("", false)])
    func json(text: String, isComplete: Bool) {
        #expect(FileEnding.isJSON(Self.text(text)) == isComplete)
    }

    @Test("comments and instructions after an SVG are not part of it, and a comment alone is not its end")
    func commentsAfterSVG() {
        let svg = Self.text("<svg></svg>")
        #expect(FileEnding.isWhole(svg + Self.text("<?made by a program?>\n<!-- a --> <!-- b -->"), .svg))
        #expect(!FileEnding.isWhole(Self.text("<svg>") + Self.text("<!-- a -->"), .svg))
    }

    private func isWhole(
        _ bytes: [UInt8], _ check: (borrowing OpenFile, Int) throws(SystemCallError) -> Bool
    ) throws -> Bool {
        let drop = try DropFixture()
        let file = try OpenFile(try drop.add("file", bytes))
        return try check(file, bytes.count)
    }

    private static func chunk(_ name: String, length: [UInt8] = [0, 0, 0, 0], _ data: [UInt8] = []) -> [UInt8] {
        length + text(name) + data + [1, 2, 3, 4]
    }

    @Test(
        "the chunks of a PNG lead to its end, whatever follows",
        arguments: [
            (chunk("IDAT", length: [0, 0, 0, 2], [8, 9]) + chunk("IEND"), true),
            (chunk("IEND") + text("a video"), true), (chunk("IDAT", length: [0, 0, 0, 9], [8, 9]), false),
            (chunk("IDAT") + chunk("IEND").dropLast(), false), (chunk("ID1T") + chunk("IEND"), false),
            (chunk("IDAT", length: [0xFF, 0xFF, 0xFF, 0xFF]), false), ([], false),
        ] as [([UInt8], Bool)])
    func chunks(bytes: [UInt8], isWhole: Bool) throws {
        #expect(try self.isWhole(ChunkScanner.signature + bytes, ChunkChain.isWhole) == isWhole)
    }

    @Test(
        "the boxes of a picture end exactly where the file ends",
        arguments: [
            ([0, 0, 0, 8] + text("free"), true),
            ([0, 0, 0, 8] + text("free") + [0, 0, 0, 9] + text("mdat") + [7], true),
            // A box of length 0 extends to the end of the file. After the length 1, there is a length of 64 bits.
            ([0, 0, 0, 8] + text("free") + [0, 0, 0, 0] + text("mdat") + [7, 7], true),
            ([0, 0, 0, 1] + text("mdat") + [0, 0, 0, 0, 0, 0, 0, 17] + [7], true),
            ([0, 0, 0, 1] + text("mdat") + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], false),
            ([0, 0, 0, 9] + text("mdat"), false), ([0, 0, 0, 7] + text("mdat"), false),
            ([0, 0, 0, 8] + text("free") + [0, 0, 0], false),
        ] as [([UInt8], Bool)])
    func boxes(bytes: [UInt8], isWhole: Bool) throws {
        #expect(try self.isWhole(bytes, BoxChain.isWhole) == isWhole)
    }
}
