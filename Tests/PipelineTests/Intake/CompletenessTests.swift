import FileAccess
import Foundation
import ImageHeaders
import Intake
import Testing

@Suite("Whether a file is complete")
struct CompletenessTests {
    private static let box = Array("\0\0\0\u{18}ftypavif\0\0\0\0avifmif1".utf8)
    private static let rest = Array("\0\0\0\u{0C}mdatabcd".utf8)

    private static let whole: [String: [UInt8]] = [
        "a.png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
            + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82],
        "a.gif": Array("GIF89a".utf8) + [1, 2, 0, 0x3B],
        "a.jpg": [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 0xFF, 0xD9],
        "a.webp": Array("RIFF".utf8) + [8, 0, 0, 0] + Array("WEBPVP8 ".utf8),
        "a.svg": Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><path/></svg>".utf8),
        "a.avif": box + rest,
        "a.pdf": Array("%PDF-1.7 art %%EOF".utf8),
        "a.json": Array("{ \"name\": \"Cat\" }".utf8),
    ]

    private func look(_ name: String, _ bytes: [UInt8]) throws -> Completeness {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        var status = stat()
        try #require(stat(path, &status) == 0)
        return Completeness.of(fileAt: path, stamp: FileStat(status))
    }

    @Test("a complete file is recognised", arguments: whole.keys.sorted())
    func complete(name: String) throws {
        #expect(try look(name, try #require(Self.whole[name])) == .complete)
    }

    @Test("a file without its last byte is not", arguments: whole.keys.sorted())
    func cut(name: String) throws {
        let found = try look(name, try #require(Self.whole[name]).dropLast())
        guard case .cut = found else {
            Issue.record("\(name): \(found)")
            return
        }
    }

    @Test("blanks and zeros after the end change nothing", arguments: ["a.gif", "a.jpg", "a.svg", "a.json", "a.png"])
    func filling(name: String) throws {
        let blanks: [UInt8] = name == "a.json" || name == "a.svg" ? [0x0A, 0x20, 0x0A] : [0, 0, 0x0A]
        #expect(try look(name, try #require(Self.whole[name]) + blanks) == .complete)
    }

    @Test("a complete picture followed by a video, text or a long comment is complete, and a truncated one is not")
    func trailers() throws {
        let text = Array(String(repeating: "video and text ", count: 600).utf8)
        let gif =
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 1, 0xFF, 0xDA, 0, 3, 1, 5, 0xFF, 0, 0xFF, 0xD9]
        let png =
            ChunkScanner.signature
            + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        #expect(try look("a.gif", gif + text) == .complete)
        #expect(try look("a.jpg", jpeg + text) == .complete)
        #expect(try look("a.png", png + text) == .complete)
        let svg = try #require(Self.whole["a.svg"])
        #expect(try look("a.svg", svg + Array("\n<!-- ".utf8) + text + Array("-->\n".utf8)) == .complete)
        let cut: [(String, [UInt8])] = [
            ("a.gif", gif.dropLast() + text), ("a.jpg", jpeg.dropLast(2) + text), ("a.svg", svg.dropLast(3) + text),
            ("a.svg", svg + Array("<!-- ".utf8) + text),
        ]
        for (name, bytes) in cut { #expect(try look(name, bytes) != .complete, "\(name)") }
    }

    @Test(
        "the end tag of an SVG may have a prefix and blanks",
        arguments: [
            ("</svg>", true), ("</svg \r\n\t>", true), ("</s:svg>", true), ("</a-b.c_9:svg>", true), ("</é:svg>", true),
            ("</g></svg><!-- </g> -->", true), ("</<svg></svg>", true), ("</svg", false), ("</ svg>", false),
            ("<svg>", false), ("</svgs>", false), ("</a:b:svg>", false), ("</:svg>", false), ("</a b:svg>", false),
            ("</svg x>", false),
        ])
    func endTag(text: String, isWhole: Bool) throws {
        let start = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path/>"
        #expect((try look("a.svg", Array((start + text).utf8)) == .complete) == isWhole)
    }

    @Test("the chunks of a PNG show its end also before 100 MB that something else wrote behind it")
    func largeTrailer() throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/a.png"
        let header: [UInt8] = [0, 0, 0, 2, 0x49, 0x48, 0x44, 0x52, 7, 7, 0, 0, 0, 0]
        let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        for (chunks, whole) in [(header + end, true), (header, false)] {
            try Data(ChunkScanner.signature + chunks).write(to: URL(filePath: path))
            // The file is made longer by a hole, which needs no space on the disk.
            try #require(truncate(path, 100_000_000) == 0)
            #expect((Completeness.of(fileAt: path, stamp: try OpenFile(path).stamp()) == .complete) == whole)
        }
    }

    @Test("formats without an end that is cheap to find are not checked")
    func cannotTell() throws {
        #expect(try look("a.tif", [0x49, 0x49, 0x2A, 0x00, 1, 2, 3]) == .cannotTell)
        #expect(try look("a.psd", Array("8BPS".utf8) + [0, 1, 2, 3]) == .cannotTell)
        #expect(try look("a.txt", Array("hello".utf8)) == .cannotTell)
    }

    @Test("an empty file lacks its content")
    func empty() throws {
        #expect(try look("a.png", []) == .cut(missing: "its content"))
    }
}
