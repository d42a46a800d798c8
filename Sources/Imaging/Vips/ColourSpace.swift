import CVips

/// The meaning of an image's bands, in the cases that the conversion to sRGB distinguishes.
package enum ColourSpace: Sendable, Hashable {
    case sRGB, rgb16, grey, grey16, cmyk, lab, linear, other

    /// The number of colour bands. The band after them is alpha.
    var channels: Int {
        switch self {
        case .grey, .grey16: 1
        case .cmyk: 4
        case .sRGB, .rgb16, .lab, .linear, .other: 3
        }
    }

    init(_ interpretation: VipsInterpretation) {
        switch interpretation {
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB: self = .sRGB
        case VIPS_INTERPRETATION_RGB16: self = .rgb16
        case VIPS_INTERPRETATION_B_W: self = .grey
        case VIPS_INTERPRETATION_GREY16: self = .grey16
        case VIPS_INTERPRETATION_CMYK: self = .cmyk
        case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABS, VIPS_INTERPRETATION_LABQ: self = .lab
        case VIPS_INTERPRETATION_scRGB: self = .linear
        default: self = .other
        }
    }
}
