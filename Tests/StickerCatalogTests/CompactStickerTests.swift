import Foundation
import StickerManifest
import Testing

@Suite("Stickers in compact form")
struct CompactStickerTests {
    private static let digest = String(repeating: "0123456789abcdef", count: 4)

    /// A sticker in which every optional value is present.
    private static var rich: Sticker {
        Sticker(
            id: "happy-cat", label: "Happy cat 😀", labels: ["de": "Fröhliche Katze", "ar": "قطة"], size: .large,
            source: SourceArt(
                path: "cats/Häppy\nCat.gif", sha256: digest, bytes: 12_345_678_901, format: "gif", width: 600,
                height: -1),
            animation: Animation(frames: 12, duration: 1_200, loopCount: 0),
            renditions: [3, 2, 1].map { scale in
                Rendition(
                    scale: scale, path: "assets/\(digest).apng", name: "packs/cats/happy-cat@\(scale)x.apng",
                    width: 206 * scale, height: 206 * scale, bytes: 1 << (scale * 9), sha256: digest, format: "apng",
                    colours: scale == 1 ? nil : 256, fidelity: 0.987_654_321 / Double(scale))
            },
            previews: ["white", "a background"].map {
                Preview(
                    background: $0, path: "elsewhere/\($0).png", name: "previews/cats/happy-cat/\($0).png",
                    sha256: digest.uppercased(), bytes: 0)
            },
            fit: Fit(
                summary: "Everything was tried.", gaveUp: "colours",
                attempts: [
                    Fit.Attempt(method: "palette", colours: 64, bytes: nil, fidelity: .infinity),
                    Fit.Attempt(method: "a new method", colours: nil, bytes: 499_999, fidelity: 0),
                ]),
            findings: [
                Finding(
                    rule: "low-resolution", level: .warning, message: "It is small.", fix: "", measured: 1.5,
                    limit: nil,
                    unit: "pixels")
            ],
            fingerprint: digest, pixels: "",
            filmstrip: Filmstrip(
                path: "assets/\(digest).png", name: "packs/other.png", sha256: digest, bytes: 7, width: 3, height: 4,
                times: [0, 100, -5]),
            review: Review(outcome: .approved, reviewer: "Ada", comment: "Good."))
    }

    private static var plain: Sticker {
        Sticker(
            id: "", label: "", labels: [:], size: .small,
            source: SourceArt(path: "", sha256: "", bytes: 0, format: "", width: 0, height: 0), animation: nil,
            renditions: [], previews: [], fit: Fit(summary: "", gaveUp: "", attempts: []), findings: [],
            fingerprint: "",
            pixels: "")
    }

    @Test("has all its properties, and again when it is expanded", arguments: [rich, plain])
    func properties(sticker: Sticker) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let json = try encoder.encode(sticker)
        let copy = try Self.copy(of: sticker)
        sticker.compact()
        #expect(sticker == copy)
        #expect(try encoder.encode(sticker) == json)
        #expect(sticker.source.path == copy.source.path)
        #expect(sticker.namedFiles.map(\.name) == copy.namedFiles.map(\.name))
        sticker.expand()
        #expect(sticker == copy)
    }

    @Test("has the properties that are read without the others, and is compared with and without its review")
    func singleProperties() throws {
        let sticker = Self.rich
        let copy = try Self.copy(of: sticker)
        var open = copy
        open.review = nil
        sticker.compact()
        #expect(sticker.isCompact && !copy.isCompact)
        #expect(sticker.id == copy.id && sticker.identity == copy.identity && sticker.source == copy.source)
        #expect(sticker.fingerprint == copy.fingerprint && sticker.pixels == copy.pixels)
        #expect(sticker.review == copy.review && sticker.bytesForDigest == copy.bytesForDigest)
        #expect(sticker == copy && sticker != open)
        #expect(sticker.isEqual(besidesReview: open) && open.isEqual(besidesReview: sticker))
        open.compact()
        #expect(open.review == nil && sticker != open && sticker.isEqual(besidesReview: open))
        open.label = "Another cat"
        #expect(!open.isCompact && !sticker.isEqual(besidesReview: open))
    }

    /// An equal sticker that shares no storage with the original.
    private static func copy(of sticker: Sticker) throws -> Sticker {
        var copy = sticker
        copy.id += "!"
        copy.id = sticker.id
        return copy
    }

    @Test("is changed without its copies")
    func change() {
        let sticker = Self.rich
        var copy = sticker
        sticker.compact()
        copy.label = "Another"
        #expect(sticker.label == Self.rich.label)
        #expect(copy.label == "Another")
        #expect(copy.fingerprint == sticker.fingerprint)
        #expect(copy != sticker)
    }

    @Test("of a message or a game piece, preserves its texts and its anchor")
    func pieces() {
        var piece = Self.rich
        piece.anchor = PieceAnchor()
        piece.compact()
        #expect(piece.anchor == PieceAnchor())
        #expect(piece.id == Self.rich.id)
    }

    @Test("is read by many tasks at the same time")
    func concurrent() async {
        let stickers = (0..<200).map { number in
            var sticker = Self.rich
            sticker.id = "sticker-\(number)"
            return sticker
        }
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for (number, sticker) in stickers.enumerated() {
                        if task % 2 == 0 { sticker.compact() } else { sticker.expand() }
                        guard sticker.id == "sticker-\(number)", sticker.renditions.count == 3 else { return false }
                    }
                    return true
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
