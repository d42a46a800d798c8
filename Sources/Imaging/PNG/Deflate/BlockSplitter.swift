/// Divides tokens into blocks, so that each block's codes fit its tokens.
///
/// Starts with short blocks, and joins the two neighbours that save the most bits together, until no join saves bits.
enum BlockSplitter {
    /// The number of tokens of the shortest blocks, unless there would be more than `most` blocks.
    private static let fewest = 256
    private static let most = 256

    struct Block {
        /// The range of the block in the tokens.
        var tokens: Range<Int>
        var counts: SymbolCounts
    }

    static func blocks(_ tokens: UnsafeBufferPointer<UInt32>) -> [Block] {
        let size = max(fewest, (tokens.count + most - 1) / most)
        var parts = stride(from: 0, to: max(1, tokens.count), by: size).map { start in
            let range = start..<min(start + size, tokens.count)
            let counts = SymbolCounts(UnsafeBufferPointer(rebasing: tokens[range]))
            return Part(block: Block(tokens: range, counts: counts), bits: counts.estimatedBits)
        }
        for place in parts.indices.dropLast() { parts[place].compare(with: parts[place + 1]) }
        while let place = parts.indices.dropLast().max(by: { parts[$0].saved < parts[$1].saved }),
            parts[place].saved > 0
        {
            parts[place] = parts[place].joined(with: parts[place + 1].block)
            parts.remove(at: place + 1)
            if place + 1 < parts.count { parts[place].compare(with: parts[place + 1]) }
            if place > 0 { parts[place - 1].compare(with: parts[place]) }
        }
        return parts.map(\.block)
    }

    private struct Part {
        var block: Block
        var bits: Float
        /// The bits of this part and the next one as one block.
        private var bitsWithNext: Float = 0
        /// The number of bits that are saved if this part and the next one are one block.
        private(set) var saved: Float = 0

        init(block: Block, bits: Float) {
            self.block = block
            self.bits = bits
        }

        /// Sets `saved`.
        mutating func compare(with next: Part) {
            var counts = block.counts
            counts.add(next.block.counts)
            bitsWithNext = counts.estimatedBits
            saved = bits + next.bits - bitsWithNext
        }

        func joined(with next: Block) -> Part {
            var counts = block.counts
            counts.add(next.counts)
            return Part(
                block: Block(tokens: block.tokens.lowerBound..<next.tokens.upperBound, counts: counts),
                bits: bitsWithNext)
        }
    }
}
