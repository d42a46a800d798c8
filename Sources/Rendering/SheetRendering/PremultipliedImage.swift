import Pixels
import StickerRendering

/// A picture whose colours are multiplied by alpha, as averaging and resizing require.
package struct PremultipliedImage {
    package let width: Int
    package let height: Int
    /// The pixels: `width * height * 4` bytes. A colour value never exceeds its alpha.
    package let bytes: [UInt8]

    /// A picture resized to `side` pixels in width and height.
    ///
    /// Eight bits per channel are sufficient, because losses at a low alpha are invisible on an opaque background.
    package init(_ image: RGBAImage, resizedTo side: Int) {
        self.init(image, width: side, height: side)
    }

    /// A picture resized to a width and a height in pixels.
    init(_ image: RGBAImage, width: Int, height: Int) {
        var resized = Resampler.resize(image, to: PixelSize(width: width, height: height))
        PremultipliedImage.premultiply(&resized.bytes)
        self.width = width
        self.height = height
        bytes = resized.bytes
    }

    private static func premultiply(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBufferPointer { bytes in
            for place in stride(from: 0, to: bytes.count, by: 4) {
                let alpha = UInt32(bytes[place + 3])
                if alpha == 255 { continue }
                for channel in place..<place + 3 {
                    bytes[channel] = UInt8(truncatingIfNeeded: (UInt32(bytes[channel]) * alpha + 127) / 255)
                }
            }
        }
    }
}
