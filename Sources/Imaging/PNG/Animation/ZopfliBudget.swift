import Deflate
import ImageHeaders

/// Selects the frames that are also compressed with zopfli: frames of flat art, frames in which almost nothing changes,
/// and some shaded frames.
///
/// One round of zopfli helps if a compressed byte represents dozens of bytes. Shaded frames need at least three rounds.
struct ZopfliBudget: Sendable {
    /// The settings of zopfli.
    private struct Work {
        let rounds: Int32
        let blocks: Int32
    }

    /// The minimum number of bytes per compressed byte of a flat frame, at the quick level.
    private static let leastRatio = 36
    /// The minimum number of bytes per compressed byte of a frame with hardly any changes, at the quick level.
    private static let sparseRatio = 90
    /// The minimum number of bytes per compressed byte of a shaded frame. With a lower ratio, frames contain more
    /// than flat art and its edges.
    private static let leastShadedRatio = 11
    /// The minimum number of compressed bytes of a flat frame. Zopfli saves 4 %, which is not worth the time for a
    /// smaller frame.
    private let leastBytes: Int
    private let leastSparseBytes: Int
    private let leastShadedBytes: Int
    /// The remaining number of bytes that zopfli may compress. 300,000 bytes take about a third of a second.
    private var bytesLeft: Int
    private let rounds: Int32
    /// The remaining number of bytes of shaded frames that zopfli may compress. Their compression takes three times
    /// as long as that of other frames.
    private var shadedLeft = 0
    private var shadedRounds: Int32 = 0

    /// Nil if no frame is compressed with zopfli.
    ///
    /// - Parameter level: the level at which all frames are compressed.
    init?(_ care: EffortHint, level: DeflateLevel) {
        leastBytes = level == .exhaustive ? 256 : 4096
        switch level {
        case .exhaustive: (bytesLeft, rounds) = (16 << 20, 5)
        case .best where care != .usual: (bytesLeft, rounds) = (4 << 20, 1)
        default: return nil
        }
        guard case .exact(let frames) = care, level == .best else {
            (leastSparseBytes, leastShadedBytes) = (leastBytes, leastBytes)
            return
        }
        (leastSparseBytes, leastShadedBytes) = (768, 512)
        // With more frames, the budget would suffice for only a few of them.
        (shadedLeft, shadedRounds) = (frames > 16 ? 0 : 3 << 19, frames > 8 ? 3 : 5)
    }

    /// The zlib stream of a frame for which zopfli is worth the time. Nil for other frames, and if the budget is used
    /// up.
    ///
    /// - Parameter rows: the filtered rows of the frame.
    /// - Throws: `outOfMemory`.
    mutating func stream(of rows: [UInt8]) throws(PNGError) -> [UInt8]? {
        guard rows.count <= max(bytesLeft, shadedLeft), let work = try work(for: rows) else { return nil }
        return try Zopfli.zlib(rows, rounds: work.rounds, blocks: work.blocks)
    }

    private mutating func work(for rows: [UInt8]) throws(PNGError) -> Work? {
        guard var compressor = try? Compressor(.high) else { throw PNGError.outOfMemory }
        let quick = compressor.zlib(rows).count
        let isSparse = quick * ZopfliBudget.sparseRatio < rows.count
        if quick >= (isSparse ? leastSparseBytes : leastBytes), quick * ZopfliBudget.leastRatio < rows.count,
            rows.count <= bytesLeft
        {
            bytesLeft -= rows.count
            return Work(rounds: rounds, blocks: 3)
        }
        guard quick >= leastShadedBytes, quick * ZopfliBudget.leastShadedRatio < rows.count, rows.count <= shadedLeft
        else {
            return nil
        }
        shadedLeft -= rows.count
        return Work(rounds: shadedRounds, blocks: 15)
    }
}

/// The additional time that may be spent to make an animation with a palette a few per cent smaller.
package enum EffortHint: Hashable, Sendable {
    /// No additional time.
    case usual
    /// The animation must be lossless, so only a longer search saves bytes.
    ///
    /// - Parameter frames: the number of frames. The fewer frames there are, the longer each may take.
    case exact(frames: Int)
}
