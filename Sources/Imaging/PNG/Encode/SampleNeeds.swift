import ImageHeaders
import Pixels

/// What pixels need of a colour type and depth, found by looking at each once.
struct SampleNeeds {
    /// Bits in which the channels of some pixel that can be seen differ.
    private var colourful: UInt8 = 0
    /// Bits that some pixel's alpha lacks.
    private var translucent: UInt8 = 0
    /// Bits that some red would lose if it had 4, 2 or 1 bits: a level of these is one whose bits repeat.
    private var lost = (by4: UInt8(0), by2: UInt8(0), by1: UInt8(0))

    var colourType: PNGColourType {
        switch (colourful != 0, translucent != 0) {
        case (true, true): .truecolourAlpha
        case (true, false): .truecolour
        case (false, true): .greyscaleAlpha
        case (false, false): .greyscale
        }
    }

    var bitDepth: Int {
        guard colourType == .greyscale else { return 8 }
        return lost.by1 == 0 ? 1 : lost.by2 == 0 ? 2 : lost.by4 == 0 ? 4 : 8
    }

    mutating func add(_ image: RGBAImage) {
        var (colourful, translucent, by4, by2, by1) = (colourful, translucent, lost.by4, lost.by2, lost.by1)
        image.bytes.withUnsafeBufferPointer { buffer in
            guard let pixels = buffer.baseAddress else { return }
            for pixel in 0..<(buffer.count / 4) {
                let (red, green, blue) = (pixels[pixel &* 4], pixels[pixel &* 4 &+ 1], pixels[pixel &* 4 &+ 2])
                let alpha = pixels[pixel &* 4 &+ 3]
                let seen: UInt8 = alpha == 0 ? 0 : 255
                colourful |= ((red ^ green) | (red ^ blue)) & seen
                translucent |= ~alpha
                by4 |= (red ^ (red &>> 4)) & 0x0F
                by2 |= (red ^ (red &>> 2)) & 0x3F
                by1 |= (red ^ (red &>> 1)) & 0x7F
            }
        }
        (self.colourful, self.translucent, lost) = (colourful, translucent, (by4, by2, by1))
    }
}
