/// A list of transformations: `translate(3 4) rotate(45)`.
struct SVGTransform {
    /// The functions: their names in lower case, and their numbers.
    private let functions: [(name: String, numbers: [Double])]

    init(_ text: String) {
        functions = text.split(separator: ")").prefix(100).compactMap { part in
            let halves = part.split(separator: "(", maxSplits: 1)
            guard halves.count == 2 else { return nil }
            let name = halves[0].filter { $0.isLetter || $0.isNumber }.lowercased()
            return (name, StyleValue.numbers(String(halves[1])))
        }
    }

    /// The list without centres of rotation. Nil if the attribute `transform` does not allow one of the functions.
    var plainFunctions: [StyleTransform.Function]? {
        var plain: [StyleTransform.Function] = []
        for (name, numbers) in functions {
            let first = numbers.first ?? 0
            switch (name, numbers.count) {
            case ("translate", 1...2):
                plain.append(.init(name: "translate", numbers: [first, numbers.count > 1 ? numbers[1] : 0]))
            case ("scale", 1...2):
                plain.append(.init(name: "scale", numbers: [first, numbers.count > 1 ? numbers[1] : first]))
            case ("rotate", 1): plain.append(.init(name: "rotate", numbers: [first]))
            case ("rotate", 3):
                plain.append(.init(name: "translate", numbers: [numbers[1], numbers[2]]))
                plain.append(.init(name: "rotate", numbers: [first]))
                plain.append(.init(name: "translate", numbers: [-numbers[1], -numbers[2]]))
            case ("skewx", 1): plain.append(.init(name: "skewX", numbers: [first]))
            case ("skewy", 1): plain.append(.init(name: "skewY", numbers: [first]))
            case ("matrix", 6): plain.append(.init(name: "matrix", numbers: numbers))
            default: return nil
            }
        }
        return plain
    }

    /// The scale of lengths, as the geometric mean of both directions.
    var scale: Double {
        functions.reduce(1) { product, function in
            let numbers = function.numbers
            switch function.name {
            case "scale":
                guard let first = numbers.first else { return product }
                return product * (abs(first) * abs(numbers.count > 1 ? numbers[1] : first)).squareRoot()
            case "scalex", "scaley": return product * abs(numbers.first ?? 1).squareRoot()
            case "matrix" where numbers.count == 6:
                return product * abs(numbers[0] * numbers[3] - numbers[1] * numbers[2]).squareRoot()
            default: return product
            }
        }
    }

    /// Whether lengths are scaled equally in all directions.
    var isSimilarity: Bool {
        functions.allSatisfy { function in
            let numbers = function.numbers
            switch function.name {
            case "translate", "translatex", "translatey", "rotate": return true
            case "scale": return numbers.count == 1 || numbers.count == 2 && abs(numbers[0]) == abs(numbers[1])
            case "matrix" where numbers.count == 6:
                let tolerance = 1e-4 * numbers.prefix(4).reduce(0) { $0 + abs($1) }
                let isTurned = abs(numbers[0] - numbers[3]) <= tolerance && abs(numbers[1] + numbers[2]) <= tolerance
                let isMirrored = abs(numbers[0] + numbers[3]) <= tolerance && abs(numbers[1] - numbers[2]) <= tolerance
                return isTurned || isMirrored
            default: return false
            }
        }
    }

    /// Whether the axes are slanted, or rotated by an angle other than a multiple of 90°.
    var isTurned: Bool {
        functions.contains { function in
            let numbers = function.numbers
            switch function.name {
            case "rotate": return (numbers.first ?? 0).truncatingRemainder(dividingBy: 90) != 0
            case "skew", "skewx", "skewy": return numbers.contains { $0 != 0 }
            case "matrix" where numbers.count == 6:
                let tolerance = 1e-3 * numbers.prefix(4).reduce(0) { $0 + abs($1) }
                return abs(numbers[0] * numbers[1]) > tolerance * tolerance
                    || abs(numbers[2] * numbers[3]) > tolerance * tolerance
            default: return false
            }
        }
    }

    /// Whether the list changes right angles.
    var isSlanted: Bool {
        functions.contains { function in
            let numbers = function.numbers
            switch function.name {
            case "skew", "skewx", "skewy": return numbers.contains { $0 != 0 }
            case "matrix" where numbers.count == 6:
                let size = numbers.prefix(4).reduce(0) { $0 + abs($1) }
                return abs(numbers[0] * numbers[2] + numbers[1] * numbers[3]) > 1e-3 * size * size
            default: return false
            }
        }
    }

    /// Whether the list does more than translate.
    var isMoreThanShift: Bool {
        functions.contains { function in
            switch function.name {
            case "translate", "translatex", "translatey": false
            case "matrix": function.numbers.prefix(4) != [1, 0, 0, 1]
            default: function.numbers.contains { $0 != 0 }
            }
        }
    }

    /// Whether the list contains a 3D function, because of which the renderer ignores the whole list. Translations by
    /// 0, which web pages use for speed, are not considered.
    var isSpatial: Bool {
        let names: Set<String> = ["rotatex", "rotatey", "perspective", "translatez", "scalez"]
        let spatial = functions.filter { names.contains($0.name) || $0.name.hasSuffix("3d") }
        let isIdle = functions.allSatisfy { $0.name.hasPrefix("translate") && $0.numbers.allSatisfy { $0 == 0 } }
        return !spatial.isEmpty && !isIdle
    }
}
