/// Removes everything from a JPEG that its pixels do not need.
package enum JPEGMetadata {
    /// The picture with only its tables and scans. It contains no Exif, XMP, profiles, thumbnails, comments or other
    /// pictures. It also contains no bytes that a decoder skips, such as those after the last block of a scan or
    /// after the last table of a segment.
    ///
    /// The JFIF header and Adobe's colour transform are kept, because decoders need them to read colours. Returns nil
    /// for damaged or incomplete data, for arithmetic coding, and if one scan hides another.
    package static func stripped(_ bytes: [UInt8]) -> [UInt8]? {
        guard var segments = JPEGSegments(bytes) else { return nil }
        var picture = JPEGRewriter(bytes)
        while let segment = segments.next() {
            guard picture.take(segment) else { return nil }
        }
        guard case .end = segments.ending else { return nil }
        return picture.finished
    }
}

/// Rewrites a JPEG, segment by segment, with only the data that its decoder needs.
struct JPEGRewriter {
    private let bytes: [UInt8]
    private var output: [UInt8] = [0xFF, 0xD8]
    private var tables = JPEGTables()
    private var frame: JPEGFrame?
    private var hasJFIF = false
    private var hasAdobe = false
    private var hasScan = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The whole file. Nil without a scan.
    var finished: [UInt8]? { hasScan ? output + [0xFF, 0xD9] : nil }

    /// Adds the next segment. Returns false if the segment makes the picture unacceptable.
    mutating func take(_ segment: JPEGSegments.Segment) -> Bool {
        let parameters = bytes[segment.parameters]
        switch segment.marker {
        case 0xE0: takeJFIF(parameters)
        case 0xEE: takeAdobe(parameters)
        case 0xE1...0xEF, 0xFE: break
        case 0xDB: return tables.takeQuantization(parameters)
        case 0xC4: return tables.takeHuffman(parameters)
        case 0xDD: return tables.takeRestartInterval(parameters)
        case 0xC0...0xC2: return takeFrame(parameters, marker: segment.marker)
        case 0xDA: return takeScan(segment)
        default: return false
        }
        return true
    }

    /// Adds a JFIF header (JFIF 1.02) without its thumbnail. Other segments with the same marker contain thumbnails.
    private mutating func takeJFIF(_ parameters: ArraySlice<UInt8>) {
        guard !hasJFIF, parameters.count >= 14, parameters.starts(with: Array("JFIF\0".utf8)) else { return }
        hasJFIF = true
        append(0xE0, parameters.prefix(12) + [0, 0])
    }

    /// Adds Adobe's segment (Adobe Technical Note 5116): its version, flags and colour transform.
    private mutating func takeAdobe(_ parameters: ArraySlice<UInt8>) {
        guard !hasAdobe, parameters.count >= 12, parameters.starts(with: Array("Adobe".utf8)) else { return }
        hasAdobe = true
        append(0xEE, parameters.prefix(12))
    }

    private mutating func takeFrame(_ parameters: ArraySlice<UInt8>, marker: UInt8) -> Bool {
        guard frame == nil, let frame = JPEGFrame(parameters, isProgressive: marker == 0xC2) else { return false }
        self.frame = frame
        appendQuantization(of: frame)
        append(marker, parameters)
        return true
    }

    private mutating func takeScan(_ segment: JPEGSegments.Segment) -> Bool {
        guard var frame, let header = JPEGScanHeader(bytes[segment.parameters], of: frame),
            var reader = JPEGScanReader(
                bytes, in: segment.parameters.upperBound..<segment.whole.upperBound, header: header, tables: tables),
            let end = reader.read(&frame)
        else { return false }
        self.frame = frame
        hasScan = true
        appendQuantization(of: frame)
        for table in header.tables {
            if let data = tables.huffman.pending(table) { append(0xC4, [table] + data) }
        }
        if let interval = tables.restart.pending(0) { append(0xDD, interval) }
        append(0xDA, bytes[segment.parameters])
        output += bytes[segment.parameters.upperBound..<end]
        return true
    }

    private mutating func appendQuantization(of frame: JPEGFrame) {
        for component in frame.components {
            let table = component.quantization
            if let data = tables.quantization.pending(table) { append(0xDB, data) }
        }
    }

    private mutating func append(_ marker: UInt8, _ parameters: some Collection<UInt8>) {
        let length = parameters.count + 2
        output += [0xFF, marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
        output += parameters
    }
}
