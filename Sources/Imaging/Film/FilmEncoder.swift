import CX264
import Pixels

/// Encodes pictures as a film with libx264: an MP4 file with H.264 video and without sound.
///
/// Equal pictures and settings give equal bytes, because the encoder uses one thread, and only instructions whose
/// results do not depend on the processor.
package struct FilmEncoder {
    /// The width and the height in pixels; an even number.
    package let side: Int
    /// The tick at which each frame starts, and the tick at which the last one ends.
    private let times: [Int]

    /// - Parameters:
    ///   - side: the width and the height in pixels; an even number.
    ///   - seconds: the duration of each frame, in seconds.
    /// - Throws: `FilmError.unsuitableFrames`.
    package init(side: Int, seconds: [Double]) throws(FilmError) {
        guard side > 0, side % 2 == 0, side <= Self.largestSide, !seconds.isEmpty,
            seconds.allSatisfy({ (0...Self.longestFrame).contains($0) })
        else { throw .unsuitableFrames }
        self.side = side
        var (times, end) = ([0], 0.0)
        for length in seconds {
            end += length
            // Every frame lasts at least one tick.
            times.append(max(Int((end * Double(MP4File.ticksPerSecond)).rounded()), (times.last ?? 0) + 1))
        }
        self.times = times
    }

    /// The frame as a player would show it if the encoder were lossless. Colours have half the resolution of the
    /// frame, as in every film.
    ///
    /// - Parameter frame: an opaque square picture whose side is an even number of pixels.
    package static func uncompressed(_ frame: RGBAImage) -> RGBAImage { PlanarPicture(frame).shown }

    private static let largestSide = 4_096
    /// The longest delay of an APNG, in seconds.
    private static let longestFrame = 65_536.0

    /// - Parameters:
    ///   - rate: the constant rate factor of libx264, from 0 (lossless) to 51. Each increase by 6 roughly halves the
    ///     size of the file.
    ///   - frame: returns an opaque frame by its number. Called in the order of the frames.
    ///   - shown: receives each frame as a player shows it, with its number, in the order of decoding.
    /// - Returns: the bytes of the MP4 file.
    /// - Throws: `FilmError`; the errors of `frame` and `shown`.
    package func encode(
        rate: Double, frame: (Int) throws -> RGBAImage, shown: (Int, RGBAImage) throws -> Void
    ) throws -> [UInt8] {
        var session = try FilmSession(side: side, frames: times.count - 1, duration: times.last ?? 0, rate: rate)
        defer { session.close() }
        var samples: [MP4File.Sample] = []
        func take(_ encoded: FilmSession.Encoded?) throws {
            guard let encoded else { return }
            samples.append(encoded.sample)
            guard let place = times.firstIndex(of: encoded.sample.shownAt) else { throw FilmError.encoderFailed }
            try shown(place, encoded.picture.shown)
        }
        for place in 0..<(times.count - 1) {
            let picture = try frame(place)
            guard picture.width == side, picture.height == side else { throw FilmError.unsuitableFrames }
            try take(try session.encode(PlanarPicture(picture), at: times[place]))
        }
        while session.isBusy { try take(try session.encode(nil, at: 0)) }
        guard samples.count == times.count - 1 else { throw FilmError.encoderFailed }
        return MP4File(
            side: side, sequenceParameters: session.sequenceParameters, pictureParameters: session.pictureParameters,
            samples: samples, duration: times.last ?? 0
        ).bytes
    }
}

/// One run of libx264.
private struct FilmSession {
    struct Encoded {
        let sample: MP4File.Sample
        let picture: PlanarPicture
    }

    private let side: Int
    private let encoder: OpaquePointer
    private(set) var sequenceParameters: [UInt8] = []
    private(set) var pictureParameters: [UInt8] = []

    /// The size of the length field before each NAL unit, in bytes.
    private static let lengthBytes = 4

