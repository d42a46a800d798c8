/// Formats numbers for English sentences.
package enum NumberFormat {
    /// The number with commas between thousands: `512,340`. It does not depend on the locale, so that a manifest is the
    /// same on every machine.
    package static func number(_ value: Int) -> String {
        let digits = String(value.magnitude)
        var grouped = ""
        for (offset, digit) in digits.enumerated() {
            if offset > 0, (digits.count - offset) % 3 == 0 { grouped += "," }
            grouped.append(digit)
        }
        return (value < 0 ? "-" : "") + grouped
    }

    /// The number, rounded to this many decimals.
    package static func number(_ value: Double, digits: Int) -> String {
        var factor = 1.0
        for _ in 0..<digits { factor *= 10 }
        let scaled = (value * factor).rounded()
        guard scaled.magnitude < 1e15 else { return String(value) }
        let whole = Int(scaled.magnitude)
        let sign = scaled < 0 ? "-" : ""
        guard digits > 0 else { return sign + number(whole) }
        let part = String(whole % Int(factor))
        return sign + number(whole / Int(factor)) + "."
            + String(repeating: "0", count: digits - part.count) + part
    }

    /// A fraction of 1 as a whole number of percent.
    package static func percent(_ share: Double) -> String {
        "\(number(share * 100, digits: 0)) %"
    }

    /// The exact size of a file, because limits are exact: `38,112 bytes`.
    package static func size(_ bytes: Int) -> String {
        "\(number(bytes)) \(bytes == 1 ? "byte" : "bytes")"
    }

    /// The number with a fixed number of decimals and with a typographic minus. `–` if it is infinite, not a number, or
    /// too large. Use `fidelity(_:)` for a fidelity, which must not be rounded up.
    package static func decimal(_ value: Double, places: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "–" }
        let unit = (0..<places).reduce(1) { product, _ in product * 10 }
        let scaled = Int((abs(value) * Double(unit)).rounded())
        let whole = number(scaled / unit)
        let sign = value < 0 && scaled > 0 ? "−" : ""
        guard places > 0 else { return sign + whole }
        let fraction = String(scaled % unit)
        return "\(sign)\(whole)." + String(repeating: "0", count: places - fraction.count) + fraction
    }

    /// A fidelity with four decimals, truncated and not rounded, so that only identical images have 1.
    package static func fidelity(_ value: Double) -> String {
        value >= 1 ? "1" : decimal((value * 10_000).rounded(.down) / 10_000, places: 4)
    }

    /// A number and its noun: `1 sticker`, `12 stickers`, `no stickers`.
    package static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        let noun = number == 1 ? singular : plural ?? singular + "s"
        return number == 0 ? "no \(noun)" : "\(NumberFormat.number(number)) \(noun)"
    }
}
