import Pixels

/// Dithers a picture by diffusing errors, for gradients that would otherwise show bands with a palette.
///
/// The weights are those of Floyd and Steinberg, row by row in alternating directions. Errors are diffused only to
/// opaque pixels, so that edges and transparent areas stay free of noise.
///
/// Source: R. W. Floyd, L. Steinberg, "An adaptive algorithm for spatial greyscale", Proc. SID 17(2), 1976.
enum Ditherer {
    /// The share of an error that is diffused. Diffusing less than the whole error reduces noise, and gradients
    /// remain almost as smooth.
    private static let strength: Float = 0.75

    static func dither(_ image: RGBAImage, palette: [RGBAColour]) -> IndexedImage {
        let map = PaletteMap(palette)
        var nearest = NearestCache(map)
        var indices = [UInt8](repeating: 0, count: image.width * image.height)
        var errors = [SIMD4<Float>](repeating: .zero, count: image.width + 2)
        var below = errors
        for y in 0..<image.height {
            let forward = y.isMultiple(of: 2)
            var ahead = SIMD4<Float>.zero
            swap(&errors, &below)
            for place in below.indices { below[place] = .zero }
            for step in 0..<image.width {
                let x = forward ? step : image.width - 1 - step
                let pixel = y &* image.width &+ x
                let colour = image[x, y]
                guard colour.alpha == 255 else {
                    indices[pixel] = nearest.place(of: colour)
                    ahead = .zero
                    continue
                }
                let wanted = limited(vector(colour), error: ahead + errors[x &+ 1])
                let place = nearest.place(of: rounded(wanted))
                indices[pixel] = place
                let error = (wanted - vector(palette[Int(place)])) * strength
                let side = forward ? 1 : -1
                ahead = error * (7 / 16)
                below[x &+ 1 &- side] += error * (3 / 16)
                below[x &+ 1] += error * (5 / 16)
                below[x &+ 1 &+ side] += error * (1 / 16)
            }
        }
        return IndexedImage(width: image.width, height: image.height, indices: indices, palette: palette)
    }

    /// A colour plus its error, which is limited. A large error is caused by the palette and not by a gradient.
    /// Diffusing all of it would draw trails.
    private static func limited(_ colour: SIMD4<Float>, error: SIMD4<Float>) -> SIMD4<Float> {
        let bounded = error.clamped(lowerBound: SIMD4(repeating: -16), upperBound: SIMD4(repeating: 16))
        return (colour + bounded).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    }

    private static func vector(_ colour: RGBAColour) -> SIMD4<Float> {
        SIMD4(Float(colour.red), Float(colour.green), Float(colour.blue), 0)
    }

    private static func rounded(_ colour: SIMD4<Float>) -> RGBAColour {
        RGBAColour(
            red: UInt8(colour.x + 0.5), green: UInt8(colour.y + 0.5), blue: UInt8(colour.z + 0.5), alpha: 255)
    }
}

/// Caches the nearest palette entries of colours, because a gradient has the same few colours repeatedly.
private struct NearestCache {
    private let map: PaletteMap
    /// A colour's number plus one, and its palette entry. Zero means an empty slot. A new colour replaces the earlier
    /// colour in its slot.
    private var slots = [UInt64](repeating: 0, count: 1 << 14)

    init(_ map: PaletteMap) {
        self.map = map
    }

    mutating func place(of colour: RGBAColour) -> UInt8 {
        let number =
            UInt64(colour.red) | UInt64(colour.green) << 8 | UInt64(colour.blue) << 16 | UInt64(colour.alpha) << 24
        let slot = Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 50)
        let known = slots[slot]
        if known >> 8 == number + 1 { return UInt8(truncatingIfNeeded: known) }
        let place = map.nearest(to: colour)
        slots[slot] = (number + 1) << 8 | UInt64(place)
        return place
    }
}
