import Deflate
import ImageHeaders

/// Selects the frames that zopfli compresses better than libdeflate's best level: those of flat art, and on request
/// also others.
///
/// If one byte represents dozens, libdeflate's initial cost estimate is far off, and its ten rounds do not compensate
/// for that: one round of zopfli saves 3 to 5 %. On shades it is the opposite. Measured on indexed frames of 618
/// pixels: with 46 bytes per compressed byte 4 % smaller, with 27 3 % larger, with 15 equal, with 8 2 % larger. Three
/// rounds in more blocks save 1 to 2 % there, and one round saves 8 % if almost nothing changes.
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
    /// Below this ratio, rows contain more than flat art and its edges.
    private static let leastShadedRatio = 11
    /// In frames with fewer bytes, 4 % are not worth the time, unless time does not count.
    private let leastBytes: Int
    private let leastSparseBytes: Int
    private let leastShadedBytes: Int
    /// The remaining bytes of rows that zopfli may compress, at about a third of a second for 300,000.
    private var bytesLeft: Int
    private let rounds: Int32
    /// The remaining bytes for shades, which take three times as long, and their rounds.
    private var shadedLeft = 0
    private var shadedRounds: Int32 = 0

    /// - Parameter level: the level that all other frames are deflated at.
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
        // With many frames, there would be time for only a few.
        (shadedLeft, shadedRounds) = (frames > 16 ? 0 : 3 << 19, frames > 8 ? 3 : 5)
    }

    /// The zlib stream of a frame that is worth zopfli's time. Nil for all others, and if the budget is spent.
    ///
    /// - Parameter rows: filtered.
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

/// The time for the last few percent of an animation with a palette.
package enum EffortHint: Hashable, Sendable {
    /// The time of the level.
    case usual
    /// The frames are of the largest scale, so flat art gets a few seconds more.
    case largest
    /// No loss is allowed, so only a longer search saves bytes. Shaded frames also get the time.
    ///
    /// - Parameter frames: the number of frames. With few frames, each may take longer.
    case exact(frames: Int)
}
