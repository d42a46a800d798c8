import Deflate
import ImageHeaders
import JobModel
import PNG
import Pixels
import Testing

/// Tests damaged animated PNGs. They are rejected with a reason, or published in part with a warning. Every loss must
/// be reported.
@Suite("Damaged animations")
struct AnimationDamageTests {
    private static let frameCount = 6
    private static let whole = FrameRectangle(width: 48, height: 48)

    /// An animation of a growing disc. From the third frame, only a part of the canvas is stored.
    private static let file: Result<RawPNG, any Error> = Result {
        RawPNG(
            try APNGWriter(width: 48, height: 48, loopCount: 0, level: .fast).write((0..<frameCount).map(frame)))
    }

    private static func frame(_ place: Int) -> AnimationFrame<RGBAImage> {
        let rectangle = place < 2 ? whole : FrameRectangle(x: 4 + place, y: 6, width: 36, height: 34)
        let disc = TestArt.softDisc(48, radius: 12 + Double(place) / 4, softness: 3) { _ in TestArt.red }
        var bytes: [UInt8] = []
        for row in 0..<rectangle.height {
            let start = ((rectangle.y + row) * 48 + rectangle.x) * 4
            bytes += disc.bytes[start..<(start + rectangle.width * 4)]
        }
        let disposals: [FrameDisposal] = [.none, .background, .none, .previous, .none, .none]
        let control = FrameControl(
            rectangle: rectangle, delay: FrameDelay(milliseconds: 100), disposal: disposals[place],
            blend: place % 2 == 0 ? .source : .over)
        return AnimationFrame(
            control: control, image: RGBAImage(width: rectangle.width, height: rectangle.height, bytes: bytes))
    }

    private let file: RawPNG
    private let fixture: PipelineFixture
    /// The findings about the undamaged animation.
    private let usual: Set<String>

    init() throws {
        file = try Self.file.get()
        fixture = try PipelineFixture()
        let sound = try fixture.run(file.bytes)
        usual = Set(sound.rules)
        let animation = try #require(sound.output?.animation, "\(sound.findings.map(\.message))")
        try #require(animation.frames == Self.frameCount)
        try #require(!usual.contains("animation-damaged"))
    }

    /// Runs a job on bytes, and expects that every loss is reported.
    private func examine(_ bytes: [UInt8], _ what: Comment) throws {
        let result = try fixture.run(bytes)
        guard let output = result.output else {
            #expect(!result.findings.isEmpty, what)
            return
        }
        guard Set(result.rules).isSubset(of: usual) else { return }
        #expect(output.animation?.frames == Self.frameCount, what)
        #expect(output.animation?.duration == 600, what)
    }

    @Test("transparency next to an alpha channel, which apngasm writes for pngquant's frames, is not damage")
    func needlessTransparency() throws {
        let needless = RawPNG.Chunk("tRNS", [UInt8](repeating: 9, count: 20))
        let moving = try fixture.run(file.adding(needless).bytes)
        #expect(moving.output?.animation?.frames == Self.frameCount, "\(moving.findings.map(\.message))")
        #expect(Set(moving.rules) == usual)
        let still = RawPNG(
            width: 320, height: 320, colourType: 6, extra: [needless],
            rows: (0..<320).map { row in (0..<320).flatMap { [UInt8($0 / 2), UInt8(row / 2), 9, 255] } })
        #expect(try fixture.run(still.bytes).output != nil)
    }

    @Test("cut off after every 64th byte, it is refused as damaged")
    func truncated() throws {
        let bytes = file.bytes
        for count in stride(from: 64, to: bytes.count, by: 64) {
            let result = try fixture.run(Array(bytes.prefix(count)))
            #expect(result.output == nil, "\(count) of \(bytes.count) bytes")
            #expect(result.rules.contains("damaged-file"), "\(count) of \(bytes.count) bytes")
        }
    }

    @Test("with the checksum of any one chunk wrong, it is rejected or the damage is reported")
    func checksums() throws {
        for place in file.chunks.indices {
            var damaged = file
            damaged.chunks[place].checksum = 1
            let result = try fixture.run(damaged.bytes)
            #expect(
                result.output == nil || !Set(result.rules).isSubset(of: usual),
                "chunk \(place), \(file.chunks[place].name)")
            #expect(!result.findings.isEmpty)
        }
    }

    @Test("with any one chunk changed, emptied, missing, twice, or out of place, every loss is reported")
    func chunks() throws {
        for place in file.chunks.indices {
            let name = file.chunks[place].name
            for (what, change) in Self.changes {
                var damaged = file
                change(&damaged.chunks, place)
                try examine(damaged.bytes, "chunk \(place), \(name), \(what)")
            }
        }
    }

    private static let changes: [(String, @Sendable (inout [RawPNG.Chunk], Int) -> Void)] = [
        ("missing", { chunks, place in chunks.remove(at: place) }),
        ("twice", { chunks, place in chunks.insert(chunks[place], at: place) }),
        ("empty", { chunks, place in chunks[place].data = [] }),
        ("half", { chunks, place in chunks[place].data.removeLast((chunks[place].data.count + 1) / 2) }),
        ("longer", { chunks, place in chunks[place].data += [1, 2, 3, 4, 5] }),
        ("renamed", { chunks, place in chunks[place].name = "abCd" }),
        ("later", { chunks, place in chunks.swapAt(place, min(place + 1, chunks.count - 1)) }),
        (
            "changed in the middle",
            { chunks, place in
                let middle = chunks[place].data.count / 2
                if chunks[place].data.indices.contains(middle) { chunks[place].data[middle] ^= 0x55 }
            }
        ),
    ]

    @Test("any number in acTL and fcTL may be wrong: every loss is reported, and no resources are wasted")
    func lies() throws {
        for (place, chunk) in file.chunks.enumerated() where ["acTL", "fcTL"].contains(chunk.name) {
            for start in stride(from: 0, to: min(chunk.data.count, 20), by: 4) {
                // All values of the number of plays are valid.
                if chunk.name == "acTL", start == 4 { continue }
                for value in [0, 2, 0xFF, 0xFFFF_FFFF] {
                    var lying = file
                    lying.chunks[place].data.replaceSubrange(start..<start + 4, with: RawPNG.big(value))
                    guard lying.chunks[place].data != chunk.data else { continue }
                    // A changed offset on the canvas is also valid, so the change cannot be detected.
                    if chunk.name == "fcTL", start >= 12, value <= 2, start + 4 <= 20 {
                        _ = try fixture.run(lying.bytes)
                        continue
                    }
                    try examine(lying.bytes, "\(chunk.name) \(place), byte \(start), \(value)")
                }
            }
        }
    }

    @Test("the length of any chunk may be wrong")
    func lengths() throws {
        let bytes = file.bytes
        var place = 8
        for chunk in file.chunks {
            for length in [0, 1, chunk.data.count + 1, chunk.data.count + 12, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
                var lying = bytes
                lying.replaceSubrange(place..<place + 4, with: RawPNG.big(length))
                if lying != bytes { try examine(lying, "\(chunk.name) at \(place) says \(length)") }
            }
            place += chunk.data.count + 12
        }
    }
}
