import Foundation

/// Colours in the notations of CSS Color Module Level 4 and 5, as sRGB with straight alpha.
struct StyleColour {
    /// Red, green and blue from 0 to 1. Colours outside sRGB have values outside that range.
    let rgb: SIMD3<Double>
    let alpha: Double

    private static let functions = [
        "oklch", "oklab", "lch", "lab", "hwb", "color", "color-mix", "light-dark",
    ]
    private static let oldFunctions = ["rgb", "rgba", "hsl", "hsla"]
    private static let mostFunctions = 20
    /// The largest difference in a channel between colours that are treated as equal. Channels are from 0 to 1.
    private static let difference = 0.1
    private static let properties: Set<String> = [
        "fill", "stroke", "color", "stop-color", "flood-color", "lighting-color",
    ]

    /// Whether the value of a property is a colour that browsers read and librsvg does not: a new form of an old
    /// notation, or the name of a system colour.
    static func isUnread(_ value: String, of property: String) -> Bool {
        // Most paints are `none`, a URL or a hexadecimal number.
        guard properties.contains(property), let first = value.utf8.first,
            ![UInt8(ascii: "#"), UInt8(ascii: "n"), UInt8(ascii: "u")].contains(first)
        else { return false }
        let plain = value.trimmed.lowercased()
        if plain.hasPrefix("rgb") || plain.hasPrefix("hsl") { return hasNewArguments(plain) }
        return NamedColours.system[plain] != nil
    }

    /// Whether a colour visibly differs from the fallback for older programs.
    static func differs(_ value: String, from fallback: String) -> Bool {
        guard let colour = StyleColour(value) else { return false }
        guard let other = StyleColour(fallback) else { return true }
        let distance = colour.shown - other.shown
        return (0..<4).contains { abs(distance[$0]) > difference }
    }

    /// The colour clipped to sRGB.
    private var shown: SIMD4<Double> {
        SIMD4(rgb, alpha).clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
    }

    /// Whether `rgb()` or `hsl()` has arguments that librsvg does not read: `none`, another colour, or percentages
    /// without a percent sign.
    private static func hasNewArguments(_ value: String) -> Bool {
        value.contains("none") || value.contains("from ") || value.hasPrefix("hsl") && !value.contains("%")
    }

    /// The value with all colours in notations that librsvg reads. A function with an unknown argument is kept.
    static func plain(_ value: String) -> String {
        if let colour = NamedColours.system[value.trimmed.lowercased()] { return StyleColour(colour, alpha: 1).text }
        var value = value
        for _ in 0..<mostFunctions {
            let isOld = value.lowercased().hasPrefix("rgb") || value.lowercased().hasPrefix("hsl")
            let names = isOld && hasNewArguments(value.lowercased()) ? functions + oldFunctions : functions
            guard let function = StyleFunction.first(in: value, named: names), let text = text(function)
            else { break }
            value.replaceSubrange(function.range, with: text)
        }
        return value
    }

    private static func text(_ function: StyleFunction) -> String? {
        // Stickers are designed for a light background.
        if function.name == "light-dark" { return function.arguments.first }
        return StyleColour(function)?.text
    }

    private var text: String {
        let levels = (0..<3).map { String(Int((min(max(rgb[$0], 0), 1) * 255).rounded())) }.joined(separator: ", ")
        return alpha >= 1 ? "rgb(\(levels))" : "rgba(\(levels), \((max(alpha, 0) * 1000).rounded() / 1000))"
    }

    private init(rgb: SIMD3<Double>, alpha: Double) {
        (self.rgb, self.alpha) = (rgb, alpha)
    }

    /// - Returns: nil unless the text is a colour.
    private init?(_ text: String, level: Int = 0) {
        let plain = text.trimmed.lowercased()
        if plain == "transparent" { self.init(rgb: .zero, alpha: 0); return }
        if let value = NamedColours.values[plain] ?? NamedColours.system[plain] { self.init(value, alpha: 1); return }
        if plain.hasPrefix("#") { self.init(hexadecimal: plain.dropFirst()); return }
        guard level < 8,
            let function = StyleFunction.first(
                in: plain, named: StyleColour.functions + StyleColour.oldFunctions),
            function.range.lowerBound == plain.startIndex
        else { return nil }
        if function.name == "light-dark", let first = function.arguments.first {
            self.init(first, level: level + 1)
        } else {
            self.init(function, level: level)
        }
    }

    private init(_ value: UInt32, alpha: Double) {
        let level = { (shift: UInt32) in Double(value >> shift & 0xFF) / 255 }
        self.init(rgb: SIMD3(level(16), level(8), level(0)), alpha: alpha)
    }

    private init?(hexadecimal digits: Substring) {
        let long = digits.count <= 4 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
        guard long.count == 6 || long.count == 8, let value = UInt32(long, radix: 16) else { return nil }
        if long.count == 6 {
            self.init(value, alpha: 1)
        } else {
            self.init(value >> 8, alpha: Double(value & 0xFF) / 255)
        }
    }

