import Pixels

/// A slow and simple PNG decoder, written from the specification. It supports only files like those of the encoder,
/// which are not interlaced and have at most 8 bits per channel.
struct ReferenceDecoder {
    struct BadFile: Error {
        let reason: String
    }

    let width: Int
    let height: Int
    let bitDepth: Int
    let colourType: Int
    let chunks: [TestChunk]
    /// The samples or palette indices of each row.
    let rows: [[UInt8]]
    let filters: [UInt8]
    let palette: [RGBAColour]

    init(_ bytes: [UInt8]) throws {
        chunks = try TestChunk.read(bytes)
        guard let header = chunks.first, header.name == "IHDR", chunks.last?.name == "IEND" else {
            throw BadFile(reason: "no IHDR or no IEND")
        }
        let number = { (place: Int) in header.data[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
        (width, height) = (number(0), number(4))
        (bitDepth, colourType) = (Int(header.data[8]), Int(header.data[9]))
        guard header.data[10...] == [0, 0, 0], let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType] else {
            throw BadFile(reason: "header")
        }
        let stream = chunks.filter { $0.name == "IDAT" }.flatMap(\.data)
        let rowBytes = (width * channels * bitDepth + 7) / 8
        let raw = try ReferenceInflate.zlib(stream)
        guard raw.count == (rowBytes + 1) * height else { throw BadFile(reason: "\(raw.count) bytes of rows") }
        let lines = (0..<height).map { Array(raw[($0 * (rowBytes + 1))..<(($0 + 1) * (rowBytes + 1))]) }
        filters = lines.map { $0[0] }
        rows = try Self.unfiltered(lines, pixelBytes: max(1, channels * bitDepth / 8))
            .map { [bitDepth, width] in Self.samples($0, bitDepth: bitDepth, count: width * channels) }
        let alphas = chunks.first { $0.name == "tRNS" }?.data ?? []
        let colours = chunks.first { $0.name == "PLTE" }?.data ?? []
        palette = (0..<(colours.count / 3)).map {
            RGBAColour(
                red: colours[$0 * 3], green: colours[$0 * 3 + 1], blue: colours[$0 * 3 + 2],
                alpha: $0 < alphas.count ? alphas[$0] : 255)
        }
    }

    /// Every pixel as 8-bit RGBA.
    var image: RGBAImage {
        let scale = UInt8(255 / ((1 << bitDepth) - 1))
        var bytes: [UInt8] = []
        for row in rows {
            for x in 0..<width {
                switch colourType {
                case 0: bytes += [row[x] * scale, row[x] * scale, row[x] * scale, 255]
                case 2: bytes += row[(x * 3)..<(x * 3 + 3)] + [255]
                case 3:
                    let colour = palette[Int(row[x])]
                    bytes += [colour.red, colour.green, colour.blue, colour.alpha]
                case 4: bytes += [row[x * 2], row[x * 2], row[x * 2], row[x * 2 + 1]]
                default: bytes += row[(x * 4)..<(x * 4 + 4)]
                }
            }
        }
        return RGBAImage(width: width, height: height, bytes: bytes)
    }

    private static func unfiltered(_ lines: [[UInt8]], pixelBytes: Int) throws -> [[UInt8]] {
        var above = [UInt8](repeating: 0, count: (lines.first?.count ?? 1) - 1)
        return try lines.map { line in
            var row = Array(line.dropFirst())
            for place in row.indices {
                let a = place < pixelBytes ? 0 : Int(row[place - pixelBytes])
                let (b, c) = (Int(above[place]), place < pixelBytes ? 0 : Int(above[place - pixelBytes]))
                let predicted: Int
                switch line[0] {
                case 0: predicted = 0
                case 1: predicted = a
                case 2: predicted = b
                case 3: predicted = (a + b) / 2
                case 4:
                    let distances = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
                    let isA = distances.0 <= distances.1 && distances.0 <= distances.2
                    predicted = isA ? a : distances.1 <= distances.2 ? b : c
                default: throw BadFile(reason: "filter \(line[0])")
                }
                row[place] = row[place] &+ UInt8(predicted)
            }
            above = row
            return row
        }
    }

    private static func samples(_ row: [UInt8], bitDepth: Int, count: Int) -> [UInt8] {
        guard bitDepth < 8 else { return row }
        return (0..<count).map { sample in
            let bit = sample * bitDepth
            return row[bit / 8] >> (8 - bitDepth - bit % 8) & UInt8((1 << bitDepth) - 1)
        }
    }
}
