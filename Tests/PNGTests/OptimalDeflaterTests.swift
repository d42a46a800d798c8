import Deflate
import PNG
import TestSupport
import Testing

@Suite("Deflating palette indices")
struct OptimalDeflaterTests {
    private static let efforts: [OptimalDeflater.Effort] = [.balanced, .best]

    /// Rows with a filter byte of 0 before each.
    private func rows(_ width: Int, _ height: Int, _ index: (_ x: Int, _ y: Int) -> UInt8) -> [UInt8] {
        (0..<height).flatMap { y in [0] + (0..<width).map { index($0, y) } }
    }

    private func check(_ rows: [UInt8], rowBytes: Int, _ comment: Comment? = nil) throws {
        for effort in Self.efforts {
            let stream = OptimalDeflater.zlib(rows, rowBytes: rowBytes, effort: effort)
            #expect(Inflater.inflated(stream[...], to: rows.count) == rows, comment)
            #expect(try ReferenceInflate.zlib(stream) == rows, comment)
        }
    }

    @Test("noise of every width is read back", arguments: [1, 2, 3, 4, 7, 8, 9, 33, 257, 300])
    func noise(width: Int) throws {
        for colours in [1, 2, 5, 256] {
            var random = Noise(UInt64(width * 1000 + colours))
            try check(rows(width, 40) { _, _ in UInt8(random.next() % UInt64(colours)) }, rowBytes: width + 1)
        }
    }

    @Test("inputs of every small size are read back", arguments: 0...24)
    func small(count: Int) throws {
        for colours in 1...3 {
            try check((0..<count).map { UInt8($0 * $0 % colours) }, rowBytes: 5, "\(colours) colours")
        }
    }

    @Test("runs and noise of random lengths are read back", arguments: 1...12)
    func mixed(seed: UInt64) throws {
        var random = Noise(seed)
        var bytes: [UInt8] = []
        while bytes.count < 30_000 {
            let value = UInt8(random.next() % 4)
            switch random.next() % 4 {
            case 0: bytes += [UInt8](repeating: value, count: Int(random.next() % 700))
            case 1: bytes += (0..<random.next() % 40).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            case 2: bytes += bytes.suffix(Int(random.next() % 300))
            default: bytes += bytes.prefix(Int(random.next() % 300))
            }
        }
        try check(bytes, rowBytes: Int(random.next() % 900) + 1)
    }

    @Test("rows that are longer than the reach of deflate are read back")
    func longRows() throws {
        var random = Noise(5)
        let row = (0..<40_000).map { _ in UInt8(random.next() % 3) }
        try check(row + row, rowBytes: 40_000)
        // The second row repeats the first at a distance that deflate cannot represent.
        try check(row + [1] + row, rowBytes: 32_769)
    }

    @Test("matches reach exactly as far as deflate allows", arguments: [32_766, 32_767, 32_768, 32_769])
    func reach(distance: Int) throws {
        var random = Noise(9)
        let start = (0..<300).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        try check(start + [UInt8](repeating: 7, count: distance - 300) + start, rowBytes: distance)
    }

    @Test("bytes whose frequencies are Fibonacci numbers are read back")
    func longCodes() throws {
        var counts = [1, 1]
        while counts.count < 24 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
        var bytes = counts.enumerated().flatMap { [UInt8](repeating: UInt8($0), count: $1) }
        var random = Noise(3)
        bytes.shuffle(using: &random)
        try check(bytes, rowBytes: 500)
    }

    @Test("the same rows always give the same stream")
    func deterministic() {
        var random = Noise(4)
        let noise = rows(90, 90) { _, _ in UInt8(random.next() % 7) }
        let streams = (0..<3).map { _ in OptimalDeflater.zlib(noise, rowBytes: 91, effort: .balanced) }
        #expect(Set(streams).count == 1)
    }

    @Test("an edge that is shifted by many pixels in each row needs only a few bytes per row")
    func slope() throws {
        // Ten pixels of an edge, each with its own shade, between two even areas.
        func edge(step: Int) -> [UInt8] {
            rows(400, 60) { x, y in
                let place = x - 20 - y * step
                return place < 0 ? 0 : place < 10 ? UInt8(place + 1) : 11
            }
        }
        for step in [0, 1, 2, 5] {
            let stream = OptimalDeflater.zlib(edge(step: step), rowBytes: 401, effort: .balanced)
            #expect(stream.count < 60 * 6, "\(step) pixels per row")
        }
    }

    @Test("flat art needs fewer bytes than with the best level of libdeflate")
    func flat() throws {
        let side = 200
        let discs = rows(side, side) { x, y in
            let radius = (x - 90) * (x - 90) + (y - 100) * (y - 100)
            let other = (x - 140) * (x - 140) + (y - 60) * (y - 60)
            return other < 900 ? 3 : other < 1000 ? 4 : radius < 6400 ? 1 : radius < 6700 ? 2 : 0
        }
        var compressor = try Compressor(.best)
        let stream = OptimalDeflater.zlib(discs, rowBytes: side + 1, effort: .best)
        #expect(stream.count < compressor.zlib(discs).count)
    }

    @Test("two halves with different contents get different codes")
    func blocks() {
        var random = Noise(8)
        let upper = rows(99, 100) { _, _ in UInt8(random.next() % 4) }
        let lower = rows(99, 100) { _, _ in UInt8(100 + random.next() % 4) }
        let (one, other, both) = (
            OptimalDeflater.zlib(upper, rowBytes: 100, effort: .balanced).count,
            OptimalDeflater.zlib(lower, rowBytes: 100, effort: .balanced).count,
            OptimalDeflater.zlib(upper + lower, rowBytes: 100, effort: .balanced).count
        )
        // With common codes, each symbol would need one more bit.
        #expect(both < (one + other) * 9 / 8)
    }
}
