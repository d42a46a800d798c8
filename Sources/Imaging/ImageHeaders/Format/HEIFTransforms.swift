/// A transform of the decoded picture that a HEIC or AVIF declares (ISO 23008-12, 6.5.9 to 6.5.12).
package enum HEIFTransform: Hashable, Sendable {
    /// A rotation counterclockwise by 1 to 3 quarter turns.
    case turned(quarters: Int)
    /// A reflection that exchanges left and right, or top and bottom.
    case mirrored(leftToRight: Bool)
    /// A crop to a rectangle.
    case cut(CleanAperture)

    /// The rectangle of a `clap` box: its size, and the offset of its centre from the centre of the picture, in pixels.
    package struct CleanAperture: Hashable, Sendable {
        let width: Double
        let height: Double
        let right: Double
        let down: Double

        /// The rectangle in whole pixels, within a picture of this size. Nil if it is empty.
        package func pixels(width: Int, height: Int) -> (x: Int, y: Int, width: Int, height: Int)? {
            guard let columns = CleanAperture.span(self.width, middle: right, of: width),
                let rows = CleanAperture.span(self.height, middle: down, of: height)
            else { return nil }
            return (columns.lowerBound, rows.lowerBound, columns.count, rows.count)
        }

        private static func span(_ length: Double, middle: Double, of whole: Int) -> Range<Int>? {
            let start = middle + (Double(whole) - length) / 2
            guard let first = Int(exactly: start.rounded()), let last = Int(exactly: (start + length).rounded()),
                max(first, 0) < min(last, whole)
            else { return nil }
            return max(first, 0)..<min(last, whole)
        }
    }

    /// Nil if the box is not a transform, or if the transform has no effect.
    init?(_ box: HEIFBox, _ bytes: [UInt8]) {
        switch box.name {
        case "irot":
            guard let value = bytes[box.data].first, value & 3 != 0 else { return nil }
            self = .turned(quarters: Int(value & 3))
        case "imir":
            guard let value = bytes[box.data].first else { return nil }
            self = .mirrored(leftToRight: value & 1 == 1)
        case "clap":
            guard let aperture = CleanAperture(box, bytes) else { return nil }
            self = .cut(aperture)
        default: return nil
        }
    }
}

extension HEIFTransform.CleanAperture {
    /// Reads four fractions of 32-bit numbers. The offsets may be negative.
    fileprivate init?(_ box: HEIFBox, _ bytes: [UInt8]) {
        let numbers = (0..<8).compactMap { place in
            HEIFBox.number(bytes, box.data.lowerBound + place * 4, in: box.data, size: 4)
                .map { Double(Int32(truncatingIfNeeded: $0)) }
        }
        guard numbers.count == 8, stride(from: 1, to: 8, by: 2).allSatisfy({ numbers[$0] != 0 }) else { return nil }
        width = numbers[0] / numbers[1]
        height = numbers[2] / numbers[3]
        right = numbers[4] / numbers[5]
        down = numbers[6] / numbers[7]
    }
}

/// A HEIC or AVIF file with transforms (rotation, mirroring, crop) for its colours but not for its alpha.
///
/// libavif before July 2025 writes such files, and browsers transform both. libheif up to 1.23 applies to each item
/// only the item's own transforms. The alpha is then lost, or scaled to the size of the colours (libheif #1272,
/// libavif #2831).
///
/// Therefore the decoder gets a copy without transforms, and stickerd applies them to the decoded picture. Remove
/// this source file when all supported versions of libheif apply the transforms of the colours to the alpha.
package struct HEIFTransforms: Sendable {
    /// The file without the transforms of its main picture and alpha.
    package let bytes: [UInt8]
    /// The transforms that must be applied to the decoded picture, in order.
    package let transforms: [HEIFTransform]

    private static let alphaKinds = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
    ]

    /// Nil if decoders read the file correctly without changes.
    package init?(_ bytes: [UInt8]) {
        guard let items = HEIFItems(bytes), let alpha = HEIFTransforms.alpha(of: items, bytes) else { return nil }
        let wanted = HEIFTransforms.transforms(of: items.primary, items, bytes)
        let found = HEIFTransforms.transforms(of: alpha, items, bytes)
        guard !wanted.isEmpty, wanted.map(\.transform) != found.map(\.transform) else { return nil }
        var copy = bytes
        // Index 0 means no property (ISO 23008-12, 9.3.3).
        for stored in (wanted + found).map(\.stored) {
            for place in stored { copy[place] = 0 }
        }
        self.bytes = copy
        transforms = wanted.map(\.transform)
    }

    /// The item with the alpha of the main picture.
    private static func alpha(of items: HEIFItems, _ bytes: [UInt8]) -> Int? {
        items.references.first { reference in
            reference.kind == "auxl" && reference.to.contains(items.primary)
                && items.properties(of: reference.from).contains { _, box in
                    box.name == "auxC"
                        && alphaKinds.contains { bytes[box.data].dropFirst(4).starts(with: Array($0.utf8) + [0]) }
                }
        }?.from
    }

    private static func transforms(of item: Int, _ items: HEIFItems, _ bytes: [UInt8]) -> [(
        transform: HEIFTransform, stored: Range<Int>
    )] {
        items.properties(of: item).compactMap { association, box in
            HEIFTransform(box, bytes).map { ($0, association.stored) }
        }
    }
}
