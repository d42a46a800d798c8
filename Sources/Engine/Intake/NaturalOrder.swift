/// The order of names in which `2.png` comes before `10.png`: runs of digits are compared as numbers.
package enum NaturalOrder {
    /// Whether one name comes before another. Names that differ in leading zeros alone are ordered letter by letter.
    package static func precedes(_ one: String, _ other: String) -> Bool {
        let (left, right) = (parts(of: one), parts(of: other))
        for (mine, theirs) in zip(left, right) where mine != theirs {
            return mine.precedes(theirs)
        }
        return left.count == right.count ? one < other : left.count < right.count
    }

    private enum Part: Equatable {
        case text(String)
        /// Digits without leading zeros: numbers of any length can be compared.
        case number(String)

        func precedes(_ other: Part) -> Bool {
            switch (self, other) {
            case (.number(let mine), .number(let theirs)):
                mine.utf8.count == theirs.utf8.count ? mine < theirs : mine.utf8.count < theirs.utf8.count
            case (.text(let mine), .text(let theirs)): mine < theirs
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    private static func parts(of name: String) -> [Part] {
        var parts: [Part] = []
        var rest = name.lowercased()[...]
        while let first = rest.first {
            let isNumber = isDigit(first)
            let run = rest.prefix { isDigit($0) == isNumber }
            parts.append(isNumber ? .number(String(run.drop { $0 == "0" })) : .text(String(run)))
            rest = rest[run.endIndex...]
        }
        return parts
    }

    private static func isDigit(_ character: Character) -> Bool {
        ("0"..."9").contains(character)
    }
}
