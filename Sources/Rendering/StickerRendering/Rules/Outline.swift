import Foundation
import Pixels

/// The rim of a sticker, in cells, and how well it stands out from what is behind it.
///
/// A white border on white is no fault when the art begins right behind it, so each cell of the rim is judged by the
/// strongest contrast in it and the cells around it, about a twelfth of the sticker's side.
///
/// Source of the contrast ratio: WCAG 2.1, "contrast ratio" and "relative luminance" (w3.org/TR/WCAG21).
struct Outline {
    private static let cellsAlong = 24
    /// The share of the rim that must stand out.
    private static let visibleShare = 0.4

    private let side: Int
    private let columns: Int
    /// Cells that hold both art and nothing.
    private let rim: [Int]

    init(of picture: RGBAImage) {
        let side = max(1, picture.width / Outline.cellsAlong)
        let columns = (picture.width + side - 1) / side
        var art = [Int](repeating: 0, count: columns * columns)
        var total = art
        picture.bytes.withUnsafeBufferPointer { bytes in
            for y in 0..<picture.height {
                let row = y &* picture.width
                for column in 0..<columns {
                    let end = min((column &+ 1) &* side, picture.width)
                    var solid = 0
                    for x in column &* side..<end { solid &+= bytes[(row &+ x) &* 4 &+ 3] > 127 ? 1 : 0 }
                    art[(y / side) &* columns &+ column] &+= solid
                    total[(y / side) &* columns &+ column] &+= end &- column &* side
                }
            }
        }
        self.side = side
        self.columns = columns
        rim = art.indices.filter { art[$0] > 0 && art[$0] < total[$0] }
    }

    /// The contrast ratio (1 to 21) that the better part of the rim reaches; nil when the picture has no rim.
    func contrast(of picture: RGBAImage, against backdrop: RGBAImage) -> Double? {
        guard !rim.isEmpty else { return nil }
        let cells = strongestContrasts(of: picture, against: backdrop)
        let reached = rim.map { cell -> Double in
            let (row, column) = (cell / columns, cell % columns)
            var best = 1.0
            for y in max(0, row - 1)...min(columns - 1, row + 1) {
                for x in max(0, column - 1)...min(columns - 1, column + 1) {
                    best = max(best, cells[y * columns + x])
                }
            }
            return best
        }.sorted(by: >)
        return reached[min(reached.count - 1, Int(Double(reached.count) * Outline.visibleShare))]
    }

    private func strongestContrasts(of picture: RGBAImage, against backdrop: RGBAImage) -> [Double] {
        var cells = [Double](repeating: 1, count: columns * columns)
        picture.bytes.withUnsafeBufferPointer { front in
            backdrop.bytes.withUnsafeBufferPointer { back in
                // Every second pixel each way is enough for a cell of a dozen pixels or more.
                for y in stride(from: 0, to: picture.height, by: 2) {
                    for x in stride(from: 0, to: picture.width, by: 2) {
                        let offset = (y &* picture.width &+ x) &* 4
                        guard front[offset &+ 3] > 127 else { continue }
                        let cell = (y / side) &* columns &+ x / side
                        let one = Luminance.of(front[offset], front[offset &+ 1], front[offset &+ 2])
                        let other = Luminance.of(back[offset], back[offset &+ 1], back[offset &+ 2])
                        let ratio = (max(one, other) + 0.05) / (min(one, other) + 0.05)
                        cells[cell] = max(cells[cell], ratio)
                    }
                }
            }
        }
        return cells
    }
}

/// Relative luminance as WCAG 2.1 defines it.
private enum Luminance {
    private static let linear: [Double] = (0...255).map { level in
        let value = Double(level) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    static func of(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Double {
        0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
    }
}