    /// - Parameter duration: the total duration of all frames, in ticks.
    /// - Throws: `FilmError.cannotStart`.
    init(side: Int, frames: Int, duration: Int, rate: Double) throws(FilmError) {
        self.side = side
        var settings = x264_param_t()
        guard x264_param_default_preset(&settings, "slow", nil) == 0 else { throw .cannotStart }
        settings.i_log_level = X264_LOG_NONE
        settings.i_threads = 1
        settings.i_lookahead_threads = 1
        settings.b_sliced_threads = 0
        settings.i_sync_lookahead = 0
        settings.b_deterministic = 1
        settings.b_cpu_independent = 1
        settings.i_width = Int32(side)
        settings.i_height = Int32(side)
        settings.i_csp = X264_CSP_I420
        settings.i_bitdepth = 8
        settings.b_vfr_input = 1
        settings.i_timebase_num = 1
        settings.i_timebase_den = UInt32(MP4File.ticksPerSecond)
        settings.i_fps_num = UInt32(clamping: frames * MP4File.ticksPerSecond)
        settings.i_fps_den = UInt32(clamping: max(1, duration))
        settings.i_keyint_max = 250
        settings.b_annexb = 0
        settings.b_repeat_headers = 0
        settings.b_full_recon = 1
        settings.rc.i_rc_method = X264_RC_CRF
        settings.rc.f_rf_constant = Float(rate)
        settings.vui.b_fullrange = 0
        // The colours are those of BT.709, with the transfer curve of sRGB.
        settings.vui.i_colorprim = 1
        settings.vui.i_transfer = 13
        settings.vui.i_colmatrix = 1
        guard x264_param_apply_profile(&settings, "high") == 0, let encoder = x264_encoder_open_current(&settings)
        else { throw .cannotStart }
        self.encoder = encoder
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        guard x264_encoder_headers(encoder, &units, &count) > 0, let units else {
            x264_encoder_close(encoder)
            throw .cannotStart
        }
        for unit in UnsafeBufferPointer(start: units, count: Int(count)) {
            let bytes = Array(
                UnsafeBufferPointer(start: unit.p_payload, count: Int(unit.i_payload)).dropFirst(Self.lengthBytes))
            if unit.i_type == Int32(NAL_SPS.rawValue) { sequenceParameters = bytes }
            if unit.i_type == Int32(NAL_PPS.rawValue) { pictureParameters = bytes }
        }
        guard sequenceParameters.count > 3, !pictureParameters.isEmpty else {
            x264_encoder_close(encoder)
            throw .cannotStart
        }
    }

    func close() { x264_encoder_close(encoder) }

    /// Whether the encoder still holds frames that it has not returned.
    var isBusy: Bool { x264_encoder_delayed_frames(encoder) > 0 }

    /// - Parameters:
    ///   - picture: the next frame. Nil after the last one.
    ///   - tick: the tick at which the frame is shown.
    /// - Returns: the next frame in the order of decoding. Nil if the encoder needs more frames first.
    /// - Throws: `FilmError.encoderFailed`.
    mutating func encode(_ picture: PlanarPicture?, at tick: Int) throws(FilmError) -> Encoded? {
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        var output = x264_picture_t()
        let bytes: Int32
        if var picture {
            bytes = picture.luma.withUnsafeMutableBufferPointer { luma in
                picture.blue.withUnsafeMutableBufferPointer { blue in
                    picture.red.withUnsafeMutableBufferPointer { red in
                        var input = x264_picture_t()
                        x264_picture_init(&input)
                        input.i_pts = Int64(tick)
                        input.img.i_csp = X264_CSP_I420
                        input.img.i_plane = 3
                        input.img.plane = (luma.baseAddress, blue.baseAddress, red.baseAddress, nil)
                        input.img.i_stride = (Int32(side), Int32(side / 2), Int32(side / 2), 0)
                        return x264_encoder_encode(encoder, &units, &count, &input, &output)
                    }
                }
            }
        } else {
            bytes = x264_encoder_encode(encoder, &units, &count, nil, &output)
        }
        guard bytes >= 0 else { throw .encoderFailed }
        guard bytes > 0, let units, let first = units.pointee.p_payload else { return nil }
        guard output.img.i_csp & X264_CSP_MASK == X264_CSP_NV12, let luma = output.img.plane.0,
            let chroma = output.img.plane.1
        else { throw .encoderFailed }
        return Encoded(
            // libx264 stores all NAL units of a frame in one block.
            sample: MP4File.Sample(
                bytes: Array(UnsafeBufferPointer(start: first, count: Int(bytes))), shownAt: Int(output.i_pts),
                decodedAt: Int(output.i_dts), isKey: output.b_keyframe != 0),
            picture: PlanarPicture(
                side: side, luma: luma, stride: Int(output.img.i_stride.0), chroma: chroma,
                chromaStride: Int(output.img.i_stride.1)))
    }
}
