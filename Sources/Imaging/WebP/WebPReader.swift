import CWebP
import Pixels

/// The reason why libwebp could not read an animation.
package enum WebPError: Error, Equatable {
    /// The file ends early, its chunks are invalid, or memory is short.
    case unreadable
    /// The frame with this number, counted from 0, cannot be decoded.
    case damagedFrame(Int)
}

/// The frames of an animated WebP. libwebp's animation decoder draws them one after the other, so that only a few
/// canvases are in memory at a time.
package struct WebPReader: Sendable {
    /// The width of the canvas, in pixels.
    package let width: Int
    /// The height of the canvas, in pixels.
    package let height: Int
    /// The duration of each frame as in the file, in milliseconds.
    package let delays: [Int]
    /// The number of plays. 0 means forever.
    package let loopCount: Int
    /// The embedded ICC profile. Nil if there is none.
    package let profile: [UInt8]?

    private let bytes: [UInt8]

    /// Reads the headers of the file and of its frames, and decodes no pixels.
    ///
    /// - Throws: `unreadable`.
    package init(_ bytes: [UInt8]) throws(WebPError) {
        let reader = bytes.withUnsafeBufferPointer { file -> WebPReader? in
            var data = WebPData(bytes: file.baseAddress, size: file.count)
            guard let demuxer = WebPDemux(&data) else { return nil }
            defer { WebPDemuxDelete(demuxer) }
            return WebPReader(bytes, demuxer)
        }
        guard let reader else { throw .unreadable }
        self = reader
    }

    private init(_ bytes: [UInt8], _ demuxer: OpaquePointer) {
        width = Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH))
        height = Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT))
        loopCount = Int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT))
        delays = WebPReader.delays(in: demuxer)
        profile = WebPReader.profile(in: demuxer)
        self.bytes = bytes
    }

    /// Calls `body` in order with the number of each frame, and with the picture that a player shows: the whole
    /// canvas with straight alpha, in the colours of the file.
    ///
    /// - Throws: `WebPError`; the errors of `body`.
    package func forEachFrame(_ body: (Int, RGBAImage) throws -> Void) throws {
        try bytes.withUnsafeBufferPointer { file in
            var data = WebPData(bytes: file.baseAddress, size: file.count)
            guard let decoder = WebPAnimDecoderNew(&data, nil) else { throw WebPError.unreadable }
            defer { WebPAnimDecoderDelete(decoder) }
            for place in delays.indices {
                var canvas: UnsafeMutablePointer<UInt8>?
                var end: CInt = 0
                guard WebPAnimDecoderGetNext(decoder, &canvas, &end) != 0, let canvas else {
                    throw WebPError.damagedFrame(place)
                }
                let pixels = Array(UnsafeBufferPointer(start: canvas, count: width * height * 4))
                try body(place, RGBAImage(width: width, height: height, bytes: pixels))
            }
        }
    }

    private static func delays(in demuxer: OpaquePointer) -> [Int] {
        var delays: [Int] = []
        var frame = WebPIterator()
        defer { WebPDemuxReleaseIterator(&frame) }
        var isFrame = WebPDemuxGetFrame(demuxer, 1, &frame)
        while isFrame != 0 {
            delays.append(Int(frame.duration))
            isFrame = WebPDemuxNextFrame(&frame)
        }
        return delays
    }

    private static func profile(in demuxer: OpaquePointer) -> [UInt8]? {
        var chunk = WebPChunkIterator()
        defer { WebPDemuxReleaseChunkIterator(&chunk) }
        guard WebPDemuxGetChunk(demuxer, "ICCP", 1, &chunk) != 0 else { return nil }
        return Array(UnsafeBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))
    }
}
