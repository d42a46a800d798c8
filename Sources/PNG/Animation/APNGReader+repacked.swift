extension APNGReader {
    /// The same frames in the layout that every player takes, and nothing else: see docs/decisions/animation-colour.md.
    /// Each stream is deflated anew where that makes it smaller.
    ///
    /// - Returns: nil for what would not be safe as it is: damage, a hidden picture, interlacing, other than 8 bits, a first
    ///   frame that does not fill the canvas, a single frame.
    /// - Throws: `outOfMemory`, `tooLarge`.
    package func repacked(level: DeflateLevel) throws(PNGError) -> [UInt8]? {
        guard warnings.isEmpty, !hasSeparateDefaultImage, frames.count > 1, header.bitDepth == 8, !header.isInterlaced,
            frames[0].control.rectangle == FrameRectangle(width: width, height: height)
        else { return nil }
        var file = ChunkWriter(header, capacity: bytes.count + 1024)
        file.append(.acTL, APNGWriter.animationControl(frames.count, loopCount: loopCount))
        for chunk in shared where isNeeded(chunk) { file.append(copy: bytes[chunk]) }
        var compressor = try Compressor(level)
        var sequence: UInt32 = 0
        for (place, frame) in frames.enumerated() {
            guard let stream = smallest(frame, &compressor) else { return nil }
            file.append(.fcTL, frame.control.data(sequence: sequence))
            sequence += 1
            if place == 0 {
                try file.appendImageData(stream)
            } else {
                try file.appendFrameData(stream, sequence: sequence)
                sequence += 1
            }
        }
        return file.finished()
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
