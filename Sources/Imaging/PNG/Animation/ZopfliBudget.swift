import Deflate
import ImageHeaders

/// Selects the frames that zopfli compresses better than libdeflate's best level: those of flat art, and others on
/// request.
///
/// If a compressed byte represents dozens of bytes, libdeflate's initial cost estimate is far off, and its ten rounds
/// do not correct it: one round of zopfli saves 3 to 5 %. Shaded art rarely profits from one round. Measured on indexed
/// frames of 618 pixels per side: with 46 bytes per compressed byte 4 % smaller, with 27 3 % larger, with 15 equal,
/// with 8 2 % larger. On such frames, three rounds with more blocks save 1 to 2 %. On frames in which almost nothing
/// changes, one round saves 8 %.
struct ZopfliBudget: Sendable {
    /// The settings of zopfli.
    private struct Work {
        let rounds: Int32
        let blocks: Int32
    }

    /// A frame is flat if the quick level compresses at least this number of bytes into one.
    private static let leastRatio = 36
    /// A frame has hardly any changes if the quick level compresses at least this number of bytes into one.
    private static let sparseRatio = 90
    /// Zopfli is not used below this ratio, because such frames contain more than flat art and its edges.
    private static let leastShadedRatio = 11
    /// The minimum number of compressed bytes of a flat frame. For a smaller one, 4 % are not worth the time, unless
    /// time does not matter.
    private let leastBytes: Int
    private let leastSparseBytes: Int
    private let leastShadedBytes: Int
    /// The remaining number of bytes that zopfli may compress. 300,000 bytes take about a third of a second.
    private var bytesLeft: Int
    private let rounds: Int32
    /// The remaining number of bytes for shaded frames, which take three times as long, and the rounds for them.
    private var shadedLeft = 0
    private var shadedRounds: Int32 = 0

    /// - Parameter level: the level at which all other frames are compressed.
    init(_ care: EffortHint, level: DeflateLevel) {
        leastBytes = level == .exhaustive ? 256 : 4096
        switch level {
        case .exhaustive: (bytesLeft, rounds) = (16 << 20, 5)
        case .best: (bytesLeft, rounds) = (care == .usual ? 0 : 4 << 20, 1)
        default: (bytesLeft, rounds) = (0, 0)
        }
        guard case .exact(let frames) = care, level == .best else {
            (leastSparseBytes, leastShadedBytes) = (leastBytes, leastBytes)
            return
        }
        (leastSparseBytes, leastShadedBytes) = (768, 512)
        // With many frames, the budget would suffice for only a few.
        (shadedLeft, shadedRounds) = (frames > 16 ? 0 : 3 << 19, frames > 8 ? 3 : 5)
    }

    /// The zlib stream of a frame for which zopfli is worth the time. Nil for all others, and if the budget is spent.
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

/// The time that may be spent on the last few per cent of an animation with a palette.
package enum EffortHint: Hashable, Sendable {
    /// No more time than the compression level takes.
    case usual
    /// The frames are of the largest scale, so flat art gets a few seconds more.
    case largest
    /// No loss is allowed, so only a longer search saves bytes. Shaded frames also get more time.
    ///
    /// - Parameter frames: the number of frames. With few frames, each may take longer.
    case exact(frames: Int)
}
