/// A place in a reviewed picture to which a comment refers, as a rectangle in thousandths of the width and height of
/// the @3x picture.
package struct Pin: Codable, Sendable, Hashable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The maximum number of pins in a decision.
    package static let mostPerDecision = 20

    /// Whether the rectangle is inside the picture and not empty.
    var isValid: Bool {
        let range = 0...1000
        guard range.contains(x), range.contains(y), width > 0, height > 0 else { return false }
        return width <= 1000 - x && height <= 1000 - y
    }
}

extension [Pin] {
    /// The pins as text, such as `620 200 120 120, 10 10 80 80`. Each pin consists of x, y, width and height.
    var text: String {
        map { "\($0.x) \($0.y) \($0.width) \($0.height)" }.joined(separator: ", ")
    }

    /// Parses the format of `text`. Nil if the text does not have this format.
    init?(text: String) {
        self = []
        for part in text.split(separator: ", ") {
            let numbers = part.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 4 else { return nil }
            append(Pin(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        }
    }
}
