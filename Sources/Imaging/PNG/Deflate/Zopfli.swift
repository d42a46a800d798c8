import CZopfli
import Glibc
import ImageHeaders

/// Compresses with zopfli, a deflate encoder with an iterative search for the best matches. Every decoder can read
/// the result.
enum Zopfli {
    /// The number of iterations. 60 iterations save only a few bytes more than 15.
    private static let rounds: Int32 = 15
    /// Inputs with more bytes get fewer iterations, so that a picture takes seconds and not minutes.
    private static let inputForAllRounds = 512 * 1024

    /// Compresses `bytes` to a zlib stream.
    ///
    /// - Throws: `outOfMemory`.
    static func zlib(_ bytes: [UInt8]) throws(PNGError) -> [UInt8] {
        try zlib(bytes, rounds: bytes.count > inputForAllRounds ? rounds / 3 : rounds, blocks: 15)
    }

    /// Compresses `bytes` to a zlib stream, with a limited number of rounds and blocks.
    ///
    /// - Throws: `outOfMemory`.
    static func zlib(_ bytes: [UInt8], rounds: Int32, blocks: Int32) throws(PNGError) -> [UInt8] {
        var options = ZopfliOptions()
        ZopfliInitOptions(&options)
        options.numiterations = rounds
        options.blocksplittingmax = blocks
        var stream: UnsafeMutablePointer<UInt8>?
        var count = 0
        bytes.withUnsafeBufferPointer {
            ZopfliCompress(&options, ZOPFLI_FORMAT_ZLIB, $0.baseAddress, $0.count, &stream, &count)
        }
        guard let stream else { throw .outOfMemory }
        defer { free(stream) }
        return [UInt8](UnsafeBufferPointer(start: stream, count: count))
    }
}
