import ImageHeaders
import Pixels

/// The smallest colour type and depth without a palette that can represent every pixel of one or more pictures.
struct SampleForm: Equatable {
    let colourType: PNGColourType
    let bitDepth: Int

    /// RGB, regardless of the picture, whose alpha is ignored.
    static let opaqueColour = SampleForm(colourType: .truecolour, bitDepth: 8)

    /// RGB and alpha, regardless of the picture.
    static let colourAlpha = SampleForm(colourType: .truecolourAlpha, bitDepth: 8)

    /// Grey and alpha, for a picture without colours.
    static let greyAlpha = SampleForm(colourType: .greyscaleAlpha, bitDepth: 8)

    private init(colourType: PNGColourType, bitDepth: Int) {
        self.colourType = colourType
        self.bitDepth = bitDepth
    }

    /// - Parameter images: pictures that get the same form.
    init(smallestFor images: [RGBAImage]) {
        var needs = SampleNeeds()
        for image in images {
            needs.add(image)
        }
        colourType = needs.colourType
        bitDepth = needs.bitDepth
    }

    /// The picture's samples in this form. Fully transparent pixels become zeros.
    func scanlines(of image: RGBAImage) -> Scanlines {
        let channels = colourType.channels
        let pixels = image.width * image.height
        let samples = [UInt8](unsafeUninitializedCapacity: pixels * channels) { output, count in
            image.bytes.withUnsafeBufferPointer { input in
                guard let from = input.baseAddress, let to = output.baseAddress else { return }
                SampleForm.copy(from, as: colourType, to: to, pixels: pixels)
            }
            count = pixels * channels
        }
        guard bitDepth < 8 else {
            return Scanlines(
                rowBytes: image.width * channels, height: image.height, pixelBytes: channels, samples: samples)
        }
        // A grey level with fewer bits consists of the highest bits of the 8-bit level (PNG 13.12).
        let shift = UInt8(8 - bitDepth)
        return BitPacking.scanlines(
            of: samples, width: image.width, height: image.height, bitDepth: bitDepth,
            table: (0...255).map { UInt8($0) >> shift })
    }

    private static func copy(
        _ from: UnsafePointer<UInt8>, as colourType: PNGColourType, to output: UnsafeMutablePointer<UInt8>, pixels: Int
    ) {
        switch colourType {
        case .greyscale, .indexed:
            for pixel in 0..<pixels {
                output[pixel] = from[pixel &* 4]
            }
        case .greyscaleAlpha:
            for pixel in 0..<pixels {
                let alpha = from[pixel &* 4 &+ 3]
                output[pixel &* 2] = alpha == 0 ? 0 : from[pixel &* 4]
                output[pixel &* 2 &+ 1] = alpha
            }
        case .truecolour:
            for pixel in 0..<pixels {
                output[pixel &* 3] = from[pixel &* 4]
                output[pixel &* 3 &+ 1] = from[pixel &* 4 &+ 1]
                output[pixel &* 3 &+ 2] = from[pixel &* 4 &+ 2]
            }
        case .truecolourAlpha:
            for pixel in 0..<pixels {
                let mask: UInt8 = from[pixel &* 4 &+ 3] == 0 ? 0 : 255
                output[pixel &* 4] = from[pixel &* 4] & mask
                output[pixel &* 4 &+ 1] = from[pixel &* 4 &+ 1] & mask
                output[pixel &* 4 &+ 2] = from[pixel &* 4 &+ 2] & mask
                output[pixel &* 4 &+ 3] = from[pixel &* 4 &+ 3]
            }
        }
    }
}

/// The colour type and depth that the pixels need, from one pass over them.
struct SampleNeeds {
    /// The bits in which the channels of at least one visible pixel differ.
    private var colourful: UInt8 = 0
    /// The bits that are 0 in the alpha of at least one pixel.
    private var translucent: UInt8 = 0
    /// For 4, 2 and 1 bits per sample, the bits that would be lost in the red value of at least one pixel. An 8-bit
    /// value loses none if its lower bits repeat its highest bits.
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
