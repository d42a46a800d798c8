/// Tiny art that stickerd takes, and art that it does not.
enum Art {
    /// A disc with an outline, on transparency.
    static func disc(_ colour: String) -> String {
        svg("<circle cx='32' cy='32' r='28' fill='\(colour)' stroke='#345' stroke-width='4'/>")
    }

    /// Discs that all differ.
    static func disc(_ number: Int) -> String {
        disc("rgb(\(40 + number * 37 % 200),\(60 + number * 11 % 150),\(30 + number * 5 % 200))")
    }

    /// A picture without a background.
    static func svg(_ shapes: String, before: String = "") -> String {
        """
        \(before)<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='64' \
        height='64'>\(shapes)</svg>
        """
    }

    /// A picture that takes too long to draw, so that only the time limit ends it.
    static let endless = svg(
        "<filter id='f'><feTurbulence baseFrequency='0.9' numOctaves='10000000'/></filter>"
            + "<rect width='64' height='64' filter='url(#f)'/>")

    /// A PNG with a solid square, `side` pixels wide, on transparency or on white.
    static func png(_ side: Int = 16, opaque: Bool = false, shade: UInt8 = 200) -> [UInt8] {
        let margin = side / 4
        var rows: [UInt8] = []
        for y in 0..<side {
            rows.append(0)
            for x in 0..<side {
                let isInside = (margin..<side - margin).contains(x) && (margin..<side - margin).contains(y)
                rows += isInside ? [shade, 40, 90, 255] : [255, 255, 255, opaque ? 255 : 0]
            }
        }
        return pngSignature + chunk("IHDR", header(width: side, height: side)) + chunk("IDAT", stored(rows))
            + chunk("IEND", [])
    }

    /// A PNG whose header has a width and height of `side`, with almost no content.
    static func boast(_ side: Int) -> [UInt8] {
        pngSignature + chunk("IHDR", header(width: side, height: side)) + chunk("IDAT", stored([0, 0, 0, 0, 0]))
            + chunk("IEND", [])
    }

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func header(width: Int, height: Int) -> [UInt8] {
        bigEndian(width) + bigEndian(height) + [8, 6, 0, 0, 0]
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(data.count) + body + bigEndian(crc(body))
    }

    /// A zlib stream that is not compressed.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65535)
            rest = rest.dropFirst(block.count)
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        return stream + bigEndian(b << 16 | a)
    }

    static func crc(_ bytes: [UInt8]) -> Int {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return Int(~crc)
    }

    static func bigEndian(_ number: Int) -> [UInt8] {
        [UInt8(number >> 24 & 255), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
    }
}

/// Discs for a drop folder: their numbers by file name, written in this order.
struct Discs: ExpressibleByDictionaryLiteral, Sendable {
    var files: [(name: String, number: Int)]

    init(dictionaryLiteral elements: (String, Int)...) {
        files = elements.map { (name: $0.0, number: $0.1) }
    }

    /// `Disc 1.svg`, `Disc 2.svg` and so on in a pack.
    static func numbered(_ numbers: some Sequence<Int>, in pack: String = "cats") -> Discs {
        var discs: Discs = [:]
        discs.files = numbers.map { (name: "\(pack)/Disc \($0).svg", number: $0) }
        return discs
    }
}
