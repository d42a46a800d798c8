/// The Orientation tag of an eXIf chunk, which holds a small TIFF file (PNG 11.3.4.5, TIFF 6.0 section 2).
enum ExifOrientation {
    /// 1 to 8, or nil when the chunk says nothing that can be understood.
    static func read(_ bytes: [UInt8], in data: Range<Int>) -> Int? {
        let tiff = [UInt8](bytes[data])
        guard tiff.count >= 14 else { return nil }
        let isLittle = tiff[0] == 0x49 && tiff[1] == 0x49
        guard isLittle || tiff[0] == 0x4D && tiff[1] == 0x4D else { return nil }
        func number16(_ offset: Int) -> Int? {
            tiff.bigEndian16(at: offset).map { Int(isLittle ? $0.byteSwapped : $0) }
        }
        func number32(_ offset: Int) -> Int? {
            tiff.bigEndian32(at: offset).map { Int(isLittle ? $0.byteSwapped : $0) }
        }
        guard number16(2) == 42, let directory = number32(4), let entries = number16(directory) else { return nil }
        // An entry is 12 bytes: tag, type, count, value. Orientation is tag 0x112, one SHORT (type 3).
        for entry in 0..<entries {
            let offset = directory + 2 + entry * 12
            guard let tag = number16(offset) else { return nil }
            guard tag == 0x112 else { continue }
            guard number16(offset + 2) == 3, number32(offset + 4) == 1, let value = number16(offset + 8),
                (1...8).contains(value)
            else { return nil }
            return value
        }
        return nil
    }
}
