import Pixels
import Vips

/// Starts libvips once, and creates pictures for its tests.
enum VipsFixture {
    private static let started = Result { try VipsLibrary.start(extra: VipsLibrary.ExtraLoader.allCases) }

    static func start() throws {
        try started.get()
    }

    /// A picture with a different colour in every pixel.
    static func ramp(_ width: Int, _ height: Int, alpha: UInt8 = 255) -> RGBAImage {
        let bytes = (0..<width * height).flatMap { place -> [UInt8] in
            let (red, green) = (place % width * 255 / max(1, width - 1), place / width * 255 / max(1, height - 1))
            return [UInt8(red), UInt8(green), 77, alpha]
        }
        return RGBAImage(width: width, height: height, bytes: bytes)
    }

    static let svg = Array(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"><path fill=\"#f00\" d=\"M0 0h40v20h-40z\"/></svg>"
            .utf8)
}
