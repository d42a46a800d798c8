extension String {
    /// The text with some of its Unicode scalars replaced.
    ///
    /// Scalars are replaced instead of Swift's characters. A character can consist of a special character and a
    /// combining mark, which other programs read separately.
    ///
    /// - Parameter replacement: returns the text that replaces a scalar. Nil to keep the scalar.
    package func escapingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = String.UnicodeScalarView()
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let text = replacement(scalar) {
                result.append(contentsOf: text.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The first Unicode scalars of the text, at most `count`.
    package func scalarPrefix(_ count: Int) -> String { String(unicodeScalars.prefix(count)) }
}

extension Unicode.Scalar {
    /// Whether the scalar is a control character, a paragraph or line separator, or changes the text direction.
    package var isSteering: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }
}
