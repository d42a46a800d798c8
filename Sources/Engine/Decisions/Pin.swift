/// A place in a reviewed picture that a comment refers to: a rectangle in thousandths of the @3x picture's width and
/// height.
package struct Pin: Codable, Sendable, Hashable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The maximum number of pins that a decision may have.
    package static let mostPerDecision = 20

    /// Whether it lies within the picture.
    var isValid: Bool {
        let range = 0...1000
        guard range.contains(x), range.contains(y), width > 0, height > 0 else { return false }
        return width <= 1000 - x && height <= 1000 - y
    }
}

extension [Pin] {
    /// The pins as text: `620 200 120 120, 10 10 80 80`.
    var text: String {
        map { "\($0.x) \($0.y) \($0.width) \($0.height)" }.joined(separator: ", ")
    }

    /// - Returns: nil if the text has another form.
    init?(text: String) {
        self = []
        for part in text.split(separator: ", ") {
            let numbers = part.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 4 else { return nil }
            append(Pin(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        }
    }
}
