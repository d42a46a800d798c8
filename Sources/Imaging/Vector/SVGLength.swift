import CRsvg

/// The declared size of a drawing.
///
/// The rules are those of libvips, but with the inch of CSS, and without libvips's minimum of half a unit per side.
/// Source: libvips 8.14, svgload.c.
enum SVGLength {
    /// The unit of CSS: an inch is 96 pixels and a point 4/3 of a pixel, in browsers and in the exports of drawing
    /// programs. Source: CSS Values and Units Level 3, section 5.2.
    static let dotsPerInch = 96.0
    /// The default font size of librsvg, in pixels.
    private static let fontSize = 12.0

    /// The size of a drawing's canvas, in pixels. Zero if it is unknown.
    static func canvas(of handle: OpaquePointer) -> (width: Double, height: Double) {
        var (width, height) = (0.0, 0.0)
        if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0 { return (width, height) }
        (width, height) = stated(handle)
        if width <= 0 || height <= 0 {
            var ink = RsvgRectangle()
            guard rsvg_handle_get_geometry_for_element(handle, nil, &ink, nil, nil) != 0 else { return (0, 0) }
            (width, height) = (ink.x + ink.width, ink.y + ink.height)
        }
        return width > 0 && height > 0 && width.isFinite && height.isFinite ? (width, height) : (0, 0)
    }

    /// The size from the declared width and height. A missing side is computed from the view box.
    private static func stated(_ handle: OpaquePointer) -> (width: Double, height: Double) {
        var (hasWidth, hasHeight, hasBox): (gboolean, gboolean, gboolean) = (0, 0, 0)
        var (statedWidth, statedHeight, box) = (RsvgLength(), RsvgLength(), RsvgRectangle())
        rsvg_handle_get_intrinsic_dimensions(
            handle, &hasWidth, &statedWidth, &hasHeight, &statedHeight, &hasBox, &box)
        let width = pixels(statedWidth)
        let height = pixels(statedHeight)
        if width > 0, height > 0 { return (width, height) }
        guard hasBox != 0, box.width > 0, box.height > 0 else { return (width, height) }
        if width > 0 { return (width, width * box.height / box.width) }
        if height > 0 { return (height * box.width / box.height, height) }
        return (box.width, box.height)
    }

    /// A length in pixels. Zero for a percentage, whose base is unknown.
    private static func pixels(_ length: RsvgLength) -> Double {
        switch length.unit {
        case RSVG_UNIT_PX: length.length
        case RSVG_UNIT_EM: length.length * fontSize
        case RSVG_UNIT_EX: length.length * fontSize / 2
        case RSVG_UNIT_IN: length.length * dotsPerInch
        case RSVG_UNIT_CM: length.length * dotsPerInch / 2.54
        case RSVG_UNIT_MM: length.length * dotsPerInch / 25.4
        case RSVG_UNIT_PT: length.length * dotsPerInch / 72
        case RSVG_UNIT_PC: length.length * dotsPerInch / 6
        default: 0
        }
    }
}
