import Deflate
import ImageHeaders

/// Finds the frames that zopfli makes smaller than libdeflate at its best, and lets it: those of flat art, and where it is
/// asked for others too.
///
/// Where one byte stands for dozens, what libdeflate guesses before it has seen the data is far off, and its ten rounds do
/// not make up for that: one of zopfli's takes 3 to 5 % less. On shades it is the other way round. Measured on indexed
/// frames of 618 pixels: 46 bytes for one 4 % less, 27 for one 3 % more, 15 for one the same, 8 for one 2 % more. Three
/// rounds in more blocks take 1 to 2 % less there, and where next to nothing changes one takes 8 % less.
struct ZopfliBudget: Sendable {
    /// How zopfli is to work.
    private struct Work {
        let rounds: Int32
        let blocks: Int32
    }

    /// Flat is what the quick level below brings down to less than one byte of so many.
    private static let leastRatio = 36
    /// A much smaller result has hardly any changes.
    private static let sparseRatio = 90
    /// Below this, rows hold more than flat art and its edges.
    private static let leastShadedRatio = 11
    /// Frames with fewer bytes are not worth another 4 %, unless time does not count.
    private let leastBytes: Int
    private let leastSparseBytes: Int
    private let leastShadedBytes: Int
    /// Bytes of rows that zopfli may still take, at about a third of a second for 300,000: beyond, time is worth more.
    private var bytesLeft: Int
    private let rounds: Int32
    /// The same for shades, which take three times as long, and their rounds.
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
        // Of many frames those that there is time for would be a few.
        (shadedLeft, shadedRounds) = (frames > 16 ? 0 : 3 << 19, frames > 8 ? 3 : 5)
    }

    /// The zlib stream of a frame that zopfli is worth its time for; nil for all others, and when enough has been spent.
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
    /// As much as the level says.
    case usual
    /// Nothing larger is made of the same frames: a few seconds more are then well spent on flat art.
    case largest
    /// No loss is allowed, so only a longer search saves bytes. Shaded frames also get the time.
    ///
    /// - Parameter frames: the number of frames. With few frames, each may take longer.
    case exact(frames: Int)
}