    private init?(_ function: StyleFunction, level: Int = 0) {
        if function.name == "color-mix" {
            self.init(mixing: function.arguments, level: level)
            return
        }
        let words = function.arguments.joined(separator: " ").replacing("/", with: " / ")
            .split(whereSeparator: \.isWhitespace).map(String.init)
        let halves = words.split(separator: "/", maxSplits: 1).map(Array.init)
        guard var numbers = halves.first else { return nil }
        var alpha = halves.count > 1 ? halves[1].first.flatMap { StyleColour.number($0, of: 1) } : 1
        var space = function.name
        if space == "color" { space = numbers.isEmpty ? "" : numbers.removeFirst() }
        if numbers.count == 4, halves.count == 1 { alpha = StyleColour.number(numbers.removeLast(), of: 1) }
        guard numbers.count == 3, let alpha, let rgb = StyleColour.rgb(numbers, in: space) else { return nil }
        self.init(rgb: rgb, alpha: alpha)
    }

    /// A mixture of two colours.
    ///
    /// - Parameter arguments: the arguments of `color-mix()`, such as `in oklab`, `red 30%` and `blue`.
    private init?(mixing arguments: [String], level: Int) {
        guard arguments.count == 3 else { return nil }
        let space = arguments[0].split(whereSeparator: \.isWhitespace).dropFirst().first.map(String.init) ?? "oklab"
        let parts = arguments.dropFirst().compactMap { argument -> (colour: StyleColour, share: Double?)? in
            let words = argument.split(whereSeparator: \.isWhitespace)
            let share = words.first { $0.hasSuffix("%") && Double($0.dropLast()) != nil }
            let name = share.map { argument.replacing($0, with: "") } ?? argument
            guard let colour = StyleColour(name, level: level + 1) else { return nil }
            return (colour, share.flatMap { Double($0.dropLast()) }.map { $0 / 100 })
        }
        guard parts.count == 2 else { return nil }
        let first = parts[0].share ?? parts[1].share.map { 1 - $0 } ?? 0.5
        let second = parts[1].share ?? 1 - first
        guard first >= 0, second >= 0, first + second > 0 else { return nil }
        let (one, other) = (parts[0].colour, parts[1].colour)
        let weight = second / (first + second)
        let alpha = one.alpha * (1 - weight) + other.alpha * weight
        let mixed = StyleColour.mixed(one, other, weight: weight, alpha: alpha, space: space)
        self.init(rgb: mixed, alpha: alpha * min(1, first + second))
    }

    /// Mixes two colours, premultiplied by their alpha.
    private static func mixed(
        _ one: StyleColour, _ other: StyleColour, weight: Double, alpha: Double, space: String
    ) -> SIMD3<Double> {
        guard alpha > 0 else { return .zero }
        let isLight = space == "srgb"
        let (a, b) = isLight ? (one.rgb, other.rgb) : (oklab(one.rgb), oklab(other.rgb))
        var mixed = (a * one.alpha * (1 - weight) + b * other.alpha * weight) / alpha
        if ["oklch", "lch"].contains(space) {
            let chroma = { (lab: SIMD3<Double>) in (lab.y * lab.y + lab.z * lab.z).squareRoot() }
            let (from, to) = (atan2(a.z, a.y), atan2(b.z, b.y))
            let turn = remainder(to - from, 2 * Double.pi)
            let hue = chroma(a) < 1e-4 ? to : chroma(b) < 1e-4 ? from : from + turn * weight
            let length = chroma(a) * (1 - weight) + chroma(b) * weight
            mixed = SIMD3(mixed.x, length * cos(hue), length * sin(hue))
        }
        return isLight ? mixed : rgb(oklab: mixed)
    }
}

// MARK: - Colour spaces

extension StyleColour {
    /// A number, or a percentage of `whole`. `none` is zero. Nil for other text.
    private static func number(_ text: String, of whole: Double) -> Double? {
        if text == "none" { return 0 }
        if text.hasSuffix("%") { return Double(text.dropLast()).map { $0 / 100 * whole } }
        return Double(text)
    }

    /// A percentage as a share of 1. The percent sign may be missing.
    private static func share(_ text: String) -> Double? {
        number(text, of: 1).map { text.hasSuffix("%") ? $0 : $0 / 100 }
    }

    private static func degrees(_ text: String) -> Double? {
        if text.hasSuffix("turn") { return Double(text.dropLast(4)).map { $0 * 360 } }
        if text.hasSuffix("grad") { return Double(text.dropLast(4)).map { $0 * 0.9 } }
        if text.hasSuffix("rad") { return Double(text.dropLast(3)).map { $0 * 180 / .pi } }
        return text.hasSuffix("deg") ? Double(text.dropLast(3)) : number(text, of: 360)
    }

