/// Finds the matches that may start at each byte of a picture's rows.
///
/// Three kinds of matches are found. Runs of equal bytes, and repetitions of the row above, are found at every byte. Other
/// matches are searched for with hash chains, but not inside a run, because all places in runs of the same byte are alike.
/// Instead, the end of each run is compared with the ends of earlier runs: see `RunEndFinder`.
struct MatchFinder: ~Copyable {
    /// A run with at least this number of bytes is used as a whole, or up to a match inside it.
    static let wholeRun = 8
    static let longestRun = DeflateToken.match(length: DeflateToken.lengths.upperBound, distance: 1)
    /// The maximum number of matches that start at a byte.
    private static let most = 2 + RunEndFinder.most + HashChains.most

    private let bytes: UnsafeRawPointer
    private let count: Int
    /// The distance of the row above. Nil if deflate cannot represent it.
    private let rowBytes: Int?
    /// The end of the last run, and of the last repetition of the row above.
    private var (runEnd, repetitionEnd) = (0, 0)
    private var runEnds = RunEndFinder()
    private let chains: HashChains

    /// - Parameters:
    ///   - bytes: the rows, followed by eight more bytes.
    ///   - count: the number of bytes of the rows.
    ///   - rowBytes: the number of bytes from the start of a row to the start of the next.
    ///   - depth: the maximum number of earlier places that are compared with a byte.
    init(_ bytes: UnsafeRawPointer, count: Int, rowBytes: Int, depth: Int) {
        self.bytes = bytes
        self.count = count
        self.rowBytes = (2...DeflateToken.reach).contains(rowBytes) ? rowBytes : nil
        chains = HashChains(bytes, count: count, depth: depth)
    }

    /// All matches. Can be called only once.
    mutating func matches() -> MatchList {
        var matches = MatchList(count: count)
        // The start of the run that contains the previous byte.
        var start = 0
        for place in 0..<count {
            matches.begin(place, room: MatchFinder.most)
            if runEnd &- place >= DeflateToken.lengths.upperBound {
                matches.append(MatchFinder.longestRun)
                continue
            }
            let runBefore = place &- start
            if place == 0 || bytes[place] != bytes[place &- 1] {
                start = place
                runEnds.find(runAt: place, of: count, in: bytes, chains)
            }
            let (run, longest) = findRepetitions(at: place, in: &matches)
            let longestRunEnd = runEnds.add(at: place, run: run, to: &matches)
            guard run <= DeflateToken.lengths.lowerBound, place &+ 4 <= count else { continue }
            chains.find(at: place, runBefore: runBefore, longest: max(longest, longestRunEnd), in: &matches)
        }
        matches.begin(count, room: 0)
        return matches
    }

    /// Finds the run at a byte, and the repetition of the row above if it is longer than a long run.
    ///
    /// - Returns: the length of the run and of the longer match, in bytes.
    @inline(__always)
    private mutating func findRepetitions(at place: Int, in matches: inout MatchList) -> (run: Int, longest: Int) {
        runEnd = end(at: place, distance: 1, last: runEnd)
        let run = min(runEnd &- place, DeflateToken.lengths.upperBound)
        var longest = 0
        if run >= DeflateToken.lengths.lowerBound {
            matches.append(DeflateToken.match(length: run, distance: 1))
            longest = run
        }
        guard let rowBytes, run < DeflateToken.lengths.upperBound else { return (run, longest) }
        repetitionEnd = end(at: place, distance: rowBytes, last: repetitionEnd)
        let repetition = min(repetitionEnd &- place, DeflateToken.lengths.upperBound)
        if repetition >= DeflateToken.lengths.lowerBound, run < MatchFinder.wholeRun || repetition > run {
            matches.append(DeflateToken.match(length: repetition, distance: rowBytes))
            longest = max(longest, repetition)
        }
        return (run, longest)
    }

    /// The end of the match at a distance, which is the place itself if the bytes differ.
    ///
    /// - Parameter last: the end of the last match at this distance.
    @inline(__always)
    private func end(at place: Int, distance: Int, last: Int) -> Int {
        if last > place { return last }
        guard place >= distance else { return place }
        return place &+ MatchFinder.common(bytes + place, bytes + (place &- distance), most: count &- place)
    }

    /// The number of equal bytes at two places, at most `most`. Reads up to seven bytes beyond `most`.
    @inline(__always)
    static func common(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, most: Int) -> Int {
        var length = 0
        while length < most {
            let difference =
                left.loadUnaligned(fromByteOffset: length, as: UInt64.self)
                ^ right.loadUnaligned(fromByteOffset: length, as: UInt64.self)
            if difference != 0 {
                return min(most, length &+ UInt64(littleEndian: difference).trailingZeroBitCount &>> 3)
            }
            length &+= 8
        }
        return most
    }
}

extension UnsafeRawPointer {
    /// The byte at an offset.
    @inline(__always)
    subscript(place: Int) -> UInt8 { load(fromByteOffset: place, as: UInt8.self) }
}
