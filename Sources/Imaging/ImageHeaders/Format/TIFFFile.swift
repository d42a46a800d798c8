/// A big-endian TIFF of one strip without compression (TIFF 6.0).
struct TIFFFile {
    let width: Int
    let height: Int
    let samples: Int
    /// The number of bits per sample: 8 or 16.
    let depth: Int
    /// The value of PhotometricInterpretation: 5 for CMYK, 8 for Lab.
    let photometric: Int
    /// Whether the last sample is straight alpha.
    let hasAlpha: Bool
    /// An ICC profile; empty if there is none.
    let profile: [UInt8]

    private static let short = 3
    private static let long = 4
    private static let undefined = 7

    /// The file with these pixels: interleaved samples, row by row.
    func bytes(_ pixels: [UInt8]) -> [UInt8] {
        var entries: [(tag: Int, type: Int, count: Int, data: [UInt8])] = [
            (256, TIFFFile.long, 1, TIFFFile.big(width, 4)), (257, TIFFFile.long, 1, TIFFFile.big(height, 4)),
            (258, TIFFFile.short, samples, (0..<samples).flatMap { _ in TIFFFile.big(depth, 2) }),
            (259, TIFFFile.short, 1, TIFFFile.big(1, 2)),
            (262, TIFFFile.short, 1, TIFFFile.big(photometric, 2)),
            (273, TIFFFile.long, 1, TIFFFile.big(8, 4)),
            (277, TIFFFile.short, 1, TIFFFile.big(samples, 2)),
            (278, TIFFFile.long, 1, TIFFFile.big(height, 4)),
            (279, TIFFFile.long, 1, TIFFFile.big(pixels.count, 4)),
            (284, TIFFFile.short, 1, TIFFFile.big(1, 2)),
        ]
        if hasAlpha { entries.append((338, TIFFFile.short, 1, TIFFFile.big(2, 2))) }
        if !profile.isEmpty { entries.append((34_675, TIFFFile.undefined, profile.count, profile)) }
        // The pixels come first, then the directory at an even offset, then the values that do not fit into it.
        let padding = pixels.count % 2
        let directory = 8 + pixels.count + padding
        var values: [UInt8] = []
        var table: [UInt8] = []
        let behind = directory + 2 + entries.count * 12 + 4
        for entry in entries {
            table += TIFFFile.big(entry.tag, 2) + TIFFFile.big(entry.type, 2) + TIFFFile.big(entry.count, 4)
            if entry.data.count <= 4 {
                table += entry.data + [UInt8](repeating: 0, count: 4 - entry.data.count)
            } else {
                table += TIFFFile.big(behind + values.count, 4)
                values += entry.data + [UInt8](repeating: 0, count: entry.data.count % 2)
            }
        }
        var file = Array("MM".utf8) + TIFFFile.big(42, 2) + TIFFFile.big(directory, 4)
        file.reserveCapacity(behind + values.count)
        file += pixels
        file += [UInt8](repeating: 0, count: padding) + TIFFFile.big(entries.count, 2) + table + TIFFFile.big(0, 4)
        return file + values
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
