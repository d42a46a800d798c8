/// Writes values one after the other in a compact binary form. This form is only for memory, not for files: only the
/// `CompactReader` of the same process reads it.
package struct CompactWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func add(_ number: Int) {
        // Zigzag encoding: small positive and negative numbers take one byte.
        var rest = UInt64(bitPattern: Int64((number << 1) ^ (number >> 63)))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func add(_ number: Double) {
        withUnsafeBytes(of: number.bitPattern) { bytes.append(contentsOf: $0) }
    }

    package mutating func add(_ text: String) {
        if let place = CommonTexts.places[text] {
            add(-2 - place)
        } else if let digest = CompactWriter.digest(text.utf8) {
            add(-1)
            bytes.append(contentsOf: digest)
        } else {
            add(text.utf8.count)
            bytes.append(contentsOf: text.utf8)
        }
    }

    /// Adds a text that usually has a common prefix with another one.
    package mutating func add(_ text: String, after last: String) {
        let shared = zip(text.utf8, last.utf8).prefix { $0 == $1 }.count
        add(shared)
        add(text.utf8.count - shared)
        bytes.append(contentsOf: text.utf8.dropFirst(shared))
    }

    package mutating func add<Value>(_ value: Value?, _ body: (inout CompactWriter, Value) -> Void) {
        bytes.append(value == nil ? 0 : 1)
        if let value { body(&self, value) }
    }

    package mutating func add<Value>(_ values: [Value], _ body: (inout CompactWriter, Value) -> Void) {
        add(values.count)
        for value in values { body(&self, value) }
    }

    /// The bytes of 64 hexadecimal digits in lower case. Nil for any other text.
    private static func digest(_ text: String.UTF8View) -> [UInt8]? {
        guard text.count == 64 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        var high: UInt8?
        for byte in text {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }
}

/// Reads the output of `CompactWriter`, in the same order. Past the end it reads zeros.
package struct CompactReader {
    private let bytes: [UInt8]
    private var place: Int

    /// - Parameter place: the index of the first byte to read.
    package init(_ bytes: [UInt8], at place: Int = 0) {
        self.bytes = bytes
        self.place = place
    }

    private mutating func byte() -> UInt8 {
        guard place < bytes.count else { return 0 }
        place += 1
        return bytes[place - 1]
    }

    package mutating func number() -> Int {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = byte()
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 || shift > 56 { break }
            shift += 7
        }
        return Int(truncatingIfNeeded: value >> 1) ^ -Int(truncatingIfNeeded: value & 1)
    }

    package mutating func double() -> Double {
        var bits: UInt64 = 0
        for place in 0..<8 { bits |= UInt64(byte()) << UInt64(place * 8) }
        return Double(bitPattern: bits)
    }

    package mutating func text() -> String {
        let count = number()
        guard count < 0 else { return String(decoding: take(count), as: UTF8.self) }
        if count < -1 { return CommonTexts.all.indices.contains(-2 - count) ? CommonTexts.all[-2 - count] : "" }
        let digest = take(32)
        return String(unsafeUninitializedCapacity: 64) { text in
            let digits = StaticString("0123456789abcdef")
            var place = 0
            for byte in digest {
                text[place] = digits.utf8Start[Int(byte >> 4)]
                text[place + 1] = digits.utf8Start[Int(byte & 15)]
                place += 2
            }
            return place
        }
    }

    package mutating func skipText() {
        let count = number()
        if count >= -1 { _ = take(count < 0 ? 32 : count) }
    }

    package mutating func text(after last: String) -> String {
        let shared = number()
        let end = take(number())
        return String(decoding: Array(last.utf8.prefix(shared)) + end, as: UTF8.self)
    }

    package mutating func optional<Value>(_ body: (inout CompactReader) -> Value) -> Value? {
        byte() == 0 ? nil : body(&self)
    }

    package mutating func list<Value>(_ body: (inout CompactReader) -> Value) -> [Value] {
        let count = number()
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<max(0, count) { values.append(body(&self)) }
        return values
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        let start = place
        place = min(place + max(0, count), bytes.count)
        return bytes[start..<place]
    }
}

/// Texts that most stickers contain, written as indexes of this list.
private enum CommonTexts {
    static let all = [
        "png", "apng", "gif", "jpeg", "svg", "webp", "palette", "dithered-palette", "truecolour", "reduced-truecolour",
        "source", "nothing", "colours", "dither", "depth", "tolerance", "frameRate", "white", "black", "red", "yellow",
        "photo", "warning", "error", "ratio", "percent", "pixels", "bytes", "approved", "sentBack", "",
    ]
    static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
}
