import Deflate
import ImageHeaders
import JobModel
import PNG
import Pixels
import StickerManifest

/// Places some frames of a finished animation side by side, for printed sheets and for readers who prefer reduced
/// motion.
enum FilmstripMaker {
    /// A picture of several frames, and the time of each in the animation.
    struct Filmstrip: Sendable {
        let bytes: [UInt8]
        let width: Int
        let height: Int
        /// The time at which each frame starts, in milliseconds.
        let times: [Int]
    }

    /// A filmstrip with frames of the animation's own size.
    ///
    /// - Throws: `PNGError`.
    static func filmstrip(of animation: EncodedAnimation) throws -> Filmstrip {
        let chosen = places(animation.delays)
        let side = animation.side
        let times = chosen.map { Array(animation.delays[..<$0]).milliseconds }
        let width = side * chosen.count
        let bytes: [UInt8]
        switch animation.frames {
        case .indexed(let indexed):
            let frames = try chosen.map { try indexed.indices(of: $0) }
            let image = IndexedImage(
                width: width, height: side, indices: beside(frames, rowLength: side), palette: indexed.palette)
            bytes = try PNGEncoder.encode(image, level: .balanced).bytes
        case .truecolour(let store):
            let frames = try chosen.map { try store.image($0).bytes }
            let image = RGBAImage(width: width, height: side, bytes: beside(frames, rowLength: side * 4))
            bytes = try PNGEncoder.encode(image, level: .balanced)
        }
        return Filmstrip(bytes: bytes, width: width, height: side, times: times)
    }

    /// A filmstrip of stored frames.
    ///
    /// - Parameter side: the number of pixels per side of each frame.
    /// - Throws: `PNGError`.
    static func filmstrip(of frames: FrameStore, side: Int) throws -> Filmstrip {
        let chosen = places(frames.delays)
        let pictures = try chosen.map { place in
            let frame = try frames.image(place)
            return frame.width == side ? frame : Resampler.resize(frame, to: PixelSize(width: side, height: side))
        }
        let width = side * chosen.count
        let image = RGBAImage(width: width, height: side, bytes: beside(pictures.map(\.bytes), rowLength: side * 4))
        return Filmstrip(
            bytes: try PNGEncoder.encode(image, level: .balanced), width: width, height: side,
            times: chosen.map { Array(frames.delays[..<$0]).milliseconds })
    }

    /// The indices of frames that are shown at evenly spaced times, including the first frame.
    static func places(_ delays: [FrameDelay]) -> [Int] {
        guard delays.count > RenderedSticker.Filmstrip.mostFrames else { return Array(delays.indices) }
        let ends = delays.reduce(into: [Double]()) { $0.append(($0.last ?? 0) + $1.seconds) }
        let cycle = ends.last ?? 0
        var places: [Int] = []
        for number in 0..<RenderedSticker.Filmstrip.mostFrames {
            let moment = cycle * Double(number) / Double(RenderedSticker.Filmstrip.mostFrames) + 1e-9
            let shown = ends.firstIndex { $0 > moment } ?? delays.count - 1
            // A frame with a long delay must not be used twice.
            let next = max(shown, (places.last ?? -1) + 1)
            places.append(min(next, delays.count - RenderedSticker.Filmstrip.mostFrames + number))
        }
        return places
    }

    /// Joins pictures of the same size side by side, row by row.
    private static func beside(_ pictures: [[UInt8]], rowLength: Int) -> [UInt8] {
        guard let first = pictures.first, rowLength > 0 else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(first.count * pictures.count)
        for start in stride(from: 0, to: first.count, by: rowLength) {
            for picture in pictures { bytes += picture[start..<(start + rowLength)] }
        }
        return bytes
    }
}
