/// Searches for the tokens of deflate with the lowest cost, given the matches that may start at each byte and the cost of
/// each token.
///
/// The search goes from the last byte to the first. For each byte, it finds the cheapest first token, because the costs
/// of all later bytes are known. Matches may be shortened, but only to the longest lengths of their symbols, because
/// other lengths are rarely better.
struct TokenSearch: ~Copyable {
    private let bytes: UnsafeRawPointer
    private let count: Int
    private let matches: MatchList
    /// For each byte, the cost of all bytes from it on, in bits.
    private let costs: ScratchMemory<Float>
    /// For each byte, the cheapest token that starts there. After a search, its first elements are the chosen tokens.
    private let choices: ScratchMemory<UInt32>
    private var tokenCount = 0
    /// The longest length of each symbol of lengths, as codes of `DeflateToken`, in rising order.
    private let tops: ScratchMemory<Int>
    /// For each code of a length minus 256, the number of `tops` below it.
    private let topsBelow: ScratchMemory<Int>

    /// The tokens of the last search.
    var tokens: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(start: choices.base, count: tokenCount) }

    init(_ bytes: UnsafeRawPointer, count: Int, matches: consuming MatchList) {
        self.bytes = bytes
        self.count = count
        self.matches = matches
        costs = ScratchMemory(count: count + 1)
        choices = ScratchMemory(count: count)
        let codes = DeflateSymbol.codes
        let all = (256..<512).filter { $0 == 511 || codes[$0].symbol != codes[$0 + 1].symbol }
        tops = ScratchMemory(count: all.count)
        for (place, code) in all.enumerated() { tops[place] = code }
        topsBelow = ScratchMemory(count: 256)
        for code in 256..<512 { topsBelow[code - 256] = all.count { $0 < code } }
    }

    /// A first guess of the frequencies of symbols: bytes without matches are literals.
    ///
    /// - Parameter row: the number of bytes from the start of a row to the start of the next.
    func firstGuess(rowBytes row: Int) -> SymbolCounts {
        var literals = [UInt32](repeating: 0, count: 256)
        for place in 0..<count where matches[place].isEmpty {
            literals[Int(bytes[place])] += 1
        }
        let distance = min(max(row, 1), DeflateToken.reach)
        return SymbolCounts(
            literals: literals, row: DeflateSymbol.distance(DeflateToken.match(length: 3, distance: distance)))
    }

    /// Sets `tokens` to the cheapest tokens.
    ///
    /// - Parameter blocks: the blocks, which together contain all bytes, in order.
    mutating func search(_ blocks: [(bytes: Range<Int>, costs: TokenCosts)]) {
        costs[count] = 0
        for block in blocks.reversed() {
            block.costs.codes.withUnsafeBufferPointer { codes in
                block.costs.distances.withUnsafeBufferPointer { distances in
                    var place = block.bytes.upperBound
                    while place > block.bytes.lowerBound {
                        place &-= 1
                        choose(at: place, codes: codes, distances: distances)
                    }
                }
            }
        }
        tokenCount = 0
        var place = 0
        while place < count {
            let token = choices[place]
            choices[tokenCount] = token
            tokenCount &+= 1
            place &+= DeflateToken.length(token)
        }
    }

    /// Sets the choice and the cost of a byte. Those of all later bytes must be known.
    @inline(__always)
    private func choose(at place: Int, codes: UnsafeBufferPointer<Float>, distances: UnsafeBufferPointer<Float>) {
        let candidates = matches[place]
        if candidates.count == 1, candidates[0] == MatchFinder.longestRun {
            costs[place] =
                distances[0] + codes[DeflateToken.code(MatchFinder.longestRun)]
                + costs[place &+ DeflateToken.lengths.upperBound]
            choices[place] = MatchFinder.longestRun
            return
        }
        let literal = UInt32(bytes[place])
        var choice = literal
        var cost = codes[Int(literal)] + costs[place &+ 1]
        let isWholeRun =
            candidates.count > 0 && candidates[0] &>> 16 == 0
            && DeflateToken.length(candidates[0]) >= MatchFinder.wholeRun
        if isWholeRun {
            // A literal inside a run is never cheaper than the rest of the run.
            cost = .infinity
            for match in candidates {
                let total =
                    distances[DeflateSymbol.distance(match)] + codes[DeflateToken.code(match)]
                    + costs[place &+ DeflateToken.length(match)]
                if total < cost { (cost, choice) = (total, match) }
            }
        } else {
            consider(candidates, at: place, codes: codes, distances: distances, cost: &cost, choice: &choice)
        }
        costs[place] = cost
        choices[place] = choice
    }

    /// Considers all lengths of some matches. A match with a dearer distance than an earlier one is considered only with
    /// lengths that the earlier one does not have.
    @inline(__always)
    private func consider(
        _ candidates: UnsafeBufferPointer<UInt32>, at place: Int, codes: UnsafeBufferPointer<Float>,
        distances: UnsafeBufferPointer<Float>, cost: inout Float, choice: inout UInt32
    ) {
        var (shortest, cheapest) = (256, Float.infinity)
        // A code minus this number is the length of the match.
        let end = place &- 253
        for match in candidates {
            let distance = distances[DeflateSymbol.distance(match)]
            let code = DeflateToken.code(match)
            if distance < cheapest { (shortest, cheapest) = (256, distance) }
            guard code >= shortest else { continue }
            let upper = match & 0xFFFF_0000
            var length = code
            var next = topsBelow[code &- 256] &- 1
            while true {
                let total = distance + codes[length] + costs[end &+ length]
                if total < cost { (cost, choice) = (total, upper | UInt32(truncatingIfNeeded: length)) }
                guard next >= 0 else { break }
                length = tops[next]
                guard length >= shortest else { break }
                next &-= 1
            }
            shortest = code &+ 1
        }
    }
}

/// The number of bits of each token.
struct TokenCosts {
    /// For each literal and length, in the order of `DeflateSymbol.codes`.
    let codes: [Float]
    /// For each symbol of a distance.
    let distances: [Float]

    /// The costs if symbols are as frequent as in `counts`. A symbol that does not occur counts as half a symbol.
    init(_ counts: SymbolCounts) {
        let symbols = TokenCosts.bits(counts.symbols)
        codes = DeflateSymbol.codes.map { symbols[$0.symbol] + Float($0.extraBits) }
        distances = TokenCosts.bits(counts.distances).enumerated().map { symbol, bits in
            bits + Float(DeflateSymbol.extraBits(ofDistance: symbol))
        }
    }

    private static func bits(_ counts: ArraySlice<UInt32>) -> [Float] {
        let total = BinaryLogarithm.of(UInt64(max(1, counts.reduce(0, &+))))
        return counts.map { total - ($0 == 0 ? -1 : BinaryLogarithm.of(UInt64($0))) }
    }
}
