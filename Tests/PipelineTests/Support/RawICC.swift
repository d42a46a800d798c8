/// Creates colour profiles with three primaries and the curve of sRGB, like those that design programs embed
/// (ICC.1:2010, version 4).
enum RawICC {
    /// The primaries adapted to D50, as in the profiles of Apple and the ICC.
    static let sRGB = rgb(
        "sRGB IEC61966-2.1", red: (0.43607, 0.22249, 0.01392), green: (0.38515, 0.71687, 0.09708),
        blue: (0.14307, 0.06061, 0.71410))
    static let displayP3 = rgb(
        "Display P3", red: (0.51512, 0.24120, -0.00105), green: (0.29198, 0.69225, 0.04189),
        blue: (0.15710, 0.06657, 0.78407))

    /// A profile for a colour space that contains only one tag, which no colour engine can use.
    static func unusable(space: String = "RGB ") -> [UInt8] {
        file([("desc", text("unusable"))], space: space)
    }

    /// Display P3 with the name that Skia uses.
    static let displayP3NamedSRGB = rgb(
        "DisplayP3 Gamut with sRGB Transfer", red: (0.51512, 0.24120, -0.00105), green: (0.29198, 0.69225, 0.04189),
        blue: (0.15710, 0.06657, 0.78407))

    /// The primaries of sRGB with the curve `x^gamma`, and a name that contains sRGB.
    static func sRGB(gamma: Double) -> [UInt8] {
        rgb(
            "sRGB-elle-V2", red: (0.43607, 0.22249, 0.01392), green: (0.38515, 0.71687, 0.09708),
            blue: (0.14307, 0.06061, 0.71410), gamma: gamma)
    }

    /// A grey profile with the curve `x^gamma`.
    static func grey(gamma: Double) -> [UInt8] {
        file(
            [
                ("desc", text("Dot Gain")), ("cprt", text("none")), ("wtpt", xyz((0.96420, 1, 0.82491))),
                ("kTRC", Array("para".utf8) + [0, 0, 0, 0, 0, 0, 0, 0] + fixed(gamma)),
            ], space: "GRAY")
    }

    private static func rgb(
        _ name: String, red: (Double, Double, Double), green: (Double, Double, Double),
        blue: (Double, Double, Double), gamma: Double? = nil
    ) -> [UInt8] {
        // A parametric curve of type 0 is x^g. Type 3 is (ax + b)^g for values from d, and cx below d.
        let numbers = gamma.map { [$0] } ?? [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
        let curve =
            Array("para".utf8) + [0, 0, 0, 0, 0, numbers.count == 1 ? 0 : 3, 0, 0] + numbers.flatMap(fixed)
        return file(
            [
                ("desc", text(name)), ("cprt", text("none")), ("wtpt", xyz((0.96420, 1, 0.82491))), ("rXYZ", xyz(red)),
                ("gXYZ", xyz(green)), ("bXYZ", xyz(blue)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
            ], space: "RGB ")
    }

    private static func file(_ tags: [(String, [UInt8])], space: String) -> [UInt8] {
        var table = RawPNG.big(tags.count)
        var data: [UInt8] = []
        for (name, value) in tags {
            table += Array(name.utf8) + RawPNG.big(132 + tags.count * 12 + data.count) + RawPNG.big(value.count)
            data += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        }
        var header = [UInt8](repeating: 0, count: 128)
        let fields: [(Int, [UInt8])] = [
            (0, RawPNG.big(128 + table.count + data.count)), (8, [4, 0x20, 0, 0]), (12, Array("mntr".utf8)),
            (16, Array(space.utf8)), (20, Array("XYZ ".utf8)), (36, Array("acsp".utf8)),
            (68, [0.96420, 1, 0.82491].flatMap(fixed)),
        ]
        for (offset, bytes) in fields { header.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
        return header + table + data
    }

    private static func xyz(_ value: (Double, Double, Double)) -> [UInt8] {
        Array("XYZ ".utf8) + [0, 0, 0, 0] + [value.0, value.1, value.2].flatMap(fixed)
    }

    /// Encodes a value as an s15Fixed16Number.
    private static func fixed(_ value: Double) -> [UInt8] {
        RawPNG.big(Int((value * 65_536).rounded()))
    }

    /// Encodes a multiLocalizedUnicodeType with one text.
    private static func text(_ text: String) -> [UInt8] {
        let letters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        return Array("mluc".utf8) + [0, 0, 0, 0] + RawPNG.big(1) + RawPNG.big(12) + Array("enUS".utf8)
            + RawPNG.big(letters.count) + RawPNG.big(28) + letters
    }
}
