import ImageHeaders

/// The meaning of the samples in a picture without an ICC profile: primaries, white point and transfer curve.
struct ColourEncoding: Hashable, Sendable {
    let primaries: Primaries
    let curve: TransferCurve

    var isSRGB: Bool { primaries.isSRGB && curve == .sRGB }

    init(primaries: Primaries, curve: TransferCurve) {
        self.primaries = primaries
        self.curve = curve
    }

    /// Nil for code points that do not describe the colours of a screen, and for HDR.
    init?(_ codePoints: ColourCodePoints) {
        guard let primaries = Primaries(code: codePoints.primaries),
            let curve = TransferCurve(code: codePoints.transfer)
        else { return nil }
        self.init(primaries: primaries, curve: curve)
    }

    /// The encoding that the gAMA and cHRM chunks of a PNG describe. Missing or impossible values are replaced with
    /// those of sRGB.
    init(gamma: Double?, chromaticities: PNGChromaticities?) {
        primaries = chromaticities.flatMap(Primaries.init) ?? .sRGB
        guard let gamma, (0.1...10).contains(gamma) else {
            curve = .sRGB
            return
        }
        // Programs write 1/2.2 for sRGB. The tolerance of a twentieth is that of libpng's PNG_GAMMA_THRESHOLD.
        let isUsual = (0.43182..<0.47727).contains(gamma)
        curve = isUsual && primaries.isSRGB ? .sRGB : .power(1 / gamma)
    }
}

/// Three primaries and a white point, as x and y of CIE 1931.
struct Primaries: Hashable, Sendable {
    let white: SIMD2<Double>
    let red: SIMD2<Double>
    let green: SIMD2<Double>
    let blue: SIMD2<Double>

    private static let d65 = SIMD2(0.3127, 0.3290)
    private static let illuminantC = SIMD2(0.310, 0.316)
    static let sRGB = Primaries(d65, red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06))

    private init(
        _ white: SIMD2<Double>, red: (Double, Double), green: (Double, Double), blue: (Double, Double)
    ) {
        self.white = white
        self.red = SIMD2(red.0, red.1)
        self.green = SIMD2(green.0, green.1)
        self.blue = SIMD2(blue.0, blue.1)
    }

    /// The primaries for a value of ColourPrimaries (ITU-T H.273, table 2). Nil for other values.
    init?(code: Int) {
        switch code {
        case 1: self = .sRGB
        case 4: self.init(Primaries.illuminantC, red: (0.67, 0.33), green: (0.21, 0.71), blue: (0.14, 0.08))
        case 5: self.init(Primaries.d65, red: (0.64, 0.33), green: (0.29, 0.60), blue: (0.15, 0.06))
        case 6, 7: self.init(Primaries.d65, red: (0.630, 0.340), green: (0.310, 0.595), blue: (0.155, 0.070))
        case 8:
            self.init(Primaries.illuminantC, red: (0.681, 0.319), green: (0.243, 0.692), blue: (0.145, 0.049))
        case 9: self.init(Primaries.d65, red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
        case 11:
            self.init(SIMD2(0.314, 0.351), red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
        case 12: self.init(Primaries.d65, red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
        case 22: self.init(Primaries.d65, red: (0.630, 0.340), green: (0.295, 0.605), blue: (0.155, 0.077))
        default: return nil
        }
    }

    /// Nil if the chromaticities are impossible, or do not span a colour space.
    init?(_ chunk: PNGChromaticities) {
        white = chunk.white
        red = chunk.red
        green = chunk.green
        blue = chunk.blue
        let isPlausible = [white, red, green, blue].allSatisfy { $0.x >= 0 && $0.y > 0.001 && $0.x + $0.y <= 1.001 }
        guard isPlausible, colorants != nil else { return nil }
    }

    /// Whether the primaries equal those of sRGB, apart from rounding.
    var isSRGB: Bool {
        let pairs = [
            (white, Primaries.sRGB.white), (red, Primaries.sRGB.red), (green, Primaries.sRGB.green),
            (blue, Primaries.sRGB.blue),
        ]
        return pairs.allSatisfy { abs($0.x - $1.x) < 0.002 && abs($0.y - $1.y) < 0.002 }
    }

    /// The XYZ values of red, green and blue at full strength, adapted from the white point to D50 by Bradford's
    /// method (ICC.1:2022 annex E). Nil if the primaries do not span a colour space.
    var colorants: [SIMD3<Double>]? {
        guard let inverse = Matrix3(columns: xyz(red), xyz(green), xyz(blue)).inverted else { return nil }
        let strengths = inverse * xyz(white)
        guard (0..<3).allSatisfy({ strengths[$0] > 0 && strengths[$0] < 100 }) else { return nil }
        let bradford = Matrix3(
            columns: SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))
        guard let back = bradford.inverted else { return nil }
        let d50 = SIMD3(0.9642, 1, 0.8249)
        let (from, to) = (bradford * xyz(white), bradford * d50)
        return [(red, 0), (green, 1), (blue, 2)].map { primary, place in
            back * (bradford * (xyz(primary) * strengths[place]) * (to / from))
        }
    }

    private func xyz(_ point: SIMD2<Double>) -> SIMD3<Double> {
        SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
    }
}

/// The function that converts a picture's samples to linear light. Both are from 0 to 1.
enum TransferCurve: Hashable, Sendable {
    /// The curve `x^gamma`.
    case power(Double)
    /// The curve `(a·x + b)^gamma` from `d` on, and `c·x` below: type 3 of ICC.1:2022, table 68.
    case segmented(gamma: Double, a: Double, b: Double, c: Double, d: Double)

    static let sRGB = TransferCurve.segmented(gamma: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    private static let television = TransferCurve.segmented(
        gamma: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, c: 1 / 4.5, d: 0.081)

    /// The curve for a value of TransferCharacteristics (ITU-T H.273, table 3). Nil for HDR, and for curves that
    /// pictures do not have.
    init?(code: Int) {
        switch code {
        case 1, 6, 14, 15: self = .television
        case 4: self = .power(2.2)
        case 5: self = .power(2.8)
        case 8: self = .power(1)
        case 13: self = .sRGB
        case 17: self = .power(2.6)
        default: return nil
        }
    }
}

/// A matrix that consists of three columns.
private struct Matrix3 {
    let columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    init(columns first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        columns = (first, second, third)
    }

    static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
        matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
    }

    /// Nil if the columns are linearly dependent.
    var inverted: Matrix3? {
        let (a, b, c) = columns
        let rows = (Matrix3.cross(b, c), Matrix3.cross(c, a), Matrix3.cross(a, b))
        let determinant = (a * rows.0).sum()
        guard abs(determinant) > 1e-6 else { return nil }
        return Matrix3(
            columns: SIMD3(rows.0.x, rows.1.x, rows.2.x) / determinant,
            SIMD3(rows.0.y, rows.1.y, rows.2.y) / determinant, SIMD3(rows.0.z, rows.1.z, rows.2.z) / determinant)
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
