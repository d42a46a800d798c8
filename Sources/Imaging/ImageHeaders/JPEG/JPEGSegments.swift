/// Iterates over the segments of a JPEG up to its end-of-image marker, without decoding them.
///
/// Source: ITU-T T.81, annex B. Bytes between two segments are skipped, as libjpeg does.
package struct JPEGSegments: Sequence, IteratorProtocol {
    /// A marker with its parameters. If the marker starts a scan, the compressed data are included.
    package struct Segment {
        package let marker: UInt8
        /// The byte range from the marker's FF to the end of the compressed data.
        package let whole: Range<Int>
        /// The byte range of the parameters after the length. Empty for the end-of-image marker.
        package let parameters: Range<Int>
    }

    /// The reason why the iteration ended.
    package enum Ending: Sendable, Hashable {
        /// The iteration reached the end-of-image marker. Contains the number of bytes up to and including the
        /// marker.
        case end(Int)
        /// The file ends before the end-of-image marker.
        case cut
        /// A marker is not valid in a single picture.
        case unknown
    }

    private let bytes: [UInt8]
    private var place = 2
    /// Nil until `next` has returned nil.
    package private(set) var ending: Ending?

    /// Returns nil if the bytes do not start like a JPEG.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        self.bytes = bytes
    }

    /// The reason why the segments of a file end. Nil if the bytes are not a JPEG.
    package static func ending(of bytes: [UInt8]) -> Ending? {
        guard var segments = JPEGSegments(bytes) else { return nil }
        while segments.next() != nil {}
        return segments.ending
    }

    package mutating func next() -> Segment? {
        guard ending == nil else { return nil }
        guard let start = nextMarker() else { return stop(.cut) }
        let marker = bytes[start + 1]
        if marker == 0xD9 { return stop(.end(start + 2)) }
        guard hasLength(marker) else { return stop(.unknown) }
        guard start + 4 <= bytes.count else { return stop(.cut) }
        let length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
        guard length >= 2 else { return stop(.unknown) }
        let end = start + 2 + length
        guard end <= bytes.count else { return stop(.cut) }
        place = marker == 0xDA ? endOfScan(from: end) : end
        return Segment(marker: marker, whole: start..<place, parameters: (start + 4)..<end)
    }

    /// The index of the next marker's last FF. Any number of FF may precede it. Nil if no marker follows.
    private func nextMarker() -> Int? {
        var index = place
        while index + 1 < bytes.count {
            if bytes[index] == 0xFF, bytes[index + 1] != 0xFF, bytes[index + 1] != 0 { return index }
            index += 1
        }
        return nil
    }

    /// The index of the first marker after compressed data. In the data, FF is followed by 00 or by a restart marker.
    private func endOfScan(from start: Int) -> Int {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == 0xFF {
                let next = bytes[index + 1]
                if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return index }
            }
            index += 1
        }
        return bytes.count
    }

    /// Whether a marker starts a segment of a single picture. A second start of image, a restart marker outside a
    /// scan and a reserved marker do not.
    private func hasLength(_ marker: UInt8) -> Bool {
        switch marker {
        case 0xC0...0xC7, 0xC9...0xCF, 0xDA...0xDD, 0xE0...0xEF, 0xFE: true
        default: false
        }
    }

    private mutating func stop(_ how: Ending) -> Segment? {
        ending = how
        return nil
    }
}
