/// The matches that may start at each byte.
struct MatchList: ~Copyable {
    /// For each byte, the index of its first match. One element more than bytes.
    private let starts: ScratchMemory<UInt32>
    /// Matches as `DeflateToken`. If a run starts at a byte, it is the byte's first match.
    private var tokens: ScratchMemory<UInt32>
    private var found = 0

    init(count: Int) {
        starts = ScratchMemory(count: count + 1)
        tokens = ScratchMemory(count: count + 64)
    }

    /// The matches of a byte.
    @inline(__always)
    subscript(place: Int) -> UnsafeBufferPointer<UInt32> {
        let start = Int(truncatingIfNeeded: starts[place])
        return UnsafeBufferPointer(
            start: tokens.base + start, count: Int(truncatingIfNeeded: starts[place &+ 1]) &- start)
    }

    /// Starts the list of the matches of a byte, and makes room for them.
    @inline(__always)
    mutating func begin(_ place: Int, room: Int) {
        if found &+ room > tokens.count { tokens.grow(to: tokens.count * 3 / 2 + room, used: found) }
        starts[place] = UInt32(truncatingIfNeeded: found)
    }

    /// Adds a match of the byte for which `begin` was called last. There must be room for it.
    @inline(__always)
    mutating func append(_ token: UInt32) {
        tokens[found] = token
        found &+= 1
    }
}
