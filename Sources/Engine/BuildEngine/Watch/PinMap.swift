import Decisions
import Texts

/// A text map of the positions that a reviewer marked with pins, for notes. Draws a frame with the number of each pin
/// at its position. Also describes the positions in words, because a proportional font distorts the frame.
package struct PinMap {
    /// The number of characters in the frame. A character is about twice as high as wide, so the frame looks square.
    private static let (columns, rows) = (29, 13)

    private let pins: [Pin]
    private let texts: Texts

    /// - Parameter texts: the language of the words.
    package init(_ pins: [Pin], _ texts: Texts = .english) {
        self.pins = pins
        self.texts = texts
    }

    /// The map and the description, in several lines without a final line break.
    package var text: String {
        let words = pins.enumerated().map { "\($0 + 1): " + texts("pin.\(PinMap.place(of: $1))") }.joined(
            separator: ", ")
        return texts("pin.about", ["count": pins.count]) + "\n\n\(frame)\n\n\(words)."
    }

    private var frame: String {
        var lines = Array(
            repeating: Array(repeating: Character(" "), count: PinMap.columns), count: PinMap.rows)
        for pin in pins { PinMap.outline(pin, in: &lines) }
        // Numbers are drawn last, so that no outline hides a number.
        for (place, pin) in pins.enumerated() {
            let row = PinMap.cell(2 * pin.y + pin.height, of: PinMap.rows)
            var column = PinMap.cell(2 * pin.x + pin.width, of: PinMap.columns)
            let digits = Array("\(place + 1)")
            column = min(column, PinMap.columns - digits.count)
            lines[row].replaceSubrange(column..<column + digits.count, with: digits)
        }
        let edge = "  +" + String(repeating: "-", count: PinMap.columns) + "+"
        return ([edge] + lines.map { "  |" + String($0) + "|" } + [edge]).joined(separator: "\n")
    }

    /// Draws the outline of a pin with dots, if the pin is large enough.
    private static func outline(_ pin: Pin, in lines: inout [[Character]]) {
        let (top, bottom) = (cell(2 * pin.y, of: rows), cell(2 * (pin.y + pin.height) - 1, of: rows))
        let (left, right) = (cell(2 * pin.x, of: columns), cell(2 * (pin.x + pin.width) - 1, of: columns))
        guard bottom - top >= 2, right - left >= 2 else { return }
        for row in top...bottom {
            for column in left...right where row == top || row == bottom || column == left || column == right {
                lines[row][column] = "."
            }
        }
    }

    /// The row or column of a position.
    ///
    /// - Parameters:
    ///   - position: the position in two-thousandths of the side.
    ///   - count: the number of rows or columns.
    private static func cell(_ position: Int, of count: Int) -> Int {
        min(max(position * count / 2000, 0), count - 1)
    }

    /// The part of the picture that contains the pin's centre, as a text key such as `upper.left` or `middle.centre`.
    private static func place(of pin: Pin) -> String {
        func third(_ position: Int) -> Int { min(max(position * 3 / 2000, 0), 2) }
        let row = ["upper", "middle", "lower"][third(2 * pin.y + pin.height)]
        let column = ["left", "centre", "right"][third(2 * pin.x + pin.width)]
        return "\(row).\(column)"
    }
}
