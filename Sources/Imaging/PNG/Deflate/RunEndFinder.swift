/// Finds earlier places where a run of equal bytes ends in the same way, and the same bytes follow.
///
/// In flat art, a row consists of a few long runs, and the same edge is at different distances in different rows. A match
/// that starts inside a run, as far before its end as an earlier run allows, replaces the rest of the run, the edge, and
/// often the next run.
struct RunEndFinder: ~Copyable {
    /// The maximum number of repetitions that are kept for a run.
    static let most = 2

    /// A range of bytes that equal the bytes at a distance before them.
    private struct Repetition: BitwiseCopyable {
        var start = 0
        var end = 0
        var distance = 0

        var length: Int { end &- start }
    }

    private let kept = ScratchMemory(repeating: Repetition(), count: most)
    private var count = 0

    /// Replaces the repetitions by those of the run of at least four bytes that starts at a place, if there is one.
    ///
    /// - Parameters:
    ///   - place: a place whose byte differs from the previous one.
    ///   - all: the number of bytes of the input.
    @inline(__always)
    mutating func find(
        runAt place: Int, of all: Int, in bytes: UnsafeRawPointer, _ chains: borrowing HashChains
    ) {
        guard place &+ 8 < all,
            bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self) == UInt32(bytes[place]) &* 0x0101_0101
        else { return }
        let end = place &+ 1 &+ MatchFinder.common(bytes + place + 1, bytes + place, most: all &- place &- 1)
        guard end &+ 4 <= all else { return }
        let most = min(DeflateToken.lengths.upperBound, all &- end)
        count = 0
        chains.forEachEnd(like: end) { other, runBefore in
            let length = MatchFinder.common(bytes + end, bytes + other, most: most)
            guard length >= DeflateToken.lengths.lowerBound else { return }
            keep(
                Repetition(start: end &- min(runBefore, end &- place), end: end &+ length, distance: end &- other))
        }
    }

    /// Keeps a repetition if it is not part of a nearer one, and if it is longer than the shortest one.
    @inline(__always)
    private mutating func keep(_ new: Repetition) {
        for place in 0..<count where kept[place].start <= new.start && kept[place].end >= new.end { return }
        if count < RunEndFinder.most {
            kept[count] = new
            count &+= 1
            return
        }
        var shortest = 0
        for place in 1..<count where kept[place].length < kept[shortest].length { shortest = place }
        if kept[shortest].length < new.length { kept[shortest] = new }
    }

    /// Adds the matches of a byte: the rest of each repetition, or the part of a long run before its start.
    ///
    /// - Parameter run: the length of the run that starts at the byte, in bytes.
    /// - Returns: the length of the longest repetition, in bytes.
    @inline(__always)
    func add(at place: Int, run: Int, to matches: inout MatchList) -> Int {
        var longest = 0
        for number in 0..<count {
            let repetition = kept[number]
            if place >= repetition.start {
                let length = min(repetition.end &- place, DeflateToken.lengths.upperBound)
                guard length >= DeflateToken.lengths.lowerBound else { continue }
                matches.append(DeflateToken.match(length: length, distance: repetition.distance))
                longest = max(longest, length)
            } else if run >= MatchFinder.wholeRun {
                let length = repetition.start &- place
                guard length < run, length >= DeflateToken.lengths.lowerBound else { continue }
                matches.append(DeflateToken.match(length: length, distance: 1))
            }
        }
        return longest
    }
}
