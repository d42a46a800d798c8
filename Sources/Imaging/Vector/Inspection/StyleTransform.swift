import Foundation

/// A transformation of CSS, with lengths in pixels and angles in degrees. Source: CSS Transforms Module Level 1 and 2.
struct StyleTransform {
    struct Function: Equatable {
        /// The name of the function in librsvg's notation.
        var name: String
        var numbers: [Double]
    }

    enum Reading {
        /// Functions in the plane of the drawing.
        case plane([Function])
        /// A transformation in three dimensions, or one that depends on an unknown size.
        case other
        /// An invalid value, which browsers ignore.
        case invalid
    }

    private enum Fault: Error {
        case other, invalid
    }

    private static let mostFunctions = 100
    private static let readNames: Set<String> = [
        "matrix", "translate", "translateX", "translateY", "scale", "scaleX", "scaleY", "rotate", "skew", "skewX",
        "skewY",
    ]
    private static let unreadFunctions = ["var(", "env("] + StyleValue.calculations

    /// - Parameter box: the box to which percentages refer. Nil if it is unknown.
    static func read(_ text: String, in box: SVGBox?) -> Reading {
        let plain = text.trimmed.lowercased()
        if ["none", "initial", "unset", "revert"].contains(plain) { return .plane([]) }
        if plain == "inherit" || unreadFunctions.contains(where: plain.contains) { return .other }
        guard let parts = split(plain), !parts.isEmpty else { return .invalid }
        do {
            return .plane(try parts.flatMap { name, arguments in try function(name, arguments, box) })
        } catch Fault.other {
            return .other
        } catch {
            return .invalid
        }
    }

    /// Whether librsvg can read the unchanged text.
    static func isRead(_ text: String) -> Bool {
        if text.trimmed == "none" { return true }
        return split(text)?.allSatisfy { name, arguments in
            readNames.contains(name)
                && arguments.allSatisfy { argument in
                    let plain = argument.lowercased()
                    if plain.hasSuffix("deg") || plain.hasSuffix("rad") && !plain.hasSuffix("grad") { return true }
                    return StyleLength(plain).map { ["", "px"].contains($0.unit) } ?? false
                }
        } ?? false
    }

    /// Splits a value of `transform` into its functions, with their names and arguments as written. Nil for any other
    /// text.
    private static func split(_ text: String) -> [(name: String, arguments: [String])]? {
        var (functions, rest) = ([(String, [String])](), text.trimmed[...])
        while !rest.isEmpty {
            guard functions.count < mostFunctions, let open = rest.firstIndex(of: "("),
                let close = rest[open...].firstIndex(of: ")")
            else { return nil }
            let arguments = rest[rest.index(after: open)..<close].split(
                separator: ",", omittingEmptySubsequences: false)
            functions.append((rest[..<open].trimmed, arguments.map(\.trimmed)))
            rest = rest[rest.index(after: close)...].drop(while: \.isWhitespace)
        }
        return functions
    }

    /// The text of functions in the form that librsvg reads in CSS.
    static func text(_ functions: [Function]) -> String {
        if functions.isEmpty { return "none" }
        return functions.map { function in
            let unit =
                switch function.name {
                case "translate": "px"
                case "rotate", "skewX", "skewY": "deg"
                default: ""
                }
            return "\(function.name)(\(function.numbers.map { "\($0)\(unit)" }.joined(separator: ", ")))"
        }.joined(separator: " ")
    }

    /// The text of functions as an attribute.
    static func attribute(_ functions: [Function]) -> String {
        functions.map { "\($0.name)(\($0.numbers.map { "\($0)" }.joined(separator: ",")))" }.joined(separator: " ")
    }

    // MARK: - Functions

    private static func function(
        _ name: String, _ arguments: [String], _ box: SVGBox?
    ) throws(Fault) -> [Function] {
        let (count, first) = (arguments.count, arguments.first ?? "")
        switch name {
        case "translate" where (1...2).contains(count), "translate3d" where count == 3:
            let y = count > 1 ? try length(arguments[1], of: box?.height) : 0
            return [Function(name: "translate", numbers: [try length(first, of: box?.width), y])]
        case "translatex" where count == 1:
            return [Function(name: "translate", numbers: [try length(first, of: box?.width), 0])]
        case "translatey" where count == 1:
            return [Function(name: "translate", numbers: [0, try length(first, of: box?.height)])]
        case "scale" where (1...2).contains(count), "scale3d" where count == 3:
            let x = try number(first)
            return [Function(name: "scale", numbers: [x, count > 1 ? try number(arguments[1]) : x])]
        case "scalex" where count == 1: return [Function(name: "scale", numbers: [try number(first), 1])]
        case "scaley" where count == 1: return [Function(name: "scale", numbers: [1, try number(first)])]
        case "rotate" where count == 1, "rotatez" where count == 1:
            return [Function(name: "rotate", numbers: [try angle(first)])]
        case "skew" where (1...2).contains(count):
            let (x, y) = (try angle(first), count > 1 ? try angle(arguments[1]) : 0)
            return [Function(name: "matrix", numbers: [1, tan(y * .pi / 180), tan(x * .pi / 180), 1, 0, 0])]
        case "skewx" where count == 1: return [Function(name: "skewX", numbers: [try angle(first)])]
        case "skewy" where count == 1: return [Function(name: "skewY", numbers: [try angle(first)])]
        case "matrix" where count == 6:
            return [Function(name: "matrix", numbers: try arguments.map { text throws(Fault) in try number(text) })]
        case "matrix3d" where count == 16: return try plane(of: arguments)
        // These functions do not move points in the plane.
        case "translatez" where count == 1, "scalez" where count == 1, "perspective" where count == 1: return []
        case "rotatex" where count == 1, "rotatey" where count == 1:
            guard try angle(first) == 0 else { throw Fault.other }
            return []
        case "rotate3d" where count == 4:
            guard try number(first) == 0, try number(arguments[1]) == 0 else { throw Fault.other }
            return [Function(name: "rotate", numbers: [try angle(arguments[3])])]
        default: throw Fault.invalid
        }
    }

    /// The two-dimensional part of a 3D matrix.
    private static func plane(of arguments: [String]) throws(Fault) -> [Function] {
        var numbers: [Double] = []
        for text in arguments { numbers.append(try number(text)) }
        guard numbers[3] == 0, numbers[7] == 0, numbers[15] == 1 else { throw Fault.other }
        return [Function(name: "matrix", numbers: [0, 1, 4, 5, 12, 13].map { numbers[$0] })]
    }

    // MARK: - Values

    private static func length(_ text: String, of side: Double?) throws(Fault) -> Double {
        guard let length = StyleLength(text) else { throw Fault.invalid }
        if length.unit.isEmpty, length.number != 0 { throw Fault.invalid }
        if length.unit == "%" {
            guard let side else { throw Fault.other }
            return length.number / 100 * side
        }
        guard let pixels = length.pixels else { throw Fault.other }
        return pixels
    }

    private static func number(_ text: String) throws(Fault) -> Double {
        guard let length = StyleLength(text), let fraction = length.fraction else { throw Fault.invalid }
        return fraction
    }

    private static func angle(_ text: String) throws(Fault) -> Double {
        if let degrees = MarkerRewrite.degrees(text) { return degrees }
        guard Double(text) == 0 else { throw Fault.invalid }
        return 0
    }
}
