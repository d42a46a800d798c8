import JobModel
import Pixels

/// Measures the share of a sticker's lines and contrasts that remains at the size of an emoji. An emoji in a line of
/// text has about 24 points.
///
/// When a picture becomes smaller, small shapes and thin lines blend with their surroundings, and large shapes do
/// not. The contrasts along all edges are therefore added at the size of a sticker in the browser. They are added
/// again with as many pixels as the eye resolves in an emoji.
///
/// The edge between two large areas contributes the same to both sums. The edges of a thin line or of small letters
/// contribute less to the second.
struct EmojiSize {
    /// The number of cells per side at the size in a browser: one for each point of a regular sticker.
    private static let largeSide = 136
    /// The number of cells per side at the size of an emoji. The eye resolves one minute of arc, which is 0.1 mm at
    /// 35 cm, and 24 points on a phone are 3.7 mm.
    private static let smallSide = 34
    /// The minimum contrast at the large size that is needed for a result. Art with less contrast vanishes on this
    /// background at any size. On white, the rim of a black disc that fills the sticker has about 3.
    private static let leastContrast = 1.0

    /// The result on one background.
    struct Result {
        let background: String
        /// The share of the contrasts that remains, from 0 to 1.
        let share: Double
    }

    /// The result on white or on black, where less remains. Nil if the art is visible on neither.
    static func measure(_ picture: RGBAImage) -> Result? {
        let large = Tones(of: picture, side: largeSide)
        let small = Tones(of: picture, side: smallSide)
        return [("white", Float(1)), ("black", Float(0))].compactMap { name, tone -> Result? in
            let before = large.contrast(on: tone)
            guard before >= leastContrast else { return nil }
            return Result(background: name, share: small.contrast(on: tone) / before)
        }.min { $0.share < $1.share }
    }

    static func finding(_ picture: RGBAImage, name: String, limits: RuleLimits) -> RuleFinding? {
        let limit = limits.value(.illegibleAtEmojiSize)
        guard let result = measure(picture), result.share * 100 < limit else { return nil }
        let percent = (result.share * 1000).rounded() / 10
        return Rule.illegibleAtEmojiSize.finding(
            "At the size of an emoji \(name) keeps \(NumberFormat.number(percent, digits: 1)) % of its lines and contrasts "
                + "on \(result.background); it should be at least \(NumberFormat.number(limit, digits: 0)) %.",
            measured: percent, limit: limit)
    }
}

/// The lightness of a picture in a grid of cells. The value of a cell is the average of its pixels.
private struct Tones {
    private let side: Int
    /// The lightness of the visible part of each cell, multiplied by the visible share of the cell.
    private var light: [Float]
    /// The share of each cell that is visible.
    private var cover: [Float]

    init(of picture: RGBAImage, side: Int) {
        self.side = side
        light = [Float](repeating: 0, count: side * side)
        cover = light
        let columns = Tones.parts(of: picture.width, in: side)
        let rows = Tones.parts(of: picture.height, in: side)
        let area = Float(side * side) / Float(picture.width * picture.height)
        picture.bytes.withUnsafeBufferPointer { bytes in
            for (y, row) in rows.enumerated() {
                for (x, column) in columns.enumerated() {
                    let offset = (y &* picture.width &+ x) &* 4
                    let alpha = Float(bytes[offset &+ 3]) / 255 * area
                    guard alpha > 0 else { continue }
                    let tone =
                        Float(bytes[offset]) * 0.2126 + Float(bytes[offset &+ 1]) * 0.7152
                        + Float(bytes[offset &+ 2]) * 0.0722
                    add(tone / 255 * alpha, alpha, row, column)
                }
            }
        }
    }

    /// The cell to which a pixel contributes, and the share of the pixel in this cell. If the border of the cell
    /// crosses the pixel, the rest is in the next cell.
    private struct Part {
        let cell: Int
        let share: Float
    }

    private static func parts(of pixels: Int, in cells: Int) -> [Part] {
        (0..<pixels).map { pixel in
            let (start, end) = (Double(pixel * cells) / Double(pixels), Double((pixel + 1) * cells) / Double(pixels))
            let cell = min(cells - 1, Int(start))
            let border = Double(cell + 1)
            guard end > border, cell + 1 < cells else { return Part(cell: cell, share: 1) }
            return Part(cell: cell, share: Float((border - start) / (end - start)))
        }
    }

    @inline(__always)
    private mutating func add(_ tone: Float, _ alpha: Float, _ row: Part, _ column: Part) {
        let cell = row.cell &* side &+ column.cell
        add(tone, alpha, at: cell, share: row.share * column.share)
        if column.share < 1 { add(tone, alpha, at: cell &+ 1, share: row.share * (1 - column.share)) }
        if row.share < 1 { add(tone, alpha, at: cell &+ side, share: (1 - row.share) * column.share) }
        if row.share < 1, column.share < 1 {
            add(tone, alpha, at: cell &+ side &+ 1, share: (1 - row.share) * (1 - column.share))
        }
    }

    @inline(__always)
    private mutating func add(_ tone: Float, _ alpha: Float, at cell: Int, share: Float) {
        light[cell] += tone * share
        cover[cell] += alpha * share
    }

    /// The sum of the contrasts between neighbouring cells, divided by the number of cells per side.
    ///
    /// - Parameter background: the lightness of the background, from 0 to 1.
    func contrast(on background: Float) -> Double {
        func tone(_ x: Int, _ y: Int) -> Float {
            let cell = y &* side &+ x
            return light[cell] + (1 - cover[cell]) * background
        }
        var sum: Float = 0
        for y in 1..<side {
            for x in 1..<side {
                let here = tone(x, y)
                let (across, down) = (here - tone(x - 1, y), here - tone(x, y - 1))
                sum += (across * across + down * down).squareRoot()
            }
        }
        return Double(sum) / Double(side)
    }
}
