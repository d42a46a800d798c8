import Deflate
import ImageHeaders

extension APNGReader {
    /// A slow level leaves more than one part in so many of what a quick one leaves: of drawn frames in truecolour, 58 to 92
    /// in a hundred.
    private static let mostThatSlowLevelsSave = 2

    /// The same frames in the layout that every player takes, and nothing else: see docs/decisions/animation-colour.md.
    /// Each stream is deflated anew where that makes it smaller.
    ///
    /// - Parameter limit: the file has fewer bytes than this; what is far from that is told quickly.
    /// - Returns: nil for what is larger, and what would not be safe as it is: damage, a hidden picture, interlacing, other
    ///   than 8 bits, a first frame that does not fill the canvas, a single frame.
    /// - Throws: `outOfMemory`, `tooLarge`.
    package func repacked(level: DeflateLevel, under limit: Int) throws(PNGError) -> [UInt8]? {
        guard warnings.isEmpty, !hasSeparateDefaultImage, frames.count > 1, header.bitDepth == 8, !header.isInterlaced,
            frames[0].control.rectangle == FrameRectangle(width: width, height: height)
        else { return nil }
        // What all frames, and then those still to come, take at least.
        var rest = 0
        guard var quick = try? Compressor(min(level, .balanced)) else { throw PNGError.outOfMemory }
        var least: [Int] = []
        for frame in frames {
            guard let stream = smallest(frame, &quick) else { return nil }
            least.append(stream.count / APNGReader.mostThatSlowLevelsSave)
            rest += least[least.count - 1]
        }
        var file = ChunkWriter(header, capacity: min(bytes.count, limit) + 1024)
        file.append(.acTL, APNGWriter.animationControl(frames.count, loopCount: loopCount))
        for chunk in shared where isNeeded(chunk) { file.append(copy: bytes[chunk]) }
        guard var compressor = try? Compressor(level) else { throw PNGError.outOfMemory }
        var sequence: UInt32 = 0
        for (place, frame) in frames.enumerated() {
            guard file.bytes.count + rest < limit, let stream = smallest(frame, &compressor) else { return nil }
            rest -= least[place]
            file.append(.fcTL, frame.control.data(sequence: sequence))
            sequence += 1
            if place == 0 {
                try file.appendImageData(stream)
            } else {
                try file.appendFrameData(stream, sequence: sequence)
                sequence += 1
            }
        }
        let packed = file.finished()
        return packed.count < limit ? packed : nil
    }

    /// Whether a shared chunk says what the samples are, and not how they are shown.
    private func isNeeded(_ chunk: Range<Int>) -> Bool {
        let code = bytes.bigEndian32(at: chunk.lowerBound + 4)
        return code == ChunkName.PLTE.code || code == ChunkName.tRNS.code
    }

    /// A frame's stream, or the same rows deflated anew; nil when it is not whole.
    private func smallest(_ frame: APNGFrame, _ compressor: inout Compressor) -> [UInt8]? {
        let stream = frame.pieces.flatMap { bytes[$0] }
        let rectangle = frame.control.rectangle
        let size = rectangle.height * (1 + rectangle.width * header.colourType.channels)
        guard let rows = try? Inflater.inflate(stream, in: stream.indices, limit: size), rows.count == size else {
            return nil
        }
        let anew = compressor.zlib(rows)
        return anew.count < stream.count ? anew : stream
    }
}
