import Foundation
import JobModel
import Testing
import WorkerPool

/// Tests the checks of finished pictures from another machine.
@Suite("The structure of finished pictures")
struct PictureStructureTests {
    /// A PNG of 2 × 2 pixels.
    private static let png: [UInt8] = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEUlEQVR4nGP4z8DwH4RBCAwBRcwH+conGc8AAAAASUVORK5CYII=")
    /// A GIF of one pixel.
    private static let gif: [UInt8] = bytes("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
    private static let webP: [UInt8] = Array("RIFF".utf8) + [12, 0, 0, 0] + Array("WEBPVP8L".utf8) + [0, 0, 0, 0]
    private static let film: [UInt8] = box("ftyp", 8) + box("moov", 20) + box("mdat", 100)

    private static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map { [UInt8]($0) } ?? [] }

    private static func box(_ type: String, _ count: Int) -> [UInt8] {
        [0, 0, 0, UInt8(8 + count)] + Array(type.utf8) + [UInt8](repeating: 0, count: count)
    }

    /// Pictures in formats that contain their length.
    private static let bounded: [(FileKind, [UInt8])] = [(.png, png), (.webp, webP), (.mp4, film)]
    private static let whole: [(FileKind, [UInt8])] = bounded + [(.gif, gif)]

    @Test("an intact picture has no damage", arguments: whole)
    func intact(kind: FileKind, bytes: [UInt8]) {
        #expect(!bytes.isEmpty)
        #expect(PictureStructure.damage(of: bytes, kind) == nil)
    }

    @Test("a picture that is cut off anywhere is damaged", arguments: whole)
    func cut(kind: FileKind, bytes: [UInt8]) {
        // A film that is cut at the end of a box lacks a part, which must also be detected.
        for count in bytes.indices {
            #expect(PictureStructure.damage(of: Array(bytes[..<count]), kind) != nil, "\(kind), \(count) bytes")
        }
    }

    @Test(
        "bytes behind the end of a picture are damage", arguments: bounded)
    func longer(kind: FileKind, bytes: [UInt8]) {
        #expect(PictureStructure.damage(of: bytes + [0], kind) != nil)
    }

    @Test("a flipped bit in the pixels of a PNG is damage")
    func flipped() throws {
        let start = try #require(Data(Self.png).range(of: Data("IDAT".utf8))?.upperBound)
        for place in start..<(start + 17) {
            var bytes = Self.png
            bytes[place] ^= 0x10
            #expect(PictureStructure.damage(of: bytes, .png) != nil, "byte \(place)")
        }
    }

    @Test(
        "the parts of a film must all be there, in the order in which a browser can play it while it is loaded",
        arguments: [["ftyp", "mdat", "moov"], ["ftyp", "moov"], ["moov", "mdat"], ["ftyp", "moov", "mdat", "free"]])
    func filmParts(types: [String]) {
        let bytes = types.flatMap { Self.box($0, 10) }
        #expect(PictureStructure.damage(of: bytes, .mp4) == "its parts are not those of a film")
    }

    @Test("a box of a film cannot be longer than the file, nor shorter than its own header", arguments: [0, 7, 200])
    func boxSize(size: UInt8) {
        var bytes = Self.film
        bytes[3] = size
        #expect(PictureStructure.damage(of: bytes, .mp4) == "it is cut off")
    }
}
