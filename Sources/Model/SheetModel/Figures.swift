import JobModel

/// Numbers as people read them; the same on every machine, whatever its language.
package enum Figures {
    /// With a comma between thousands: `38,112`.
    package static func grouped(_ number: Int) -> String {
        NumberFormat.number(number)
    }

    /// A file's size to the byte, as limits are meant: `38,112 bytes`.
    package static func size(_ bytes: Int) -> String {
        "\(grouped(bytes)) \(bytes == 1 ? "byte" : "bytes")"
    }

    /// A fixed number of decimals: `0.9968`. A fidelity is cut rather than rounded by `fidelity(_:)`.
    package static func decimal(_ value: Double, places: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "–" }
        let unit = (0..<places).reduce(1) { product, _ in product * 10 }
        let scaled = Int((abs(value) * Double(unit)).rounded())
        let whole = grouped(scaled / unit)
        let sign = value < 0 && scaled > 0 ? "−" : ""
        guard places > 0 else { return sign + whole }
        let fraction = String(scaled % unit)
        return "\(sign)\(whole)." + String(repeating: "0", count: places - fraction.count) + fraction
    }

    /// Four decimals, cut and not rounded: only what is the same is 1.
    package static func fidelity(_ value: Double) -> String {
        value >= 1 ? "1" : decimal((value * 10_000).rounded(.down) / 10_000, places: 4)
    }

    /// A number and its noun: `1 sticker`, `12 stickers`, `no stickers`.
    package static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        let noun = number == 1 ? singular : plural ?? singular + "s"
        return number == 0 ? "no \(noun)" : "\(grouped(number)) \(noun)"
    }
}