    private static func rgb(_ words: [String], in space: String) -> SIMD3<Double>? {
        func numbers(_ wholes: Double...) -> SIMD3<Double>? {
            let values = zip(words, wholes).compactMap { number($0, of: $1) }
            return values.count == 3 && values.allSatisfy(\.isFinite) ? SIMD3(values[0], values[1], values[2]) : nil
        }
        func polar(_ light: Double, _ chroma: Double) -> SIMD3<Double>? {
            guard let first = number(words[0], of: light), let length = number(words[1], of: chroma),
                let hue = degrees(words[2])
            else { return nil }
            let angle = hue * .pi / 180
            return SIMD3(first, length * cos(angle), length * sin(angle))
        }
        switch space {
        case "rgb", "rgba": return numbers(255, 255, 255).map { $0 / 255 }
        case "srgb": return numbers(1, 1, 1)
        case "srgb-linear": return numbers(1, 1, 1).map { encoded($0) }
        case "display-p3": return numbers(1, 1, 1).map { fromDisplayP3($0) }
        case "oklab": return numbers(1, 0.4, 0.4).map { rgb(oklab: $0) }
        case "oklch": return polar(1, 0.4).map { rgb(oklab: $0) }
        case "lab": return numbers(100, 125, 125).map { rgb(lab: $0) }
        case "lch": return polar(100, 150).map { rgb(lab: $0) }
        case "hsl", "hsla", "hwb":
            guard let hue = degrees(words[0]), let second = share(words[1]), let third = share(words[2]) else {
                return nil
            }
            return space == "hwb"
                ? rgb(hue: hue, whiteness: second, blackness: third)
                : rgb(hue: hue, saturation: second, lightness: third)
        default: return nil
        }
    }

    private static func rgb(hue: Double, saturation: Double, lightness: Double) -> SIMD3<Double> {
        let amplitude = saturation * min(lightness, 1 - lightness)
        func level(_ offset: Double) -> Double {
            let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let turn = place < 0 ? place + 12 : place
            return lightness - amplitude * max(-1, min(turn - 3, 9 - turn, 1))
        }
        return SIMD3(level(0), level(8), level(4))
    }

    private static func rgb(hue: Double, whiteness: Double, blackness: Double) -> SIMD3<Double> {
        let sum = whiteness + blackness
        if sum >= 1 { return SIMD3(repeating: whiteness / sum) }
        return rgb(hue: hue, saturation: 1, lightness: 0.5) * (1 - sum) + whiteness
    }

    private static func encoded(_ light: SIMD3<Double>) -> SIMD3<Double> {
        map(light) { $0 <= 0.003_130_8 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
    }

    private static func light(_ encoded: SIMD3<Double>) -> SIMD3<Double> {
        map(encoded) { $0 <= 0.040_45 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    }

    /// Maps the absolute values and restores their signs.
    private static func map(_ values: SIMD3<Double>, _ body: (Double) -> Double) -> SIMD3<Double> {
        var mapped = values
        for index in 0..<3 { mapped[index] = values[index] < 0 ? -body(-values[index]) : body(values[index]) }
        return mapped
    }

    private static func fromDisplayP3(_ colour: SIMD3<Double>) -> SIMD3<Double> {
        let linear = light(colour)
        return encoded(
            SIMD3(
                1.224_940_2 * linear.x - 0.224_940_2 * linear.y,
                -0.042_056_9 * linear.x + 1.042_056_9 * linear.y,
                -0.019_637_6 * linear.x - 0.078_636_0 * linear.y + 1.098_273_6 * linear.z))
    }

    private static func rgb(oklab lab: SIMD3<Double>) -> SIMD3<Double> {
        let long = lab.x + 0.396_337_777_4 * lab.y + 0.215_803_757_3 * lab.z
        let middle = lab.x - 0.105_561_345_8 * lab.y - 0.063_854_172_8 * lab.z
        let short = lab.x - 0.089_484_177_5 * lab.y - 1.291_485_548_0 * lab.z
        let (l, m, s) = (long * long * long, middle * middle * middle, short * short * short)
        return encoded(
            SIMD3(
                4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
                -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
                -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s))
    }

    private static func oklab(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
        let linear = light(rgb)
        let cones = SIMD3(
            (linear * SIMD3(0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9)).sum(),
            (linear * SIMD3(0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6)).sum(),
            (linear * SIMD3(0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5)).sum())
        let roots = map(cones) { cbrt($0) }
        return SIMD3(
            (roots * SIMD3(0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8)).sum(),
            (roots * SIMD3(1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9)).sum(),
            (roots * SIMD3(0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0)).sum())
    }

    /// CIE Lab, with the white point D50.
    private static func rgb(lab: SIMD3<Double>) -> SIMD3<Double> {
        let height = (lab.x + 16) / 116
        let roots = SIMD3(height + lab.y / 500, height, height - lab.z / 200)
        let limit = 6.0 / 29
        let xyz =
            map(roots) { $0 > limit ? $0 * $0 * $0 : 3 * limit * limit * ($0 - 4.0 / 29) }
            * SIMD3(0.964_22, 1, 0.825_21)
        return encoded(
            SIMD3(
                (xyz * SIMD3(3.134_136, -1.617_386, -0.490_662)).sum(),
                (xyz * SIMD3(-0.978_795, 1.916_254, 0.033_443)).sum(),
                (xyz * SIMD3(0.071_955, -0.228_977, 1.405_386)).sum()))
    }
}
