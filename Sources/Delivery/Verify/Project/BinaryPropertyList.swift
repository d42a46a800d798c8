/// Counts the objects of a binary property list before Foundation decodes it. Foundation copies an object for each
/// reference to it. A list of 40 arrays, each of which contains the next one twice, would therefore need memory for
/// 2^40 objects.
///
/// Source of the format: CoreFoundation, CFBinaryPList.c.
struct BinaryPropertyList {
    private static let trailerSize = 32

    private let bytes: [UInt8]
    private let depthLimit: Int
    private let objectLimit: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private let tableOffset: Int
    private let objectCount: Int
    private let root: Int

    static func matches(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

    /// - Parameters:
    ///   - depthLimit: the maximum depth of nesting.
    ///   - objectLimit: the maximum number of objects. An object is counted once for each reference to it.
    /// - Returns: nil if the trailer is missing or invalid.
    init?(_ bytes: [UInt8], depthLimit: Int, objectLimit: Int) {
        let trailer = bytes.count - BinaryPropertyList.trailerSize
        guard BinaryPropertyList.matches(bytes), trailer >= 8 else { return nil }
        (self.bytes, self.depthLimit, self.objectLimit) = (bytes, depthLimit, objectLimit)
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let objectCount = BinaryPropertyList.number(bytes, trailer + 8, 8),
            let root = BinaryPropertyList.number(bytes, trailer + 16, 8),
            let tableOffset = BinaryPropertyList.number(bytes, trailer + 24, 8),
            objectCount > 0, root < objectCount, tableOffset < trailer,
            objectCount <= (trailer - tableOffset) / offsetSize
        else { return nil }
        (self.objectCount, self.root, self.tableOffset) = (objectCount, root, tableOffset)
    }

    /// Whether the decoded list does not exceed the limits. False if the list has a reference cycle or is damaged.
    var isWithinLimits: Bool {
        guard objectCount <= objectLimit else { return false }
        var counts = [Int](repeating: 0, count: objectCount)
        return expandedCount(of: root, depth: 0, &counts).map { $0 <= objectLimit } ?? false
    }

    /// The number of objects to which an object expands, including itself. Nil if there are too many or too deeply
    /// nested objects, or if there is a cycle or damage.
    ///
    /// - Parameter counts: the known counts by object. 0 means unknown, and -1 that the object is being counted.
    private func expandedCount(of object: Int, depth: Int, _ counts: inout [Int]) -> Int? {
        guard depth < depthLimit, object < objectCount, counts[object] >= 0 else { return nil }
        guard counts[object] == 0 else { return counts[object] }
        counts[object] = -1
        guard let children = children(of: object) else { return nil }
        var total = 1
        for place in 0..<children.count {
            guard
                let child = BinaryPropertyList.number(bytes, children.start + place * referenceSize, referenceSize),
                let count = expandedCount(of: child, depth: depth + 1, &counts), total + count <= objectLimit
            else { return nil }
            total += count
        }
        counts[object] = total
        return total
    }

    /// The position and number of an object's references. The number is 0 for texts, numbers and similar values. Nil
    /// if the object is damaged.
    private func children(of object: Int) -> (start: Int, count: Int)? {
        guard let offset = BinaryPropertyList.number(bytes, tableOffset + object * offsetSize, offsetSize),
            offset < tableOffset
        else { return nil }
        let marker = bytes[offset]
        let referencesPerEntry: Int
        switch marker >> 4 {
        case 0xA, 0xB, 0xC: referencesPerEntry = 1
        case 0xD: referencesPerEntry = 2
        default: return (offset, 0)
        }
        var start = offset + 1
        var count = Int(marker & 0xF)
        if count == 0xF {
            // The count is stored in the next object, an integer: the marker 0x1n, and 2^n bytes.
            guard start < tableOffset, bytes[start] >> 4 == 1, bytes[start] & 0xF <= 3 else { return nil }
            let size = 1 << Int(bytes[start] & 0xF)
            guard let long = BinaryPropertyList.number(bytes, start + 1, size) else { return nil }
            (count, start) = (long, start + 1 + size)
        }
        guard start <= tableOffset, count <= (tableOffset - start) / (referenceSize * referencesPerEntry) else {
            return nil
        }
        return (start, count * referencesPerEntry)
    }

    /// A big-endian number of at most 8 bytes. Nil if it is outside of the file or larger than `Int.max`.
    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
        guard start >= 0, size <= bytes.count, start <= bytes.count - size else { return nil }
        return Int(exactly: bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
