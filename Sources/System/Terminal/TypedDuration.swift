/// A duration as people type it: `90s`, `45m`, `4h`.
package struct TypedDuration: Sendable, Equatable {
    package let duration: Duration

    package static let expectation = "a duration such as 90s, 45m or 4h"

    package init?(_ text: String) {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number > 0,
            number <= 100_000
        else { return nil }
        duration = .seconds(number * unit)
    }
}
