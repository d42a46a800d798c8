/// Frames with the same number of bytes that are kept in memory, compressed at the fastest level.
///
/// Consecutive frames are similar, so most frames are stored as the difference from the previous frame.
package struct PackedFrames: Sendable {
    /// The frame that was added last. Empty if there is none, or after `close`.
    package private(set) var last: [UInt8] = []

    /// The number of bytes of each frame.
    private var size = 0
    private var streams: [[UInt8]] = []
    /// The interval between the frames that are stored completely, so that a frame can be read without all previous
    /// frames.
    private static let interval = 16

    package init() {}

    package var count: Int { streams.count }

    /// - Throws: `outOfMemory`.
    package mutating func append(_ frame: [UInt8]) throws(DeflateError) {
        precondition(streams.isEmpty || frame.count == last.count, "all frames have the same number of bytes")
        var compressor = try Compressor(.fast)
        let isWhole = streams.count % PackedFrames.interval == 0
        streams.append(
            compressor.zlib(isWhole ? frame : PackedFrames.difference(of: frame, from: last), isKept: true))
        size = frame.count
        last = frame
    }

    /// Releases the memory that only `append` needs. No frame may be added afterwards.
    package mutating func close() {
        last = []
    }

    package var reader: Reader { Reader(self) }

    /// Unpacks frames. It keeps the last one, so frames are best read in ascending order.
    package struct Reader: Sendable {
        private let frames: PackedFrames
        private var bytes: [UInt8] = []
        /// The index of the frame in `bytes`. Nil if no frame was read.
        private var place: Int?

        fileprivate init(_ frames: PackedFrames) {
            self.frames = frames
        }

        /// - Throws: `outOfMemory`.
        package mutating func frame(_ wanted: Int) throws(DeflateError) -> [UInt8] {
            let whole = wanted - wanted % PackedFrames.interval
            var next = whole
            if let place, (whole...wanted).contains(place) { next = place + 1 }
            while next <= wanted {
                guard let stored = Inflater.inflated(frames.streams[next][...], to: frames.size) else {
                    throw .outOfMemory
                }
                if next == whole { bytes = stored } else { add(stored) }
                place = next
                next += 1
            }
            return bytes
        }

        private mutating func add(_ difference: [UInt8]) {
            bytes.withUnsafeMutableBufferPointer { bytes in
                difference.withUnsafeBufferPointer { difference in
                    for place in 0..<bytes.count { bytes[place] &+= difference[place] }
                }
            }
        }
    }

    private static func difference(of frame: [UInt8], from earlier: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: frame.count) { target, filled in
            frame.withUnsafeBufferPointer { frame in
                earlier.withUnsafeBufferPointer { earlier in
                    for place in 0..<frame.count { target[place] = frame[place] &- earlier[place] }
                }
            }
            filled = frame.count
        }
    }
}
