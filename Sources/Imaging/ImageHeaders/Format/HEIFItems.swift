/// The items of a HEIC or AVIF, with their properties and the references between them (ISO 23008-12, 6 and 9.3).
struct HEIFItems {
    struct Reference: Hashable {
        /// The four letters of the type, for example `auxl`.
        let kind: String
        let from: Int
        let to: [Int]
    }

    /// A property of an item: its index in the list of properties, counted from 1, and the byte range of that index
    /// in the file.
    struct Association: Hashable {
        let place: Int
        let stored: Range<Int>
    }

    /// The number of the item that is the main picture.
    let primary: Int
    let references: [Reference]

    private let boxes: [HEIFBox]
    private var associations: [Int: [Association]] = [:]

    /// Nil if a box that is needed to find the main picture is missing or damaged.
    init?(_ bytes: [UInt8]) {
        guard let meta = HEIFBox.find("meta", in: bytes, 0..<bytes.count), meta.count > 4 else { return nil }
        let inside = meta.lowerBound + 4..<meta.upperBound
        guard let main = HEIFBox.find("pitm", in: bytes, inside), let version = bytes[main].first,
            let primary = HEIFBox.number(bytes, main.lowerBound + 4, in: main, size: version == 0 ? 2 : 4),
            let properties = HEIFBox.find("iprp", in: bytes, inside),
            let list = HEIFBox.find("ipco", in: bytes, properties),
            let associations = HEIFBox.find("ipma", in: bytes, properties)
        else { return nil }
        self.primary = primary
        boxes = HEIFBox.all(in: bytes, list)
        references = HEIFItems.references(bytes, inside)
        self.associations = HEIFItems.associations(bytes, associations)
    }

    /// The properties of an item, in the order of the file.
    func properties(of item: Int) -> [(association: Association, box: HEIFBox)] {
        associations[item, default: []].compactMap { association in
            boxes.indices.contains(association.place - 1) ? (association, boxes[association.place - 1]) : nil
        }
    }

    private static func references(_ bytes: [UInt8], _ meta: Range<Int>) -> [Reference] {
        guard let list = HEIFBox.find("iref", in: bytes, meta), list.count > 4 else { return [] }
        let size = bytes[list.lowerBound] == 0 ? 2 : 4
        return HEIFBox.all(in: bytes, list.lowerBound + 4..<list.upperBound).compactMap { box in
            guard let from = HEIFBox.number(bytes, box.data.lowerBound, in: box.data, size: size),
                let count = HEIFBox.number(bytes, box.data.lowerBound + size, in: box.data, size: 2)
            else { return nil }
            let to = (0..<count).compactMap {
                HEIFBox.number(bytes, box.data.lowerBound + size + 2 + $0 * size, in: box.data, size: size)
            }
            return Reference(kind: box.name, from: from, to: to)
        }
    }

    private static func associations(_ bytes: [UInt8], _ box: Range<Int>) -> [Int: [Association]] {
        guard box.count >= 8, let count = HEIFBox.number(bytes, box.lowerBound + 4, in: box, size: 4) else {
            return [:]
        }
        let idSize = bytes[box.lowerBound] == 0 ? 2 : 4
        let placeSize = bytes[box.lowerBound + 3] & 1 == 0 ? 1 : 2
        // The highest bit of an index means that a reader must understand the property.
        let mask = placeSize == 1 ? 0x7F : 0x7FFF
        var all: [Int: [Association]] = [:]
        var offset = box.lowerBound + 8
        for _ in 0..<count {
            guard let item = HEIFBox.number(bytes, offset, in: box, size: idSize),
                let places = HEIFBox.number(bytes, offset + idSize, in: box, size: 1)
            else { break }
            offset += idSize + 1
            let found = (0..<places).compactMap { number -> Association? in
                let start = offset + number * placeSize
                return HEIFBox.number(bytes, start, in: box, size: placeSize).map {
                    Association(place: $0 & mask, stored: start..<start + placeSize)
                }
            }
            all[item] = all[item] ?? found
            offset += places * placeSize
        }
        return all
    }
}

/// A box of an ISO base media file (ISO 14496-12, 4.2): size, four letters, contents.
struct HEIFBox {
    let name: String
    let data: Range<Int>

    /// The maximum number of boxes in one list. Real files have fewer than a hundred.
    private static let limit = 4096

    static func find(_ name: String, in bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        all(in: bytes, range).first { $0.name == name }?.data
    }

    static func all(in bytes: [UInt8], _ range: Range<Int>) -> [HEIFBox] {
        var boxes: [HEIFBox] = []
        var offset = range.lowerBound
        while boxes.count < limit, let short = number(bytes, offset, in: range, size: 4),
            offset + 8 <= range.upperBound
        {
            let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            var (header, size) = (8, short)
            if short == 1 {
                guard let high = number(bytes, offset + 8, in: range, size: 4), high == 0,
                    let low = number(bytes, offset + 12, in: range, size: 4)
                else { break }
                (header, size) = (16, low)
            } else if short == 0 {
                size = range.upperBound - offset
            }
            guard size >= header, size <= range.upperBound - offset else { break }
            boxes.append(HEIFBox(name: name, data: offset + header..<offset + size))
            offset += size
        }
        return boxes
    }

    /// A big-endian number of `size` bytes. Nil if it is not inside the range.
    static func number(_ bytes: [UInt8], _ offset: Int, in range: Range<Int>, size: Int) -> Int? {
        guard offset >= range.lowerBound, offset + size <= range.upperBound else { return nil }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }
}
