import Pixels
import Vips

/// Judges an RGB profile by its effect, because its name is not reliable: programs write “sRGB” into profiles with
/// other primaries and other curves.
enum ProfileProbe {
    /// The largest difference of a channel that counts as rounding. The curve `x^2.2` differs from that of sRGB by 8.
    private static let tolerance = 3
    /// The sample values. They are closer together among dark tones, where the curves differ.
    private static let levels: [UInt8] = [0, 8, 24, 64, 128, 192, 255]

    /// Whether conversion to sRGB through the profile changes no colour by more than rounding.
    ///
    /// - Throws: `VipsError` if no colour can be converted through the profile.
    static func changesNothing(_ profile: [UInt8]) throws -> Bool {
        var samples: [UInt8] = []
        for red in levels {
            for green in levels {
                for blue in levels { samples += [red, green, blue, 255] }
            }
        }
        let swatches = RGBAImage(width: samples.count / 4, height: 1, bytes: samples)
        let converted = try Image(swatches).with(profile: profile).convertedByProfile().rgba()
        return zip(samples, converted.bytes).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
    }
}
