/// The entries of a palette in an order that allows a fast search for the entry nearest to a colour.
///
/// The distance of two colours is their visible difference on black or on white, whichever is larger. As in
/// libimagequant, its square is Σ max((Δ on black)², (Δ on white)²) over the channels, in premultiplied values.
///
/// Entries are sorted, so that distant ones can be skipped. The key of opaque entries is the sum of their channels.
/// The keys of two such entries differ by at most √3 times their distance. The key of other entries is alpha, and
/// their keys differ by at most 2 ÷ √3 times the distance.
package struct NearestColourIndex: Sendable {
    fileprivate typealias Lane = SIMD8<Float>

    /// The colour of each entry, in the order of the palette.
    let tones: [SIMD4<Float>]
    /// The palette indices of the entries in the order of the groups, the opaque ones first. -1 fills an incomplete
    /// group.
    private let order: [Int32]
    /// The position of each entry in `order`. -1 for an entry that must not be found.
    private let slots: [Int]
    private let groups: [Group]
    /// The number of groups with only opaque entries, which come first.
    private let opaqueGroups: Int
    /// For each integer key, the first group with an entry of at least this key, separately for opaque and for other
    /// entries.
    private let starts: (opaque: [UInt16], others: [UInt16])

    /// - Parameters:
    ///   - tones: the colour of each entry: premultiplied red, green and blue, and alpha.
    ///   - isThere: returns whether the entry with an index may be found. It must return true for at least one entry.
    package init(_ tones: [SIMD4<Float>], where isThere: (Int) -> Bool = { _ in true }) {
        self.tones = tones
        let entries = tones.indices.filter(isThere).map { Entry(place: $0, tone: tones[$0]) }.sorted { $0 < $1 }
        var order: [Int32] = []
        var slots = [Int](repeating: -1, count: tones.count)
        var groups: [Group] = []
        let opaque = entries.prefix { $0.isOpaque }
        for list in [opaque, entries[opaque.endIndex...]] {
            for start in stride(from: list.startIndex, to: list.endIndex, by: 8) {
                var group = Group()
                for offset in 0..<8 {
                    guard start + offset < list.endIndex else {
                        order.append(-1)
                        continue
                    }
                    let entry = list[start + offset]
                    group.set(entry, at: offset)
                    slots[entry.place] = order.count
                    order.append(Int32(truncatingIfNeeded: entry.place))
                }
                groups.append(group)
            }
        }
        self.order = order
        self.slots = slots
        self.groups = groups
        opaqueGroups = (opaque.count + 7) / 8
        starts = (
            NearestColourIndex.starts(in: groups[..<opaqueGroups], upTo: 3 * 255),
            NearestColourIndex.starts(in: groups[opaqueGroups...], upTo: 255)
        )
    }

    private static func starts(in groups: ArraySlice<Group>, upTo most: Int) -> [UInt16] {
        var group = groups.startIndex
        return (0...most).map { key in
            while group < groups.endIndex, groups[group].most < Float(key) { group += 1 }
            return UInt16(truncatingIfNeeded: group)
        }
    }

    /// The palette entry that looks most like a colour, and the square of its distance.
    ///
    /// - Parameter excluded: the index of an entry that must not be found. -1 for none.
    package func nearest(to tone: SIMD4<Float>, except excluded: Int = -1) -> (place: Int, square: Float) {
        nearest(to: tone, exceptSlot: excluded < 0 ? -1 : slots[excluded], than: (0, .infinity))
    }

    /// Finds an entry that is nearer than a known one. Returns the known one if there is none.
    ///
    /// - Parameter excluded: the slot of an entry that must not be found. -1 for none.
    @inline(__always)
    func nearest(to tone: SIMD4<Float>, exceptSlot excluded: Int = -1, than known: (place: Int, square: Float))
        -> (place: Int, square: Float)
    {
        groups.withUnsafeBufferPointer { groups in
            order.withUnsafeBufferPointer { order in
                var search = NearestSearch(tone, groups: groups, order: order, excluded: excluded, known: known)
                let opaque = 0..<opaqueGroups
                let others = opaqueGroups..<groups.count
                let sum = tone.x + tone.y + tone.z
                if tone.w == 255 {
                    search.lookThrough(opaque, starts.opaque, from: sum, scale: 1 / 3, measuring: .opaque)
                    search.lookThrough(others, starts.others, from: 255, scale: 0.75, measuring: .any)
                } else {
                    search.lookThrough(others, starts.others, from: tone.w, scale: 0.75, measuring: .any)
                    let veil = 255 - tone.w
                    if veil * veil * 0.75 < search.square {
                        search.lookThrough(opaque, starts.opaque, from: sum, scale: 1 / 3, measuring: .any)
                    }
                }
                return (Int(search.place), search.square)
            }
        }
    }

    /// An entry of the palette, with the key by which it is sorted.
    fileprivate struct Entry {
        let place: Int
        let tone: SIMD4<Float>
        var isOpaque: Bool { tone.w == 255 }
        var key: Float { isOpaque ? tone.x + tone.y + tone.z : tone.w }

        static func < (one: Entry, other: Entry) -> Bool {
            if one.isOpaque != other.isOpaque { return one.isOpaque }
            return one.key == other.key ? one.place < other.place : one.key < other.key
        }
    }

    /// Eight entries, with which a colour is compared in parallel.
    fileprivate struct Group: Sendable {
        // An empty slot is too far away from any colour to be found.
        var red = Lane(repeating: 1e9)
        var green = Lane(repeating: 0)
        var blue = Lane(repeating: 0)
        var alpha = Lane(repeating: 0)
        /// The smallest and the largest key of the entries.
        var least = Float.infinity
        var most = -Float.infinity

        mutating func set(_ entry: Entry, at offset: Int) {
            red[offset] = entry.tone.x
            green[offset] = entry.tone.y
            blue[offset] = entry.tone.z
            alpha[offset] = entry.tone.w
            least = min(least, entry.key)
            most = max(most, entry.key)
        }
    }
}

