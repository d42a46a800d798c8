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

    private var frames = PackedFrames()

    init(side: Int) {
        self.side = side
    }

    var count: Int { frames.count }

    /// Adds a frame. If it equals the last frame, the last frame is shown for longer instead.
    ///
    /// - Throws: `PNGError.outOfMemory`.
    mutating func append(_ image: RGBAImage, delay: FrameDelay) throws(PNGError) {
        if let shown = delays.last, image.bytes == frames.last, let longer = shown.adding(delay) {
            delays[delays.count - 1] = longer
            merged += 1
            return
        }
        do { try frames.append(image.bytes) } catch { throw .outOfMemory }
        delays.append(delay)
        if isGrey { isGrey = FrameStore.isGrey(image) }
    }

    /// Releases the memory that only `append` needs. No frame may be added afterwards.
    mutating func close() {
        frames.close()
    }

    /// A single frame. `Reader` is faster for several frames.
    ///
    /// - Throws: `PNGError.outOfMemory`.
    func image(_ place: Int) throws(PNGError) -> RGBAImage {
        var reader = reader
        return try reader.image(place)
    }

    var reader: Reader { Reader(side: side, frames: frames.reader) }

    /// Reads frames, fastest in ascending order.
    struct Reader {
        fileprivate let side: Int
        fileprivate var frames: PackedFrames.Reader

        /// - Throws: `PNGError.outOfMemory`.
        mutating func image(_ place: Int) throws(PNGError) -> RGBAImage {
            guard let bytes = try? frames.frame(place) else { throw .outOfMemory }
            return RGBAImage(width: side, height: side, bytes: bytes)
        }
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
