import Deflate
import ImageHeaders

/// Deflates the filtered rows of pictures at a level.
///
/// Palette indices are deflated by `OptimalDeflater` from the level `high` on. Other samples are deflated by libdeflate at
/// every level: their filtered rows repeat at too many distances.
struct RowDeflater: ~Copyable {
    /// Nil if `OptimalDeflater` is used, because a compressor needs megabytes of memory at high levels.
    private var compressor: Compressor?
    private let effort: OptimalDeflater.Effort
    private let rowBytes: Int

    /// - Parameters:
    ///   - level: the level. `exhaustive` is treated as `best`.
    ///   - indexedRow: the number of bytes of a filtered row of palette indices. Nil for other samples.
    /// - Throws: `outOfMemory`.
    init(_ level: DeflateLevel, indexedRow: Int?) throws(PNGError) {
        guard let indexedRow, level >= .high else {
            do { compressor = try Compressor(level.comparison) } catch { throw .outOfMemory }
            (rowBytes, effort) = (0, .balanced)
            return
        }
        compressor = nil
        (rowBytes, effort) = (indexedRow, level == .high ? .balanced : .best)
    }

    /// A zlib stream of filtered rows. The same rows and level always give the same stream.
    mutating func zlib(_ rows: [UInt8]) -> [UInt8] {
        compressor?.zlib(rows) ?? OptimalDeflater.zlib(rows, rowBytes: rowBytes, effort: effort)
    }
}
