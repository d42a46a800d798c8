import Pixels
import Vips

/// Tests an RGB profile by converting colours with it. Its name is not reliable, because programs write “sRGB” into
/// profiles with other primaries and curves.
enum ProfileProbe {
    /// The largest difference of a channel that is treated as rounding. The curve `x^2.2` differs from that of sRGB
    /// by 8.
    private static let tolerance = 3
    /// The sample values of the tested colours. They are closer together among dark tones, where the curves differ.
    private static let levels: [UInt8] = [0, 8, 24, 64, 128, 192, 255]

    /// Whether the profile equals sRGB: converting colours with it changes them by no more than rounding.
    ///
    /// - Throws: `VipsError` if no colour can be converted with the profile.
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
