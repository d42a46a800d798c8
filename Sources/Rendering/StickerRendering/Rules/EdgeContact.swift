import Pixels

/// An unbroken run of visible pixels along an edge of the canvas.
struct EdgeContact {
    enum Side: String, CaseIterable {
        case upper, lower, left, right
    }

    /// The minimum length of a reported cut in points of the sticker, which is the height of small letters.
    private static let leastCut = 6.0
    /// The distance from the edge to the row or column in which the outline is examined, in points.
    private static let depth = 3.0
    /// The alpha above which a pixel at an edge belongs to a solid shape. Pixels in the soft edge of a shape have a
    /// lower alpha.
    private static let solidAlpha: UInt8 = 250
    private static let visibleAlpha: UInt8 = 127

    let side: Side
    /// The range of pixels along the edge.
    let run: Range<Int>
    /// The length of the run, as a share of the edge.
    let share: Double

    /// The longest run along any edge. Nil if no visible pixel is at an edge.
    static func longest(in image: RGBAImage) -> EdgeContact? {
        Side.allCases.flatMap { contacts(in: image, side: $0, above: visibleAlpha) }.max { $0.share < $1.share }
    }

    /// The longest straight cut through a solid shape. Nil if there is none.
    ///
    /// A shape that is cut has about the same width further inside the canvas as at the edge. A round shape that only
    /// touches the edge becomes wider quickly.
    ///
    /// - Parameter pixelsPerPoint: the number of pixels of the image per point of the sticker.
    static func longestCut(in image: RGBAImage, pixelsPerPoint: Double) -> EdgeContact? {
        let longSide = max(image.width, image.height)
        let least = Int(min(Double(longSide), max(3, (leastCut * pixelsPerPoint).rounded(.up))))
        let depth = Int(min(Double(longSide), max(2, (depth * pixelsPerPoint).rounded())))
        return Side.allCases.flatMap { contacts(in: image, side: $0, above: solidAlpha) }
            .filter { $0.run.count >= least && $0.isCut(in: image, depth: depth) }
            .max { $0.share < $1.share }
    }

    private static func contacts(in image: RGBAImage, side: Side, above alpha: UInt8) -> [EdgeContact] {
        let length = side.length(in: image)
        var contacts: [EdgeContact] = []
        var start: Int?
        for place in 0...length {
            let isArt = place < length && side.alpha(in: image, along: place, depth: 0) > alpha
            if isArt {
                start = start ?? place
            } else if let first = start {
                contacts.append(
                    EdgeContact(side: side, run: first..<place, share: Double(place - first) / Double(length)))
                start = nil
            }
        }
        return contacts
    }

    /// Whether the outline crosses the edge at 45 degrees or more at both ends of the run. A corner of the canvas is
    /// also accepted as an end.
    private func isCut(in image: RGBAImage, depth: Int) -> Bool {
        guard depth < side.depth(in: image) else { return false }
        return isSteep(from: run.lowerBound, outwards: -1, in: image, depth: depth)
            && isSteep(from: run.upperBound - 1, outwards: 1, in: image, depth: depth)
    }

    private func isSteep(from end: Int, outwards step: Int, in image: RGBAImage, depth: Int) -> Bool {
        let places = 0..<side.length(in: image)
        guard places.contains(end + step) else { return true }
        func isArt(_ place: Int) -> Bool {
            places.contains(place)
                && side.alpha(in: image, along: place, depth: depth) > EdgeContact.visibleAlpha
        }
        // One more pixel is examined, because the soft edge of a cut shape has a pixel that is visible but not solid.
        let most = depth + 1
        if isArt(end) { return (1...most).contains { !isArt(end + step * $0) } }
        return (1...most).contains { run.contains(end - step * $0) && isArt(end - step * $0) }
    }
}

extension EdgeContact.Side {
    /// The number of pixels along this edge.
    fileprivate func length(in image: RGBAImage) -> Int {
        self == .upper || self == .lower ? image.width : image.height
    }

    /// The number of pixels from this edge to the opposite edge.
    fileprivate func depth(in image: RGBAImage) -> Int {
        self == .upper || self == .lower ? image.height : image.width
    }

    fileprivate func alpha(in image: RGBAImage, along place: Int, depth: Int) -> UInt8 {
        let (x, y) =
            switch self {
            case .upper: (place, depth)
            case .lower: (place, image.height - 1 - depth)
            case .left: (depth, place)
            case .right: (image.width - 1 - depth, place)
            }
        return image.bytes[(y * image.width + x) * 4 + 3]
    }
}
