/// Where, how and how long a frame is shown: an fcTL chunk (APNG 1.0) without its sequence number.
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

    /// Nil when the chunk is not 26 bytes long, or says something that does not exist.
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

    /// The data of an fcTL chunk.
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
