import Deflate

/// Deflates the rows of a picture to nearly the smallest number of bytes.
///
/// libdeflate's best level gives files of the same size, but takes about eight times as long, because it does not know the
/// distances at which pictures repeat. See docs/decisions/deflate-for-pictures.md.
package enum OptimalDeflater {
    /// The time that is spent.
    package struct Effort: Sendable {
        /// The number of searches. Each uses the frequencies of the symbols in the last one's result.
        let rounds: Int
        /// The maximum number of earlier places that are compared with a byte.
        let depth: Int

        package static let balanced = Effort(rounds: 2, depth: 16)
        package static let best = Effort(rounds: 5, depth: 64)
    }

    /// A zlib stream of filtered rows. The same rows always give the same stream.
    ///
    /// - Parameter rowBytes: the number of bytes from the start of a row to the start of the next.
    package static func zlib(_ rows: [UInt8], rowBytes: Int, effort: Effort) -> [UInt8] {
        var bits = BitWriter()
        // The header for the largest window and the best level (RFC 1950, 2.2).
        bits.append(bytes: [0x78, 0xDA])
        let count = rows.count
        (rows + [UInt8](repeating: 0, count: 8)).withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var finder = MatchFinder(base, count: count, rowBytes: rowBytes, depth: effort.depth)
            var search = TokenSearch(base, count: count, matches: finder.matches())
            var costs = [(bytes: 0..<count, costs: TokenCosts(search.firstGuess(rowBytes: rowBytes)))]
            var blocks: [BlockSplitter.Block] = []
            for _ in 0..<effort.rounds {
                search.search(costs)
                blocks = BlockSplitter.blocks(search.tokens)
                costs = OptimalDeflater.costs(of: blocks, search.tokens)
            }
            for (place, block) in blocks.enumerated() {
                DeflateBlock(UnsafeBufferPointer(rebasing: search.tokens[block.tokens]), counts: block.counts)
                    .write(to: &bits, isLast: place == blocks.count - 1)
            }
        }
        bits.align()
        var checksum = Adler32()
        rows.withUnsafeBytes { checksum.add($0) }
        bits.append(bytes: (0..<4).map { UInt8(truncatingIfNeeded: checksum.value >> (24 - 8 * UInt32($0))) })
        return Array(bits.bytes)
    }

    /// For each block, its bytes and the costs of tokens in it.
    private static func costs(
        of blocks: [BlockSplitter.Block], _ tokens: UnsafeBufferPointer<UInt32>
    ) -> [(bytes: Range<Int>, costs: TokenCosts)] {
        var start = 0
        return blocks.map { block in
            let length = tokens[block.tokens].reduce(0) { $0 &+ DeflateToken.length($1) }
            defer { start += length }
            return (start..<start + length, TokenCosts(block.counts))
        }
    }
}
