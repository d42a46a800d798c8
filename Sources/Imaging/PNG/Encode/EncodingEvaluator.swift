import Deflate
import ImageHeaders

/// Finds the encoding of pixels that compresses to the fewest bytes.
enum EncodingEvaluator {
    /// The fastest level, which selects the candidates for the full level. On 61 drawings, the better of its best two
    /// filters was within 0.1 % of the best of all six at level 12.
    private static let rankingLevel = DeflateLevel.fast
    /// The level that selects the filter for levels with an optimal search. At those levels, filters save 15 % on
    /// shaded pixels, but the fastest level would select no filter.
    private static let carefulRankingLevel = DeflateLevel.high

    /// The filters that are tried on rows without a palette, the most promising first.
    static func filters(for level: DeflateLevel) -> [FilterStrategy] {
        guard level >= .high else { return [.fixed(.none), .smallest(.differences)] }
        return [
            .fixed(.none), .smallest(.pairs), .smallest(.differences), .fixed(.sub), .fixed(.up), .fixed(.paeth),
        ]
    }

    /// The filters that are tried on palette indices. For nearly all pictures, no filter is best.
    static func filters(forIndexed level: DeflateLevel) -> [FilterStrategy] {
        level >= .high ? [.fixed(.none), .smallest(.pairs), .smallest(.differences)] : [.fixed(.none)]
    }

    /// The zlib stream of the rows with the best of `filters`.
    ///
    /// - Parameters:
    ///   - isIndexed: whether the samples are palette indices.
    ///   - isCareful: whether a slower level compares the filters from the level `strong` on.
    static func smallest(
        of scanlines: Scanlines, filters: [FilterStrategy], level: DeflateLevel, isIndexed: Bool = false,
        isCareful: Bool = true
    ) throws(PNGError) -> [UInt8] {
        try smallest(
            of: filters, finalists: level == .high ? 2 : 1, level: level,
            ranking: isCareful && level >= .strong ? carefulRankingLevel : rankingLevel,
            indexedRow: isIndexed ? scanlines.rowBytes + 1 : nil
        ) { $0.apply(to: scanlines) }.stream
    }

    /// The `count` filters that compress these rows best, for use on similar rows.
    static func best(
        _ count: Int, of filters: [FilterStrategy], on scanlines: Scanlines, level: DeflateLevel
    ) throws(PNGError) -> [FilterStrategy] {
        guard filters.count > count else { return filters }
        guard var compressor = try? Compressor(level >= .strong ? carefulRankingLevel : rankingLevel) else {
            throw PNGError.outOfMemory
        }
        var sizes: [Int] = []
        for filter in filters { sizes.append(compressor.zlib(filter.apply(to: scanlines)).count) }
        return filters.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }.prefix(count).map { filters[$0] }
    }

    /// The candidate with the smallest zlib stream. If several have the same size, the first.
    ///
    /// - Parameters:
    ///   - candidates: at least one candidate.
    ///   - finalists: the number of candidates that are compressed at the full level. With zopfli, the first candidate
    ///     is added.
    ///   - rankingLevel: the level that selects the finalists.
    ///   - indexedRow: the number of bytes of a filtered row of palette indices. Nil for other samples.
    ///   - rows: returns the filtered rows of a candidate. Called once for each candidate.
    static func smallest<Candidate>(
        of candidates: [Candidate], finalists: Int, level: DeflateLevel,
        ranking rankingLevel: DeflateLevel = rankingLevel, indexedRow: Int?, rows: (Candidate) -> [UInt8]
    ) throws(PNGError) -> (winner: Candidate, stream: [UInt8]) {
        // Keeps only the rows of the best candidates in memory.
        var leaders: [Leader<Candidate>] = []
        if candidates.count > finalists {
            guard var ranking = try? Compressor(rankingLevel) else { throw PNGError.outOfMemory }
            var likeliest: Leader<Candidate>?
            for (number, candidate) in candidates.enumerated() {
                let filtered = rows(candidate)
                let leader = Leader(
                    number: number, candidate: candidate, rows: filtered, stream: ranking.zlib(filtered))
                if number == 0 { likeliest = leader }
                let place = leaders.firstIndex { leader.stream.count < $0.stream.count } ?? leaders.count
                leaders.insert(leader, at: place)
                leaders = Array(leaders.prefix(finalists))
            }
            // With zopfli, time does not matter, so the most promising candidate is always a finalist.
            if level > level.comparison, let likeliest, !leaders.contains(where: { $0.number == 0 }) {
                leaders.append(likeliest)
            }
        } else {
            leaders = candidates.enumerated().map {
                Leader(number: $0.offset, candidate: $0.element, rows: rows($0.element), stream: [])
            }
        }
        guard var best = leaders.first else { preconditionFailure("there is always a way to store pixels") }
        if candidates.count > finalists, level == rankingLevel { return (best.candidate, best.stream) }
        var deflater = try RowDeflater(level, indexedRow: indexedRow)
        best.stream = deflater.zlib(best.rows)
        for var leader in leaders.dropFirst() {
            leader.stream = deflater.zlib(leader.rows)
            if leader.stream.count < best.stream.count { best = leader }
        }
        guard level > level.comparison else { return (best.candidate, best.stream) }
        let stream = try Zopfli.zlib(best.rows)
        if stream.count < best.stream.count { best.stream = stream }
        // For flat art of a few hundred bytes, a faster level sometimes gives fewer bytes.
        guard var lighter = try? Compressor(.high) else { throw PNGError.outOfMemory }
        for var leader in leaders {
            leader.stream = lighter.zlib(leader.rows)
            if leader.stream.count < best.stream.count { best = leader }
        }
        return (best.candidate, best.stream)
    }

    private struct Leader<Candidate> {
        let number: Int
        let candidate: Candidate
        let rows: [UInt8]
        var stream: [UInt8]
    }
}