/// A search for the entry that is nearest to one colour.
private struct NearestSearch {
    enum Measure {
        /// Both colours are opaque, so the difference is the same on black and on white.
        case opaque
        case any
    }

    private(set) var square: Float
    private(set) var place: Int32
    private let groups: UnsafeBufferPointer<NearestColourIndex.Group>
    private let order: UnsafeBufferPointer<Int32>
    /// The slot of an entry that must not be found.
    private let excluded: Int
    private let tone: SIMD4<Float>

    @inline(__always)
    init(
        _ tone: SIMD4<Float>, groups: UnsafeBufferPointer<NearestColourIndex.Group>, order: UnsafeBufferPointer<Int32>,
        excluded: Int, known: (place: Int, square: Float)
    ) {
        self.tone = tone
        square = known.square
        place = Int32(truncatingIfNeeded: known.place)
        self.groups = groups
        self.order = order
        self.excluded = excluded
    }

    /// Searches groups in both directions from the position of a colour, while they may contain a nearer entry.
    ///
    /// - Parameters:
    ///   - starts: the first group for each integer key.
    ///   - key: the key of the colour.
    ///   - scale: the square of a distance is at least this number times the square of the difference between the
    ///     keys.
    @inline(__always)
    mutating func lookThrough(
        _ range: Range<Int>, _ starts: [UInt16], from key: Float, scale: Float, measuring measure: Measure
    ) {
        guard !range.isEmpty else { return }
        var low = Int(starts[max(0, min(starts.count &- 1, Int(key)))])
        while low < range.upperBound, groups[low].most < key { low &+= 1 }
        var above = low
        while above < range.upperBound {
            let gap = groups[above].least - key
            if gap > 0, gap * gap * scale >= square { break }
            look(at: above, measuring: measure)
            above &+= 1
        }
        var below = low &- 1
        while below >= range.lowerBound {
            let gap = key - groups[below].most
            if gap * gap * scale >= square { break }
            look(at: below, measuring: measure)
            below &-= 1
        }
    }

    @inline(__always)
    private mutating func look(at number: Int, measuring measure: Measure) {
        let group = groups[number]
        let (red, green, blue) = (tone.x - group.red, tone.y - group.green, tone.z - group.blue)
        var squares: SIMD8<Float>
        switch measure {
        case .opaque: squares = red * red + green * green + blue * blue
        case .any:
            let veil = tone.w - group.alpha
            squares = Self.worse(red, veil: veil) + Self.worse(green, veil: veil) + Self.worse(blue, veil: veil)
        }
        if excluded >> 3 == number { squares[excluded & 7] = .infinity }
        // The reductions of the standard library are not inlined.
        let (low, high) = (squares.lowHalf, squares.highHalf)
        let smaller = low.replacing(with: high, where: high .< low)
        let least = min(min(smaller.x, smaller.y), min(smaller.z, smaller.w))
        guard least < square else { return }
        var lane = 0
        while lane < 7, squares[lane] != least { lane &+= 1 }
        square = least
        place = order[number &* 8 &+ lane]
    }

    /// The square of a channel's difference on black or on white, whichever is larger.
    @inline(__always)
    private static func worse(_ onBlack: SIMD8<Float>, veil: SIMD8<Float>) -> SIMD8<Float> {
        let onWhite = onBlack - veil
        let squareOnBlack = onBlack * onBlack
        let squareOnWhite = onWhite * onWhite
        // `pointwiseMax` of the standard library is not inlined.
        return squareOnBlack.replacing(with: squareOnWhite, where: squareOnWhite .> squareOnBlack)
    }
}

/// Finds the nearest entries of many colours.
///
/// Most colours need no search. Around each entry, a sphere has half the distance to the next entry as its radius. A
/// colour inside the sphere is not nearer to any other entry. A colour that was near an entry of the previous
/// palette, or whose neighbour is near an entry, is probably still near this entry.
///
/// Source: C. Elkan, "Using the triangle inequality to accelerate k-means", Proc. ICML 2003.
extension NearestColourIndex {
    /// The index of the nearest entry for each colour. Guesses save time, and do not affect the result.
    ///
    /// The index must not have been created with excluded entries.
    ///
    /// - Parameter guesses: for each colour, the index of the entry that is probably the nearest. Without guesses,
    ///   the result of the previous colour is used.
    package func nearest(to colours: [SIMD4<Float>], guesses: [UInt8]? = nil) -> [UInt8] {
        let guesses = guesses?.count == colours.count ? guesses : nil
        // With only a few more colours than entries, computing the spheres would take longer than the searches they
        // save.
        let spheres = colours.count > tones.count * 2 ? self.spheres : [Float](repeating: 0, count: tones.count)
        var last = 0
        return colours.indices.map { place in
            let guess = guesses.map { min(Int($0[place]), tones.count - 1) } ?? last
            let square = PaletteRefiner.distance(colours[place], tones[guess])
            if square < spheres[guess] {
                last = guess
            } else {
                // Slightly more than the distance. If several entries are equally near, the result is then the same
                // as without a guess.
                last = nearest(to: colours[place], than: (guess, square.nextUp)).place
            }
            return UInt8(truncatingIfNeeded: last)
        }
    }

    /// For each entry, the square of half the distance to the nearest other entry. It is slightly reduced to allow
    /// for rounding.
    private var spheres: [Float] {
        tones.indices.map { nearest(to: tones[$0], except: $0).square * 0.2499 }
    }
}
