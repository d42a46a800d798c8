import Pixels

/// The part of a sticker's art that is invisible on a background, and the effect of this on the rest of the art.
///
/// Art vanishes if it has the colour of the background and nothing else shows where it is. A white shape with a dark
/// outline is visible on white, and so is art with a white border. Therefore, a part vanishes only if it is far from
/// everything visible, and if it merges with the background along much of its edge.
package struct VanishedArt {
    /// The distance from everything visible that at least one cell of a part must have, in points. The white border
    /// of a cut-out sticker is up to 10 points wide, and its loss on white does not matter.
    private static let leastDepth: UInt16 = 12
    /// The distance from everything visible that all cells of a part must exceed, in points. This is the width of
    /// bold outlines, whose loss is not noticed next to the art that they enclose.
    private static let farDistance: UInt16 = 8
    /// The width of the soft edge around visible art, in thirds of a point.
    private static let softEdge: UInt16 = 4
    /// The minimum share of a part's edge that must border on the background. With a smaller share, outlines show
    /// where the part is.
    private static let openEdge = 0.42
    /// The minimum share of the art that a piece must have to be counted.
    private static let leastPiece = 0.01
    /// The minimum share of the art that a part must have to be significant.
    private static let leastShare = 0.03
    /// The same minimum for a part whose loss splits the visible art into more pieces.
    private static let leastShareApart = 0.015

    /// The number of cells per row of the map. A cell is a point of the sticker.
    package let columns: Int
    /// Whether the art in each cell vanishes. The cells are in rows from the top.
    package let map: [Bool]
    /// The share of the art that vanishes, from 0 to 1.
    package let share: Double
    /// The average contrast ratio between the part that vanishes and the background.
    package let contrast: Double
    /// The number of connected pieces of the whole art, and of the visible art.
    package let pieces: (all: Int, seen: Int)

    package var fallsApart: Bool { pieces.seen > max(1, pieces.all) }

    /// Finds the part of a picture that vanishes. Nil if the part is insignificant, or if the picture covers its
    /// whole square.
    ///
    /// - Parameters:
    ///   - picture: the cells of a @3x picture.
    ///   - backdrop: the cells of an opaque picture of the same size.
    package init?(of picture: PointGrid, on backdrop: Backdrop, visibility: Visibility) {
        let (columns, art, count) = (picture.columns, picture.isArt, picture.artCount)
        guard count > 0, count < art.count, backdrop.covers(picture) else { return nil }
        let isSeen = VanishedArt.seen(picture, on: backdrop, visibility: visibility)
        var unseen = 0
        for cell in art.indices { unseen &+= art[cell] && !isSeen[cell] ? 1 : 0 }
        guard Double(unseen) >= VanishedArt.leastShareApart * Double(count) else { return nil }

        let distances = PointDistance.from(isSeen, columns: columns)
        let core = VanishedArt.core(art: art, distances: distances, columns: columns)
        guard core.contains(true) else { return nil }
        let toCore = PointDistance.from(core, columns: columns)
        let map = art.indices.map {
            art[$0] && distances[$0] > VanishedArt.softEdge
                && toCore[$0] <= VanishedArt.farDistance * PointDistance.unit
        }
        let lost = map.indices.filter { map[$0] }
        share = Double(lost.count) / Double(count)
        guard share >= VanishedArt.leastShareApart else { return nil }
        self.columns = columns
        self.map = map
        contrast =
            lost.reduce(0) {
                let colour = Backdrop.lay(picture.cells[$1], on: backdrop[$1])
                return $0 + Double(Visibility.contrast(of: colour, with: backdrop[$1]))
            } / Double(lost.count)
        let least = max(1, Int(Double(count) * VanishedArt.leastPiece))
        let rest = art.indices.map { art[$0] && !map[$0] }
        pieces = (
            PointRegions.of(art, columns: columns).count { $0.count >= least },
            PointRegions.of(rest, columns: columns).count { $0.count >= least }
        )
        let leastShare = fallsApart ? VanishedArt.leastShareApart : VanishedArt.leastShare
        guard share >= leastShare else { return nil }
    }

    /// The cells that are far from everything visible and merge with the background.
    private static func core(art: [Bool], distances: [UInt16], columns: Int) -> [Bool] {
        let isFar = art.indices.map { art[$0] && distances[$0] > farDistance * PointDistance.unit }
        var core = [Bool](repeating: false, count: art.count)
        for part in PointRegions.of(isFar, columns: columns)
        where part.contains(where: { distances[$0] >= leastDepth * PointDistance.unit })
            && openShare(of: part, isFar: isFar, art: art, columns: columns) >= openEdge
        {
            for cell in part { core[cell] = true }
        }
        return core
    }

    /// Whether each cell is distinguishable from the background.
    private static func seen(_ picture: PointGrid, on backdrop: Backdrop, visibility: Visibility) -> [Bool] {
        switch backdrop {
        case .plain(let colour):
            let background = SIMD4(colour.red, colour.green, colour.blue, 255)
            return seen(picture, visibility) { _ in background }
        case .picture: return seen(picture, visibility) { backdrop[$0] }
        }
    }

    @inline(__always)
    private static func seen(
        _ picture: PointGrid, _ visibility: Visibility, background: (Int) -> SIMD4<UInt8>
    ) -> [Bool] {
        let count = picture.cells.count
        return picture.cells.withUnsafeBufferPointer { cells in
            [Bool](unsafeUninitializedCapacity: count) { seen, initialized in
                // Neighbouring cells mostly have the same colour, so the last result is reused.
                var (lastColour, lastBehind, lastSeen) = (UInt32(0), UInt32(0), false)
                for cell in 0..<count {
                    let colour = cells[cell]
                    let behind = background(cell)
                    let words = (unsafeBitCast(colour, to: UInt32.self), unsafeBitCast(behind, to: UInt32.self))
                    if words.0 != lastColour || words.1 != lastBehind {
                        (lastColour, lastBehind) = words
                        lastSeen = words.0 != 0 && visibility.tells(Backdrop.lay(colour, on: behind), from: behind)
                    }
                    seen.initializeElement(at: cell, to: lastSeen)
                }
                initialized = count
            }
        }
    }

    /// The share of a part's edge that borders on the background, and not on other art.
    private static func openShare(of part: [Int], isFar: [Bool], art: [Bool], columns: Int) -> Double {
        let rows = art.count / columns
        var (open, closed) = (0, 0)
        for cell in part {
            let (row, column) = (cell / columns, cell % columns)
            var (isOpen, isClosed) = (false, false)
            func look(_ isInside: Bool, _ step: Int) {
                guard isInside, art[cell + step] else {
                    isOpen = true
                    return
                }
                isClosed = isClosed || !isFar[cell + step]
            }
            look(row > 0, -columns)
            look(row < rows - 1, columns)
            look(column > 0, -1)
            look(column < columns - 1, 1)
            if isOpen { open += 1 } else if isClosed { closed += 1 }
        }
        return open == 0 ? 0 : Double(open) / Double(open + closed)
    }
}
