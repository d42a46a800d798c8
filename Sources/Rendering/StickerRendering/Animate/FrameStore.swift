import Deflate
import ImageHeaders
import Pixels

/// Rendered frames of one size, which are compressed without a loss. Frames of drawn art then take about a tenth of
/// their bytes.
struct FrameStore: Sendable {
    /// The number of pixels per side.
    let side: Int
    /// The delay of each frame.
    private(set) var delays: [FrameDelay] = []
    /// The number of frames that equalled the previous one, and were merged with it.
    private(set) var merged = 0
    /// Whether all visible pixels of all frames are grey.
    private(set) var isGrey = true

    private var frames: [PackedBytes] = []
    private var last: [UInt8] = []

    init(side: Int) {
        self.side = side
    }

    var count: Int { frames.count }

    /// Adds a frame. If it equals the last frame, the last frame is shown for longer instead.
    ///
    /// - Throws: `PNGError.outOfMemory`.
    mutating func append(_ image: RGBAImage, delay: FrameDelay) throws(PNGError) {
        if let shown = delays.last, image.bytes == last, let longer = shown.adding(delay) {
            delays[delays.count - 1] = longer
            merged += 1
            return
        }
        guard let packed = try? PackedBytes(image.bytes) else { throw .outOfMemory }
        frames.append(packed)
        delays.append(delay)
        last = image.bytes
        if isGrey { isGrey = FrameStore.isGrey(image) }
    }

    /// Releases the memory that only `append` needs.
    mutating func close() {
        last = []
    }

    /// - Throws: `PNGError.outOfMemory`.
    func image(_ place: Int) throws(PNGError) -> RGBAImage {
        guard let bytes = try? frames[place].unpacked() else { throw .outOfMemory }
        return RGBAImage(width: side, height: side, bytes: bytes)
    }

    private static func isGrey(_ image: RGBAImage) -> Bool {
        image.bytes.withUnsafeBufferPointer { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) where bytes[offset &+ 3] != 0 {
                if bytes[offset] != bytes[offset &+ 1] || bytes[offset] != bytes[offset &+ 2] { return false }
            }
            return true
        }
    }
}
