/// Creates an ICC profile from a colour encoding, for pictures that describe their colours in another way
/// (ICC.1:2022, 8.3 and 8.4).
enum MatrixProfile {
    /// - Parameter isGrey: whether the picture has one channel. If so, only the curve is used.
    /// - Returns: nil if the primaries do not span a colour space.
    static func bytes(of encoding: ColourEncoding, isGrey: Bool) -> [UInt8]? {
        guard let colorants = encoding.primaries.colorants else { return nil }
        let curve = element(encoding.curve)
        let common = [
            ("desc", text("embedded")), ("cprt", text("none")), ("wtpt", xyz(SIMD3(0.9642, 1, 0.8249))),
        ]
        let colours =
            isGrey
            ? [("kTRC", curve)]
            : zip(["rXYZ", "gXYZ", "bXYZ"], colorants.map(xyz)).map { ($0, $1) }
                + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
        return file(common + colours, space: isGrey ? "GRAY" : "RGB ")
    }

    private static func file(_ tags: [(String, [UInt8])], space: String) -> [UInt8] {
        var table = big(tags.count)
        var data: [UInt8] = []
        for (name, value) in tags {
            table += Array(name.utf8) + big(132 + tags.count * 12 + data.count) + big(value.count)
            data += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        }
        var header = [UInt8](repeating: 0, count: 128)
        let fields: [(Int, [UInt8])] = [
            (0, big(128 + table.count + data.count)), (8, [4, 0x20, 0, 0]), (12, Array("mntr".utf8)),
            (16, Array(space.utf8)), (20, Array("XYZ ".utf8)), (36, Array("acsp".utf8)),
            (68, [0.9642, 1, 0.8249].flatMap(fixed)),
        ]
        for (offset, bytes) in fields {
            header.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        }
        return header + table + data
    }

    /// A parametric curve as an element of the profile (ICC.1:2022, 10.18).
    private static func element(_ curve: TransferCurve) -> [UInt8] {
        let (kind, numbers): (UInt8, [Double]) =
            switch curve {
            case .power(let gamma): (0, [gamma])
            case .segmented(let gamma, let a, let b, let c, let d): (3, [gamma, a, b, c, d])
            }
        return Array("para".utf8) + [0, 0, 0, 0, 0, kind, 0, 0] + numbers.flatMap(fixed)
    }

    private static func xyz(_ value: SIMD3<Double>) -> [UInt8] {
        Array("XYZ ".utf8) + [0, 0, 0, 0] + [value.x, value.y, value.z].flatMap(fixed)
    }

    /// A text as an element of the profile, of type multiLocalizedUnicodeType.
    private static func text(_ text: String) -> [UInt8] {
        let letters = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return Array("mluc".utf8) + [0, 0, 0, 0] + big(1) + big(12) + Array("enUS".utf8) + big(letters.count) + big(28)
            + letters
    }

    /// The bytes of a number of type s15Fixed16Number.
    private static func fixed(_ value: Double) -> [UInt8] {
        big(Int(exactly: (min(max(value, -32_768), 32_767) * 65_536).rounded()) ?? 0)
    }

    private static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
