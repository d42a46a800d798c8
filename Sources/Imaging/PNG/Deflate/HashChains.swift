/// Earlier places with the same three or four bytes.
struct HashChains: ~Copyable {
    /// The maximum number of matches that are added for a byte.
    static let most = 8

    private static let bits: UInt32 = 15
    /// The maximum distance of a match of three bytes. With more, three literals usually need fewer bits.
    private static let reachOfShort = 8192
    /// A match with this number of bytes is long enough: no longer ones are searched for.
    private static let longEnough = 64

    private let bytes: UnsafeRawPointer
    private let count: Int
    private let depth: Int
    /// For each hash of four bytes, the last place with this hash. -1 if there is none.
    private let heads = ScratchMemory<Int32>(repeating: -1, count: 1 << Int(bits))
    /// The same for hashes of three bytes.
    private let shortHeads = ScratchMemory<Int32>(repeating: -1, count: 1 << Int(bits))
    /// Only those of places that were added are set.
    private let links: ScratchMemory<Link>

    private struct Link: BitwiseCopyable {
        /// The previous place with the same hash of four bytes.
        let previous: Int32
        /// The number of equal bytes directly before this place.
        let runBefore: Int32
    }

    /// - Parameters:
    ///   - bytes: the input, followed by eight more bytes.
    ///   - count: the number of bytes of the input.
    ///   - depth: the maximum number of places that are compared with a byte.
    init(_ bytes: UnsafeRawPointer, count: Int, depth: Int) {
        self.bytes = bytes
        self.count = count
        self.depth = depth
        links = ScratchMemory(count: count)
    }

    /// Finds matches that are longer than `longest`, and adds the place to the chains.
    ///
    /// - Parameter runBefore: the number of equal bytes directly before the place.
    @inline(__always)
    func find(at place: Int, runBefore: Int, longest: Int, in matches: inout MatchList) {
        let word = word(at: place)
        let (hash, shortHash) = (HashChains.hash(word), HashChains.hash(word &<< 8))
        var longest = longest
        if longest < 3 {
            let other = Int(shortHeads[shortHash])
            if other >= 0, place &- other <= HashChains.reachOfShort, (self.word(at: other) ^ word) &<< 8 == 0 {
                matches.append(DeflateToken.match(length: 3, distance: place &- other))
                longest = 3
            }
        }
        if longest < HashChains.longEnough { findLonger(at: place, hash: hash, longest: longest, in: &matches) }
        links[place] = Link(previous: heads[hash], runBefore: Int32(truncatingIfNeeded: runBefore))
        heads[hash] = Int32(truncatingIfNeeded: place)
        shortHeads[shortHash] = Int32(truncatingIfNeeded: place)
    }

    @inline(__always)
    private func findLonger(at place: Int, hash: Int, longest: Int, in matches: inout MatchList) {
        let most = min(DeflateToken.lengths.upperBound, count &- place)
        var (longest, left, added) = (longest, depth, 1)
        var other = Int(heads[hash])
        while other >= 0, place &- other <= DeflateToken.reach, left > 0, longest < most, added < HashChains.most {
            left &-= 1
            // A longer match must also be equal at the end of the longest one.
            if bytes[other &+ longest] == bytes[place &+ longest] {
                let length = MatchFinder.common(bytes + place, bytes + other, most: most)
                if length > longest, length >= DeflateToken.lengths.lowerBound {
                    longest = length
                    added &+= 1
                    matches.append(DeflateToken.match(length: length, distance: place &- other))
                    if length >= 2 &* HashChains.longEnough { return }
                }
            }
            other = Int(links[other].previous)
        }
    }

    /// Calls `body` for earlier places at which the same bytes follow the same byte, the nearest first.
    ///
    /// - Parameters:
    ///   - place: a place that follows a run, at least four bytes before the end.
    ///   - body: receives the place, and the number of equal bytes directly before it.
    @inline(__always)
    func forEachEnd(like place: Int, _ body: (_ end: Int, _ runBefore: Int) -> Void) {
        let value = bytes[place &- 1]
        var (left, other) = (depth, Int(heads[HashChains.hash(word(at: place))]))
        while other > 0, place &- other <= DeflateToken.reach, left > 0 {
            left &-= 1
            let link = links[other]
            if bytes[other &- 1] == value { body(other, Int(link.runBefore)) }
            other = Int(link.previous)
        }
    }

    @inline(__always)
    private func word(at place: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }

    @inline(__always)
    private static func hash(_ word: UInt32) -> Int {
        Int(truncatingIfNeeded: (word &* 2_654_435_761) &>> (32 &- bits))
    }
}
