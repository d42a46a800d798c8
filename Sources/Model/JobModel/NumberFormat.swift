/// How numbers are written in sentences for people.
package enum NumberFormat {
    /// With commas between thousands: `512,340`. Not localised, so that a catalog is the same everywhere.
    package static func number(_ value: Int) -> String {
        let digits = String(value.magnitude)
        var grouped = ""
        for (offset, digit) in digits.enumerated() {
            if offset > 0, (digits.count - offset) % 3 == 0 { grouped += "," }
            grouped.append(digit)
        }
        return (value < 0 ? "-" : "") + grouped
    }

    /// With so many digits after the point, rounded.
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

    /// A share of one as whole percent.
    package static func percent(_ share: Double) -> String {
        "\(number(share * 100, digits: 0)) %"
    }
}
