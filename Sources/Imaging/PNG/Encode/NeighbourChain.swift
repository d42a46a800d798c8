import Pixels

/// A row of colours in which those that touch each other often in the picture stand close together: a greedy chain that
/// grows at both ends (after Zeng, Li and Lei, "An efficient color re-indexing scheme", 2000).
struct NeighbourChain {
    /// Places in `UsedColours.colours`, each once.
    let places: [Int]

    init(of used: UsedColours, in images: [IndexedImage]) {
        let colours = used.colours.count
        let touches = NeighbourChain.touches(used, in: images)
        guard let first = used.counts.indices.max(by: { used.counts[$0] < used.counts[$1] }) else {
            places = []
            return
        }
        var growth = Growth(from: first, touches: touches, colours: colours)
        while growth.takeNext() {}
        places = growth.head.reversed() + growth.tail
    }

    /// How often each two colours lie side by side or one above the other, both ways round.
    private static func touches(_ used: UsedColours, in images: [IndexedImage]) -> [Int] {
        let colours = used.colours.count
        var touches = [Int](repeating: 0, count: colours * colours)
        for image in images {
            count(image, table: used.table, colours: colours, into: &touches)
        }
        for one in 0..<colours {
            for other in 0..<one {
                let both = touches[one * colours + other] + touches[other * colours + one]
                touches[one * colours + other] = both
                touches[other * colours + one] = both
            }
        }
        return touches
    }

    private static func count(_ image: IndexedImage, table: [UInt8], colours: Int, into touches: inout [Int]) {
        let width = image.width
        touches.withUnsafeMutableBufferPointer { touches in
            table.withUnsafeBufferPointer { table in
                image.indices.withUnsafeBufferPointer { indices in
                    for place in indices.indices {
                        let one = Int(table[Int(indices[place])]) &* colours
                        // A pixel and the last of the row above count as neighbours too: cheaper than not to.
                        if place >= 1 {
                            touches[one &+ Int(table[Int(indices[place &- 1])])] &+= 1
                        }
                        if place >= width {
                            touches[one &+ Int(table[Int(indices[place &- width])])] &+= 1
                        }
                    }
                }
            }
        }
    }
}

/// A chain that is not finished.
private struct Growth {
    /// The end that grows to the left, the nearest to the middle first.
    private(set) var head: [Int] = []
    private(set) var tail: [Int]
    private let touches: [Int]
    private let colours: Int
    /// How strongly each colour is drawn to the chain, and to which end (the tail when not below 0).
    private var pull: [Int]
    private var lean: [Int]
    private var waiting: [Int]

    init(from first: Int, touches: [Int], colours: Int) {
        self.touches = touches
        self.colours = colours
        tail = [first]
        pull = (0..<colours).map { touches[first * colours + $0] }
        lean = [Int](repeating: 0, count: colours)
        waiting = (0..<colours).filter { $0 != first }
    }

    /// Takes the colour that is drawn most strongly; false when none is left.
    mutating func takeNext() -> Bool {
        guard let strongest = waiting.indices.max(by: { pull[waiting[$0]] < pull[waiting[$1]] }) else { return false }
        let next = waiting.remove(at: strongest)
        // What joins at an end counts for that end by as much as the chain is long.
        let length = head.count + tail.count
        let atTail = lean[next] >= 0
        if atTail { tail.append(next) } else { head.append(next) }
        for other in waiting {
            let weight = touches[next * colours + other]
            pull[other] += weight
            lean[other] += (atTail ? weight : -weight) * length
        }
        return true
    }
}
