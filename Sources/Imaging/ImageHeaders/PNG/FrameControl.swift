/// The position, duration, disposal and blending of a frame: an fcTL chunk (APNG 1.0) without its sequence number.
package struct FrameControl: Hashable, Sendable {
    package var rectangle: FrameRectangle
    package var delay: FrameDelay
    package var disposal: FrameDisposal
    package var blend: FrameBlend

    package init(
        rectangle: FrameRectangle, delay: FrameDelay, disposal: FrameDisposal = .none, blend: FrameBlend = .source
    ) {
        self.rectangle = rectangle
        self.delay = delay
        self.disposal = disposal
        self.blend = blend
    }

    /// Nil if the chunk is not 26 bytes long, or has an undefined value.
    package init?(_ bytes: [UInt8], in data: Range<Int>) {
        let start = data.lowerBound
        guard data.count == 26, data.upperBound <= bytes.count,
            let width = bytes.bigEndian32(at: start + 4), let height = bytes.bigEndian32(at: start + 8),
            let x = bytes.bigEndian32(at: start + 12), let y = bytes.bigEndian32(at: start + 16),
            let numerator = bytes.bigEndian16(at: start + 20), let denominator = bytes.bigEndian16(at: start + 22),
            let disposal = FrameDisposal(rawValue: bytes[start + 24]),
            let blend = FrameBlend(rawValue: bytes[start + 25])
        else { return nil }
        rectangle = FrameRectangle(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        delay = FrameDelay(numerator: numerator, denominator: denominator)
        self.disposal = disposal
        self.blend = blend
    }

    /// The data of an fcTL chunk with this sequence number.
    package func data(sequence: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(sequence)
        for number in [rectangle.width, rectangle.height, rectangle.x, rectangle.y] {
            bytes.appendBigEndian(UInt32(truncatingIfNeeded: number))
        }
        bytes.appendBigEndian(delay.numerator)
        bytes.appendBigEndian(delay.denominator)
        return bytes + [disposal.rawValue, blend.rawValue]
    }
}

/// The position and the size of a frame on the canvas, in pixels. The position is relative to the top left corner.
package struct FrameRectangle: Hashable, Sendable, CustomStringConvertible {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var description: String { "\(width) x \(height) pixels at \(x), \(y)" }

    /// Whether the rectangle is not empty, and inside a canvas of this size.
    package func fits(width canvasWidth: Int, height canvasHeight: Int) -> Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0
            && x <= canvasWidth && width <= canvasWidth - x
            && y <= canvasHeight && height <= canvasHeight - y
    }
}

/// The duration of a frame, as the fraction of a second in the file.
package struct FrameDelay: Hashable, Sendable {
    package let numerator: UInt16
    /// Never 0: a 0 in an APNG means 100.
    package let denominator: UInt16

    package init(numerator: UInt16, denominator: UInt16) {
        self.numerator = numerator
        self.denominator = denominator == 0 ? 100 : denominator
    }

    /// Creates a delay from a duration. Up to 65,535 ms it is exact. A longer one is rounded to hundredths of a
    /// second, and one above 655,350 ms is rounded down to whole seconds, at most 65,535 s.
    package init(milliseconds: Int) {
        switch max(milliseconds, 0) {
        case let short where short <= 65_535:
            self.init(numerator: UInt16(short), denominator: 1_000)
        case let long where long <= 655_350:
            self.init(numerator: UInt16((long + 5) / 10), denominator: 100)
        case let endless:
            self.init(numerator: UInt16(min(endless, 65_535_000) / 1_000), denominator: 1)
        }
    }

    /// The duration that the file declares, in seconds. Players extend very short durations.
    package var seconds: Double { Double(numerator) / Double(denominator) }

    /// The sum of both delays as a reduced fraction. Nil if a file cannot represent it exactly.
    package func adding(_ other: FrameDelay) -> FrameDelay? {
        var numerator = Int(self.numerator) * Int(other.denominator) + Int(other.numerator) * Int(denominator)
        var denominator = Int(self.denominator) * Int(other.denominator)
        if self.denominator == other.denominator {
            (numerator, denominator) = (Int(self.numerator) + Int(other.numerator), Int(self.denominator))
            if let sum = UInt16(exactly: numerator) {
                return FrameDelay(numerator: sum, denominator: self.denominator)
            }
        }
        let divisor = FrameDelay.greatestDivisor(numerator, denominator)
        guard let sum = UInt16(exactly: numerator / divisor), let parts = UInt16(exactly: denominator / divisor) else {
            return nil
        }
        return FrameDelay(numerator: sum, denominator: parts)
    }

    private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
        var (larger, smaller) = (one, other)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        return larger
    }
}

/// The operation that combines a frame's pixels with the canvas (APNG 1.0, blend_op).
package enum FrameBlend: UInt8, Sendable, CaseIterable {
    /// The pixels replace those of the canvas, including alpha.
    case source = 0
    /// The pixels are composited by their alpha.
    case over = 1
}

/// The change of the canvas in a frame's rectangle before the next frame is drawn (APNG 1.0, dispose_op).
package enum FrameDisposal: UInt8, Sendable, CaseIterable {
    /// The area is not changed.
    case none = 0
    /// The area becomes transparent black.
    case background = 1
    /// The area is restored to its state before the frame.
    case previous = 2
}

/// The reason why a frame cannot be drawn or written.
package enum FrameError: Hashable, Sendable, CustomStringConvertible {
    /// The frame's rectangle is empty, or extends beyond the canvas.
    case outsideCanvas
    /// The number of pixels does not match the frame's rectangle.
    case otherSize
    /// The first frame does not fill the canvas.
    case firstNotWhole
    /// The frame has a different palette from the first frame.
    case otherPalette

    package var description: String {
        switch self {
        case .outsideCanvas: "it is empty or reaches outside the canvas"
        case .otherSize: "its pixels do not have the size of its rectangle"
        case .firstNotWhole: "the first frame has to fill the canvas"
        case .otherPalette: "all frames must have the same palette"
        }
    }
}
