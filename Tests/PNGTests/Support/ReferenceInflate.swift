/// A slow and simple implementation of inflate (RFC 1950 and 1951), so that the output of libdeflate is checked with
/// other code.
struct ReferenceInflate {
    struct BadStream: Error {}

    private let bytes: [UInt8]
    private var place: Int
    private var bit = 0
    private var output: [UInt8] = []

    static func zlib(_ bytes: [UInt8]) throws -> [UInt8] {
        guard bytes.count > 6, bytes[0] & 15 == 8, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 else {
            throw BadStream()
        }
        var inflate = ReferenceInflate(bytes: bytes, place: 2)
        while try !inflate.block() {}
        return inflate.output
    }

    private init(bytes: [UInt8], place: Int) {
        self.bytes = bytes
        self.place = place
    }

    private mutating func take(_ count: Int) throws -> Int {
        var value = 0
        for shift in 0..<count {
            guard place < bytes.count else { throw BadStream() }
            value |= Int(bytes[place] >> bit & 1) << shift
            bit += 1
            if bit == 8 { (bit, place) = (0, place + 1) }
        }
        return value
    }

    /// Reads a block. Returns true if it was the last block.
    private mutating func block() throws -> Bool {
        let isLast = try take(1) == 1
        switch try take(2) {
        case 0: try stored()
        case 1:
            let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
            try codes(Huffman(lengths), Huffman([Int](repeating: 5, count: 30)))
        case 2: try dynamic()
        default: throw BadStream()
        }
        return isLast
    }

    private mutating func stored() throws {
        if bit > 0 { (bit, place) = (0, place + 1) }
        let count = try take(16)
        guard try take(16) == count ^ 0xFFFF, place + count <= bytes.count else { throw BadStream() }
        output += bytes[place..<(place + count)]
        place += count
    }

    private mutating func dynamic() throws {
        let (literals, distances, codes) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
        var lengths = [Int](repeating: 0, count: 19)
        for place in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(codes) {
            lengths[place] = try take(3)
        }
        let code = Huffman(lengths)
        var all: [Int] = []
        while all.count < literals + distances {
            let symbol = try symbol(code)
            switch symbol {
            case 16:
                guard let last = all.last else { throw BadStream() }
                all += [Int](repeating: last, count: 3 + (try take(2)))
            case 17: all += [Int](repeating: 0, count: 3 + (try take(3)))
            case 18: all += [Int](repeating: 0, count: 11 + (try take(7)))
            default: all.append(symbol)
            }
        }
        try self.codes(Huffman(Array(all[..<literals])), Huffman(Array(all[literals...])))
    }

    private mutating func codes(_ literals: Huffman, _ distances: Huffman) throws {
        while true {
            let symbol = try symbol(literals)
            if symbol == 256 { return }
            if symbol < 256 {
                output.append(UInt8(symbol))
                continue
            }
            let long = symbol - 257
            guard long < 29 else { throw BadStream() }
            let length = Self.lengths[long] + (try take(long < 8 || long == 28 ? 0 : (long - 4) / 4))
            let far = try self.symbol(distances)
            guard far < 30 else { throw BadStream() }
            let extra = far < 4 ? 0 : (far - 2) / 2
            let base = far < 4 ? far + 1 : ((2 + far % 2) << extra) + 1
            let distance = base + (try take(extra))
            guard distance <= output.count else { throw BadStream() }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func symbol(_ code: Huffman) throws -> Int {
        var value = 0
        var first = 0
        var index = 0
        for length in 1...15 {
            value |= try take(1)
            let count = code.counts[length]
            if value - count < first { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw BadStream()
    }

    private static let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]

    private struct Huffman {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        init(_ lengths: [Int]) {
            for length in 1...15 {
                let those = lengths.indices.filter { lengths[$0] == length }
                counts[length] = those.count
                symbols += those
            }
        }
    }
}
