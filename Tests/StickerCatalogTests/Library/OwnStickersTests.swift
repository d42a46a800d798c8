import Foundation
import StickerCatalog
import Testing

@Suite("Stickers that an app makes itself")
struct OwnStickersTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    /// The header of a PNG of the given size, followed by other bytes.
    private func png(_ width: UInt16 = 408, _ height: UInt16 = 408, bytes: Int = 100, content: UInt8 = 0) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
        for side in [width, height] { data += [0, 0, UInt8(side >> 8), UInt8(side & 255)] }
        return data + Data(repeating: content, count: bytes - data.count)
    }

    @Test("are saved, and listed newest first, also by another process")
    func saved() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = OwnStickers(folder: folder)
        #expect(try own.stickers.isEmpty)
        let first = try own.add(png(content: 1), label: "A hat")
        let second = try own.add(png(content: 2), label: "A cat")
        #expect(try OwnStickers(folder: folder).stickers == [second, first])
        #expect(second.localizedDescription == "A cat" && second.fileURL.pathExtension == "png")
        #expect(try Data(contentsOf: first.fileURL) == png(content: 1))
        try own.add(png(content: 1), label: "A red hat")
        #expect(try own.stickers.map(\.localizedDescription) == ["A red hat", "A cat"])
    }

    @Test("are removed with their files")
    func removed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = OwnStickers(folder: folder)
        let hat = try own.add(png(), label: "A hat")
        try own.remove(hat)
        #expect(try own.stickers.isEmpty && !FileManager.default.fileExists(atPath: hat.fileURL.path))
        #expect(throws: Never.self) { try own.remove(hat) }
    }

    @Test("that Messages would not take are refused, and nothing is saved")
    func refused() throws {
        let own = OwnStickers(folder: folder)
        let cases: [(Data, String, OwnStickerError)] = [
            (Data("GIF89a".utf8), "A", .notPNG), (png(299), "A", .unsuitableSize(width: 299, height: 408)),
            (png(408, 619), "A", .unsuitableSize(width: 408, height: 619)),
            (png(bytes: 500_000), "A", .tooLarge(bytes: 500_000)),
            (png(), "  ", .unsuitableLabel(characters: 2)),
            (png(), String(repeating: "a", count: 151), .unsuitableLabel(characters: 151)),
        ]
        for (data, label, error) in cases {
            #expect(throws: error) { try own.add(data, label: label) }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
}