/// Working memory in which a row is filtered and its pairs are counted.
struct RowScratch {
    let rowBytes: Int
    private var candidate: [UInt8]
    /// One bit for each of the 65,536 pairs of bytes.
    private var pairs = [UInt64](repeating: 0, count: 1024)

    init(rowBytes: Int) {
        self.rowBytes = rowBytes
        candidate = [UInt8](repeating: 0, count: rowBytes)
    }

    /// Writes the number and the bytes of the cheapest filter to `output`. If several filters are equally cheap, the
    /// filter with the lowest number is used.
    mutating func keepSmallest(
        of row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, in output: UnsafeMutablePointer<UInt8>,
        pixelBytes: Int, by measure: FilterStrategy.Measure
    ) {
        let count = rowBytes
        candidate.withUnsafeMutableBufferPointer { buffer in
            guard let candidate = buffer.baseAddress else { return }
            var smallest = Int.max
            for filter in RowFilter.allCases {
                filter.apply(to: row, above: above, into: candidate, count: count, pixelBytes: pixelBytes)
                let cost =
                    switch measure {
                    case .differences: RowScratch.differences(in: candidate, count: count)
                    case .pairs: RowScratch.pairs(in: candidate, count: count, seen: &pairs)
                    }
                guard cost < smallest else { continue }
                smallest = cost
                output[0] = filter.rawValue
                (output + 1).update(from: candidate, count: count)
            }
        }
    }

    /// The sum of the absolute values of a filtered row's bytes, as signed numbers (PNG 12.7).
    private static func differences(in filtered: UnsafePointer<UInt8>, count: Int) -> Int {
        var sum = 0
        var start = 0
        // The sum is computed in parts that fit into 16 bits, because a vector has twice as many lanes of 16 bits as
        // of 32 bits.
        while start < count {
            let end = min(start &+ 256, count)
            var part: UInt16 = 0
            for place in start..<end {
                let byte = filtered[place]
                part &+= UInt16(min(byte, 0 &- byte))
            }
            sum &+= Int(part)
            start = end
        }
        return sum
    }

    /// The number of different pairs of neighbouring bytes in a filtered row.
    private static func pairs(in filtered: UnsafePointer<UInt8>, count: Int, seen: inout [UInt64]) -> Int {
        seen.withUnsafeMutableBufferPointer { seen in
            seen.update(repeating: 0)
            var pair = UInt16(filtered[0])
            for place in 1..<max(count, 1) {
                pair = pair &<< 8 | UInt16(filtered[place])
                seen[Int(pair &>> 6)] |= 1 &<< UInt64(pair & 63)
            }
            return seen.reduce(0) { $0 &+ $1.nonzeroBitCount }
        }
    }
}
