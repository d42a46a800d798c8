import TestSupport

/// Small sources for tests: some that stickerd accepts, and some that it rejects.
enum Art {
    /// A disc with an outline on a transparent background.
    static func disc(_ colour: String) -> String {
        svg("<circle cx='32' cy='32' r='28' fill='\(colour)' stroke='#345' stroke-width='4'/>")
    }

    /// A disc whose colour depends on its number.
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

    /// A drawing that takes so long to render that only the time limit ends it.
    static let endless = svg(
        "<filter id='f'><feTurbulence baseFrequency='0.9' numOctaves='10000000'/></filter>"
            + "<rect width='64' height='64' filter='url(#f)'/>")

    /// A PNG that is `side` pixels wide, with a solid square on a transparent or white background.
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
        return png(side, rows)
    }

    /// A PNG whose header claims a width and height of `side`, and whose content is almost empty.
    static func boast(_ side: Int) -> [UInt8] {
        png(side, [0, 0, 0, 0, 0])
    }

    private static func png(_ side: Int, _ rows: [UInt8]) -> [UInt8] {
        RawChunk.file([.header(side, side, colourType: 6), RawChunk("IDAT", RawChunk.zlib(rows)), RawChunk("IEND")])
    }
}

/// Discs for a drop folder: the number of each disc by file name. The files are written in this order.
struct Discs: ExpressibleByDictionaryLiteral, Sendable {
    var files: [(name: String, number: Int)]

    init(dictionaryLiteral elements: (String, Int)...) {
        files = elements.map { (name: $0.0, number: $0.1) }
    }

    /// Discs named `Disc 1.svg`, `Disc 2.svg` and so on in a pack.
    static func numbered(_ numbers: some Sequence<Int>, in pack: String = "cats") -> Discs {
        var discs: Discs = [:]
        discs.files = numbers.map { (name: "\(pack)/Disc \($0).svg", number: $0) }
        return discs
    }
}
