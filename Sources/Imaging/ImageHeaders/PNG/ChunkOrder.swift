/// Which chunks have been met so far, and whether the next may stand here (PNG 5.6, and 11.2.3 for IDAT).
package struct ChunkOrder {
    private var met: Set<ChunkName> = []
    private var previous: ChunkName?

    package init() {}

    /// Of these a file has at most one.
    private static let single: Set<ChunkName> = [
        .IHDR, .PLTE, .tRNS, .acTL, .sRGB, .gAMA, .cHRM, .cICP, .iCCP, .sBIT, .eXIf, .IEND, .CgBI,
    ]
    private static let beforePalette: Set<ChunkName> = [.sRGB, .gAMA, .cHRM, .cICP, .iCCP, .sBIT]
    private static let beforeImageData: Set<ChunkName> = beforePalette.union([.PLTE, .tRNS, .acTL])

    package func hasMet(_ name: ChunkName) -> Bool {
        met.contains(name)
    }

    /// Takes note of a chunk and says what is wrong with its place, if anything.
    package mutating func place(_ name: ChunkName) -> ChunkDamage.Kind? {
        defer {
            met.insert(name)
            previous = name
        }
        if met.contains(name), ChunkOrder.single.contains(name) { return .repeated }
        let isLate =
            switch name {
            case .CgBI: previous != nil
            case .IHDR: previous != nil && previous != .CgBI
            case .IDAT: met.contains(.IDAT) && previous != .IDAT
            default:
                ChunkOrder.beforePalette.contains(name) && met.contains(.PLTE)
                    || ChunkOrder.beforeImageData.contains(name) && met.contains(.IDAT)
            }
        return isLate ? .outOfOrder : nil
    }
}
