/// The tables that apply at a position of a JPEG (ITU-T T.81, B.2.4).
struct JPEGTables {
    /// The quantization tables by number. Each includes its first byte, which contains its precision and number.
    var quantization = Definitions()
    /// The Huffman tables as counts and symbols. The key is the sum of the class (0x00 for DC, 0x10 for AC) and the
    /// number.
    var huffman = Definitions()
    /// The restart interval, stored under the number 0.
    var restart = Definitions()
    private var codes: [UInt8: HuffmanCode] = [:]

    /// Definitions by number, and the last written version of each.
    struct Definitions {
        private var current: [UInt8: [UInt8]] = [:]
        private var written: [UInt8: [UInt8]] = [:]

        subscript(number: UInt8) -> [UInt8]? { current[number] }

        mutating func define(_ number: UInt8, _ data: [UInt8]) {
            current[number] = data
        }

        /// Returns the definition with a number and records it as written. Nil if there is none, or if the same
        /// definition has already been written.
        mutating func pending(_ number: UInt8) -> [UInt8]? {
            guard let data = current[number], written[number] != data else { return nil }
            written[number] = data
            return data
        }
    }

    /// The number of MCUs (minimum coded units) between two restart markers. 0 without restart markers.
    var restartInterval: Int {
        restart[0].map { $0.reduce(0) { $0 << 8 | Int($1) } } ?? 0
    }

    func code(_ table: UInt8) -> HuffmanCode? { codes[table] }

    /// Records the quantization tables of a segment. Returns false unless the segment consists of complete tables.
    mutating func takeQuantization(_ parameters: ArraySlice<UInt8>) -> Bool {
        var rest = parameters
        while let first = rest.first {
            let size = first >> 4 == 0 ? 65 : 129
            guard first >> 4 <= 1, first & 15 <= 3, rest.count >= size else { return false }
            quantization.define(first & 15, Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return true
    }

    /// Records the Huffman tables of a segment. Returns false unless the segment consists of complete tables.
    mutating func takeHuffman(_ parameters: ArraySlice<UInt8>) -> Bool {
        var rest = parameters
        while let first = rest.first {
            guard first & 0xEF <= 3, rest.count >= 17 else { return false }
            let counts = Array(rest.dropFirst().prefix(16))
            let symbols = Array(rest.dropFirst(17).prefix(counts.reduce(0) { $0 + Int($1) }))
            guard let code = HuffmanCode(counts: counts, symbols: symbols) else { return false }
            codes[first] = code
            huffman.define(first, counts + symbols)
            rest = rest.dropFirst(17 + symbols.count)
        }
        return true
    }

    mutating func takeRestartInterval(_ parameters: ArraySlice<UInt8>) -> Bool {
        guard parameters.count == 2 else { return false }
        restart.define(0, Array(parameters))
        return true
    }
}

/// A Huffman code in canonical order (ITU-T T.81, annex C).
struct HuffmanCode {
    private let symbols: [UInt8]
    /// For each length in bits, from 1: the first code, the number of codes, and the index of the first symbol.
    private var lengths: [(first: Int, count: Int, place: Int)] = []

    /// Returns nil if symbols are missing, or if there are more codes of a length than possible.
    init?(counts: [UInt8], symbols: [UInt8]) {
        var (code, place) = (0, 0)
        for (index, count) in counts.enumerated() {
            lengths.append((first: code, count: Int(count), place: place))
            code += Int(count)
            place += Int(count)
            guard code <= 1 << (index + 1) else { return nil }
            code <<= 1
        }
        guard place == symbols.count, place <= 256 else { return nil }
        self.symbols = symbols
    }

    /// The next symbol. Nil at the end of the data, and for bits that are not a code.
    func symbol(from bits: inout JPEGBits) -> Int? {
        var code = 0
        for length in lengths {
            guard let bit = bits.next(1) else { return nil }
            code = code << 1 | bit
            let index = code - length.first
            if index >= 0, index < length.count { return Int(symbols[length.place + index]) }
        }
        return nil
    }
}

/// Reads the bits of a scan's data, without the zero byte that follows each FF.
struct JPEGBits {
    private let bytes: [UInt8]
    private let end: Int
    /// The index after the last byte from which a bit was read.
    private(set) var place: Int
    private var byte: UInt8 = 0
    private var left = 0

    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
    }

    /// The next `count` bits as a number, at most 16 bits. Nil if a marker or the end of the data comes first.
    mutating func next(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            if left == 0, !fill() { return nil }
            left -= 1
            value = value << 1 | Int(byte >> UInt8(truncatingIfNeeded: left)) & 1
        }
        return value
    }

    /// Skips a restart marker, which starts at a byte boundary. Returns false if it is missing.
    mutating func skipRestart(_ number: Int) -> Bool {
        guard place + 2 <= end, bytes[place] == 0xFF, Int(bytes[place + 1]) == 0xD0 + number & 7 else { return false }
        place += 2
        left = 0
        return true
    }

    private mutating func fill() -> Bool {
        guard place < end else { return false }
        byte = bytes[place]
        if byte == 0xFF {
            guard place + 1 < end, bytes[place + 1] == 0 else { return false }
            place += 1
        }
        place += 1
        left = 8
        return true
    }
}
