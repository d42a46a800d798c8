/// The merged picture of a Photoshop file in CMYK or Lab (Adobe Photoshop File Formats Specification).
///
/// ImageMagick 6 passes such pictures to libvips without their black channel, and libvips 8.14 aborts for CMYK with
/// alpha (libvips #3625). Therefore this type decodes them, and libvips gets them as TIFF.
package struct PSDPicture: Sendable {
    package enum Mode: Int, Sendable {
        case cmyk = 4
        case lab = 9

        /// The number of colour samples per pixel.
        fileprivate var colours: Int { self == .cmyk ? 4 : 3 }
    }

    package let mode: Mode
    package let width: Int
    package let height: Int

    private let depth: Int
    private let channels: Int
    private let isLarge: Bool
    private let bytes: [UInt8]
    private let profile: Range<Int>?
    private let hasAlpha: Bool
    private let data: Int

    /// Nil for other colour modes, or if a section before the picture is missing or damaged.
    package init?(_ bytes: [UInt8]) {
        let file = BigEndian(bytes)
        guard bytes.starts(with: Array("8BPS".utf8)), let version = file.number(4, size: 2),
            let channels = file.number(12, size: 2), let height = file.number(14, size: 4),
            let width = file.number(18, size: 4), let depth = file.number(22, size: 2), depth == 8 || depth == 16,
            let mode = file.number(24, size: 2).flatMap(Mode.init), channels >= mode.colours,
            width > 0, height > 0, width <= 300_000, height <= 300_000,
            let table = file.section(26, size: 4), let resources = file.section(table.upperBound, size: 4),
            let layers = file.section(resources.upperBound, size: version == 2 ? 8 : 4)
        else { return nil }
        self.mode = mode
        self.width = width
        self.height = height
        self.depth = depth
        self.channels = channels
        self.bytes = bytes
        isLarge = version == 2
        profile = PSDPicture.resource(1039, file, resources)
        hasAlpha = channels > mode.colours && PSDPicture.saysTransparent(file, layers, isLarge: version == 2)
        data = layers.upperBound
    }

    /// The picture as a TIFF without compression. Nil if the data are incomplete, or the compression is unknown.
    package func tiff() -> [UInt8]? {
        let samples = mode.colours + (hasAlpha ? 1 : 0)
        guard var planes = planes(samples) else { return nil }
        if hasAlpha { unmatte(&planes) }
        let step = depth / 8
        var pixels = [UInt8](repeating: 0, count: width * height * samples * step)
        for (sample, plane) in planes.enumerated() {
            // For an ink, 255 means no ink in Photoshop, and full ink in TIFF. The neutral value of a and b is 128 in
            // Photoshop, and 0 in TIFF.
            let isColour = sample < mode.colours
            let change: UInt8 = mode == .cmyk && isColour ? 0xFF : 0
            let middle: UInt8 = mode == .lab && isColour && sample > 0 ? 0x80 : 0
            for place in 0..<width * height {
                let target = (place * samples + sample) * step
                for byte in 0..<step {
                    pixels[target + byte] = plane[place * step + byte] ^ change ^ (byte == 0 ? middle : 0)
                }
            }
        }
        return TIFFFile(
            width: width, height: height, samples: samples, depth: depth, photometric: mode == .cmyk ? 5 : 8,
            hasAlpha: hasAlpha, profile: profile.map { Array(bytes[$0]) } ?? []
        ).bytes(pixels)
    }

    /// The samples of the first planes. Each plane has `width * height` samples. Nil if the data are incomplete, or
    /// the compression is unknown.
    private func planes(_ count: Int) -> [[UInt8]]? {
        let file = BigEndian(bytes)
        let rowBytes = width * depth / 8
        guard let compression = file.number(data, size: 2) else { return nil }
        var offset = data + 2
        switch compression {
        case 0:
            guard bytes.count - offset >= rowBytes * height * count else { return nil }
            return (0..<count).map { plane in
                let start = offset + plane * rowBytes * height
                return Array(bytes[start..<start + rowBytes * height])
            }
        case 1:
            let size = isLarge ? 4 : 2
            var lengths = offset
            offset += channels * height * size
            var planes: [[UInt8]] = []
            for _ in 0..<count {
                var plane: [UInt8] = []
                for row in 0..<height {
                    guard let length = file.number(lengths, size: size), offset + length <= bytes.count else {
                        return nil
                    }
                    PSDPicture.unpack(bytes[offset..<offset + length], into: &plane, until: (row + 1) * rowBytes)
                    guard plane.count == (row + 1) * rowBytes else { return nil }
                    lengths += size
                    offset += length
                }
                planes.append(plane)
            }
            return planes
        default: return nil
        }
    }

    /// Unpacks a row that is compressed with PackBits (TIFF 6.0, section 9).
    private static func unpack(_ row: ArraySlice<UInt8>, into plane: inout [UInt8], until end: Int) {
        var place = row.startIndex
        while place < row.endIndex, plane.count < end {
            let head = Int(Int8(bitPattern: row[place]))
            place += 1
            if head >= 0 {
                let last = min(place + head + 1, row.endIndex)
                plane += row[place..<last].prefix(end - plane.count)
                place = last
            } else if head != -128, place < row.endIndex {
                plane += repeatElement(row[place], count: min(1 - head, end - plane.count))
                place += 1
            }
        }
    }

    /// Removes the white background on which Photoshop composites the merged picture. If a pixel is too dark for a
    /// white background, another program wrote the file without one, and nothing is changed.
    private func unmatte(_ planes: inout [[UInt8]]) {
        guard mode == .cmyk, depth == 8 else { return }
        let alpha = planes[mode.colours]
        for plane in planes.prefix(mode.colours) {
            for place in alpha.indices where Int(plane[place]) + 1 < 255 - Int(alpha[place]) { return }
        }
        for number in 0..<mode.colours {
            for place in alpha.indices where (1..<255).contains(alpha[place]) {
                let (light, opacity) = (Int(planes[number][place]), Int(alpha[place]))
                planes[number][place] = UInt8(clamping: ((light - (255 - opacity)) * 255 + opacity / 2) / opacity)
            }
        }
    }

    /// The byte range of an image resource. Nil if the file does not contain the resource.
    private static func resource(_ wanted: Int, _ file: BigEndian, _ section: Range<Int>) -> Range<Int>? {
        var offset = section.lowerBound
        while offset < section.upperBound, let identifier = file.number(offset + 4, size: 2),
            let name = file.number(offset + 6, size: 1)
        {
            let start = offset + 6 + (name + 2) / 2 * 2
            guard let data = file.section(start, size: 4), data.upperBound <= section.upperBound else { return nil }
            if identifier == wanted { return data }
            offset = data.upperBound + data.count % 2
        }
        return nil
    }

    /// Whether the number of layers is negative. This means that the first channel after the colours is transparency.
    private static func saysTransparent(_ file: BigEndian, _ section: Range<Int>, isLarge: Bool) -> Bool {
        guard let info = file.section(section.lowerBound, size: isLarge ? 8 : 4) else { return false }
        if info.count >= 2 { return (file.number(info.lowerBound, size: 2) ?? 0) >= 0x8000 }
        // Layers with 16 bits per sample are in a block of additional information.
        guard var offset = file.section(info.upperBound, size: 4)?.upperBound else { return false }
        while offset + 12 <= section.upperBound {
            let key = file.text(offset + 4)
            guard let data = file.section(offset + 8, size: isLarge && key == "Lr16" ? 8 : 4) else { return false }
            if key == "Lr16" { return (file.number(data.lowerBound, size: 2) ?? 0) >= 0x8000 }
            offset = data.upperBound + (4 - data.count % 4) % 4
        }
        return false
    }
}

/// Reads big-endian numbers of a file. The results are nil outside the file.
private struct BigEndian {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func number(_ offset: Int, size: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        return Int(exactly: bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// The range of the data that follow a length field of `size` bytes.
    func section(_ offset: Int, size: Int) -> Range<Int>? {
        guard let length = number(offset, size: size), length <= bytes.count - offset - size else { return nil }
        return offset + size..<offset + size + length
    }

    func text(_ offset: Int) -> String {
        guard offset >= 0, offset + 4 <= bytes.count else { return "" }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }
}
