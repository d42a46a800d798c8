/// The properties of the main picture of a HEIC or AVIF that its decoder ignores (ISO 23008-12, 6.5 and 9.3).
package struct HEIFProperties: Hashable, Sendable {
    /// The code points of an `nclx` colour box; nil when there is none.
    package private(set) var codePoints: ColourCodePoints?
    /// Whether there is a colour box with an ICC profile.
    package private(set) var hasProfile = false
    /// Whether the colours have been multiplied by their alpha.
    package private(set) var isPremultiplied = false

    /// Nil for a file whose boxes cannot be followed to its main picture.
    package init?(_ bytes: [UInt8]) {
        guard let meta = Box.find("meta", in: bytes, 0..<bytes.count), meta.count > 4 else { return nil }
        let inside = meta.lowerBound + 4..<meta.upperBound
        guard let primary = Box.find("pitm", in: bytes, inside), let version = bytes[primary].first,
            let item = HEIFProperties.number(bytes, primary.lowerBound + 4, in: primary, size: version == 0 ? 2 : 4),
            let properties = Box.find("iprp", in: bytes, inside), let list = Box.find("ipco", in: bytes, properties),
            let associations = Box.find("ipma", in: bytes, properties)
        else { return nil }
        let boxes = Box.all(in: bytes, list)
        for place in HEIFProperties.places(of: item, bytes, associations) where boxes.indices.contains(place - 1) {
            take(boxes[place - 1], bytes)
        }
        if let references = Box.find("iref", in: bytes, inside), references.count > 4 {
            let wide = bytes[references.lowerBound] != 0
            let list = Box.all(in: bytes, references.lowerBound + 4..<references.upperBound)
            isPremultiplied = list.contains {
                $0.name == "prem"
                    && HEIFProperties.number(bytes, $0.data.lowerBound, in: $0.data, size: wide ? 4 : 2) == item
            }
        }
    }

    /// A `colr` box: four letters for its kind, and for `nclx` three code points of 16 bits.
    private mutating func take(_ box: Box, _ bytes: [UInt8]) {
        guard box.name == "colr", box.data.count >= 4 else { return }
        let start = box.data.lowerBound
        switch String(decoding: bytes[start..<start + 4], as: UTF8.self) {
        case "nclx":
            guard let primaries = HEIFProperties.number(bytes, start + 4, in: box.data, size: 2),
                let transfer = HEIFProperties.number(bytes, start + 6, in: box.data, size: 2)
            else { return }
            codePoints = ColourCodePoints(primaries: primaries, transfer: transfer)
        case "prof", "rICC": hasProfile = true
        default: return
        }
    }

    /// The numbers, from 1, of an item's properties in `ipco`.
    private static func places(of item: Int, _ bytes: [UInt8], _ box: Range<Int>) -> [Int] {
        guard box.count >= 8, let count = number(bytes, box.lowerBound + 4, in: box, size: 4) else { return [] }
        let idSize = bytes[box.lowerBound] == 0 ? 2 : 4
        let placeSize = bytes[box.lowerBound + 3] & 1 == 0 ? 1 : 2
        var offset = box.lowerBound + 8
        for _ in 0..<count {
            guard let id = number(bytes, offset, in: box, size: idSize),
                let places = number(bytes, offset + idSize, in: box, size: 1)
            else { return [] }
            offset += idSize + 1
            if id == item {
                // The highest bit says whether a reader must understand the property.
                let mask = placeSize == 1 ? 0x7F : 0x7FFF
                return (0..<places).compactMap {
                    number(bytes, offset + $0 * placeSize, in: box, size: placeSize).map { $0 & mask }
                }
            }
            offset += places * placeSize
        }
        return []
    }

    fileprivate static func number(_ bytes: [UInt8], _ offset: Int, in range: Range<Int>, size: Int) -> Int? {
        guard offset >= range.lowerBound, offset + size <= range.upperBound else { return nil }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }
}

/// A box of an ISO base media file (ISO 14496-12, 4.2): size, four letters, contents.
private struct Box {
    let name: String
    let data: Range<Int>

    /// Boxes that are looked at in one place. Real files have fewer than a hundred; a grid of tiles has one list of them.
    private static let limit = 4096

    static func find(_ name: String, in bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        all(in: bytes, range).first { $0.name == name }?.data
    }

    static func all(in bytes: [UInt8], _ range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while boxes.count < limit, let short = HEIFProperties.number(bytes, offset, in: range, size: 4),
            offset + 8 <= range.upperBound
        {
            let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            var (header, size) = (8, short)
            if short == 1 {
                guard let high = HEIFProperties.number(bytes, offset + 8, in: range, size: 4), high == 0,
                    let low = HEIFProperties.number(bytes, offset + 12, in: range, size: 4)
                else { break }
                (header, size) = (16, low)
            } else if short == 0 {
                size = range.upperBound - offset
            }
            guard size >= header, size <= range.upperBound - offset else { break }
            boxes.append(Box(name: name, data: offset + header..<offset + size))
            offset += size
        }
        return boxes
    }
}
