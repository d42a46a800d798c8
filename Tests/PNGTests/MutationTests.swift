import Deflate
import ImageHeaders
import PNG
import Pixels
import TestSupport
import Testing

/// Tests 24,000 damaged files, which are created from a set of valid files. The files are the same in every run.
@Suite("Reading damaged files")
struct MutationTests {
    private static let rounds = 6_000

    @Test("nothing that happens to a file makes a reader crash, hang or contradict itself", arguments: 0..<4)
    func mutations(_ part: Int) throws {
        let corpus = try Self.corpus()
        var noise = Noise(UInt64(part + 1))
        for round in 0..<Self.rounds {
            var bytes = corpus[round % corpus.count]
            for _ in 0..<Int.random(in: 1...4, using: &noise) {
                Self.mutate(&bytes, using: &noise)
            }
            // Half of the files get correct checksums again, so that the readers reach the damage.
            if round % 2 == 0 { Self.mendChecksums(&bytes) }
            Self.examine(bytes)
        }
    }

    /// Runs all readers of untrusted bytes, and checks their results.
    private static func examine(_ bytes: [UInt8]) {
        let inspection = try? PNGInspection(bytes)
        if let inspection {
            #expect(inspection.width > 0 && inspection.height > 0)
            #expect(inspection.damage.count <= PNGInspection.damageLimit)
            #expect((0...bytes.count).contains(inspection.trailingBytes))
        }
        if let stripped = try? PNGMetadata.stripped(bytes) {
            #expect(stripped.count <= bytes.count)
            #expect((try? PNGMetadata.stripped(stripped)) == stripped)
        }
        guard let reader = try? APNGReader(bytes, limits: SampleAnimation.limits) else { return }
        #expect(inspection?.frameCount != nil)
        #expect(reader.frames.count <= SampleAnimation.limits.frames)
        for frame in reader.frames {
            let file = try? PNGInspection(reader.png(of: frame))
            #expect(file?.width == frame.control.rectangle.width)
            #expect(file?.height == frame.control.rectangle.height)
            #expect(file?.endsProperly == true)
        }
        _ = reader.defaultImage.map { try? PNGInspection($0) }
    }

    private static func corpus() throws -> [[UInt8]] {
        var exif = try SampleAnimation.chunks()
        let orientation: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
        exif.insert(TestChunk("eXIf", orientation), at: 1)
        exif.insert(TestProfile.chunk(TestProfile.bytes()), at: 1)
        exif.insert(TestChunk("gAMA", TestChunk.big(50_000)), at: 1)
        return [
            TestChunk.file(try SampleAnimation.chunks()),
            try SampleAnimation.writer.write(SampleAnimation.indexedFrames),
            TestChunk.file(exif),
            try PNGEncoder.encode(SampleArt.indexed(9, 9, colours: 20, translucent: true), level: .fast).bytes,
            try PNGEncoder.encode(SampleArt.sticker(8), level: .fast),
        ]
    }

    private static func mutate(_ bytes: inout [UInt8], using noise: inout Noise) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &noise)
        let length = min(Int.random(in: 1...40, using: &noise), bytes.count - place)
        let piece = Array(bytes[place..<(place + length)])
        switch Int.random(in: 0..<8, using: &noise) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &noise)
        case 1: bytes[place] = .random(in: 0...255, using: &noise)
        case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &noise) ?? 0
        case 3: bytes.removeLast(length)
        case 4: bytes.removeSubrange(place..<(place + length))
        case 5: bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &noise))
        case 6: moveChunk(&bytes, using: &noise)
        default: changeChunk(&bytes, using: &noise)
        }
    }

    /// Swaps, repeats or removes whole chunks.
    private static func moveChunk(_ bytes: inout [UInt8], using noise: inout Noise) {
        guard var chunks = try? TestChunk.read(bytes) else { return }
        let (one, other) = (chunks.indices.randomElement(using: &noise), chunks.indices.randomElement(using: &noise))
        guard let one, let other else { return }
        switch Int.random(in: 0..<3, using: &noise) {
        case 0: chunks.swapAt(one, other)
        case 1: chunks.insert(chunks[one], at: other)
        default: chunks.remove(at: one)
        }
        bytes = TestChunk.file(chunks)
    }

    /// Changes the data or the name of a chunk, and corrects its checksum.
    private static func changeChunk(_ bytes: inout [UInt8], using noise: inout Noise) {
        guard var chunks = try? TestChunk.read(bytes), let one = chunks.indices.randomElement(using: &noise) else {
            return
        }
        let value = [0, 1, 2, 0x7F, 0x80, 0xFF].randomElement(using: &noise) ?? UInt8(0)
        if let place = chunks[one].data.prefix(30).indices.randomElement(using: &noise), Bool.random(using: &noise) {
            chunks[one].data[place] = value
        } else {
            chunks[one].name = chunks.randomElement(using: &noise)?.name ?? "IDAT"
        }
        bytes = TestChunk.file(chunks)
    }

    private static func mendChecksums(_ bytes: inout [UInt8]) {
        var place = 8
        while place + 12 <= bytes.count {
            let end = place + 8 + bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard end + 4 <= bytes.count else { return }
            bytes.replaceSubrange(end..<(end + 4), with: TestChunk.big(TestChunk.crc(Array(bytes[(place + 4)..<end]))))
            place = end + 4
        }
    }
}
