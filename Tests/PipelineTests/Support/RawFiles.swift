import Foundation
import Pixels

/// Creates pictures in formats that stickerd reads and does not write, in the simplest form that each format allows.
enum RawFiles {
    /// A TIFF without compression, little-endian (TIFF 6.0).
    ///
    /// - Parameters:
    ///   - photometric: the colour space: 1 is grey, 2 is RGB, 5 is CMYK.
    ///   - alpha: whether the last sample is straight alpha.
    ///   - extras: the types of the samples after the colours, if these are not alpha. 0 is unspecified.
    ///   - isFloat: whether the samples are floating-point numbers.
    ///   - profile: an ICC profile.
    static func tiff(
        width: Int, height: Int, samples: Int, bits: Int, photometric: Int, alpha: Bool = false, extras: [Int]? = nil,
        isFloat: Bool = false, profile: [UInt8]? = nil, data: [UInt8]
    ) -> [UInt8] {
        var values = [UInt8]()
        var entries: [[UInt8]] = []
        let meanings = extras ?? (alpha ? [2] : [])
        let count = 11 + (meanings.isEmpty ? 0 : 1) + (isFloat ? 1 : 0) + (profile == nil ? 0 : 1)
        let behind = 8 + 2 + count * 12 + 4
        func entry(_ tag: Int, _ type: Int, _ number: Int, _ value: [UInt8]) {
            entries.append(little(tag, 2) + little(type, 2) + little(number, 4) + value)
        }
        func short(_ tag: Int, _ value: Int) { entry(tag, 3, 1, little(value, 4)) }
        func long(_ tag: Int, _ value: Int) { entry(tag, 4, 1, little(value, 4)) }
        let depths = (0..<samples).flatMap { _ in little(bits, 2) }
        let offset = behind + depths.count + samples * 2 + data.count
        values += depths
        long(256, width)
        long(257, height)
        entry(258, 3, samples, depths.count <= 4 ? depths + [0, 0, 0, 0].dropFirst(depths.count) : little(behind, 4))
        short(259, 1)
        short(262, photometric)
        let formats = (0..<samples).flatMap { _ in little(3, 2) }
        values += formats
        long(273, behind + values.count)
        short(277, samples)
        long(278, height)
        long(279, data.count)
        short(284, 1)
        short(296, 1)
        if !meanings.isEmpty {
            let numbers = meanings.flatMap { little($0, 2) }
            entry(338, 3, meanings.count, numbers + [UInt8](repeating: 0, count: max(0, 4 - numbers.count)))
        }
        if isFloat {
            let start = little(behind + depths.count, 4)
            entry(339, 3, samples, formats.count <= 4 ? formats + [0, 0, 0, 0].dropFirst(formats.count) : start)
        }
        if let profile { entry(34_675, 7, profile.count, little(offset, 4)) }
        return Array("II".utf8) + little(42, 2) + little(8, 4) + little(entries.count, 2) + entries.flatMap { $0 }
            + little(0, 4) + values + data + (profile ?? [])
    }

    /// A GIF of frames in a palette of at most 128 colours. The first colour is transparent.
    ///
    /// Its LZW codes always have 8 bits, because a clear code follows every hundred pixels.
    static func gif(width: Int, height: Int, palette: [RGBAColour], frames: [[UInt8]]) -> [UInt8] {
        let padded = palette + [RGBAColour](repeating: .black, count: 128 - palette.count)
        var bytes = Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0xF6, 0, 0]
        bytes += padded.flatMap { [$0.red, $0.green, $0.blue] }
        for frame in frames {
            bytes += [0x21, 0xF9, 4, 0x09, 10, 0, 0, 0, 0x2C] + little(0, 4) + little(width, 2) + little(height, 2)
            // The palette has 7 bits and the codes have 8 bits. The code 128 is the clear code, and 129 is the end
            // code.
            var codes: [UInt8] = []
            for (place, index) in frame.enumerated() {
                if place % 100 == 0 { codes.append(128) }
                codes.append(index)
            }
            codes.append(129)
            bytes += [0, 7]
            for start in stride(from: 0, to: codes.count, by: 255) {
                let block = codes[start..<min(start + 255, codes.count)]
                bytes += [UInt8(block.count)] + block
            }
            bytes.append(0)
        }
        return bytes + [0x3B]
    }

    /// An animated WebP with an ICC profile (RFC 9649, 2.7).
    ///
    /// - Parameter file: a WebP that begins with a VP8X chunk, and has no profile.
    static func adding(profile: [UInt8], toWebP file: [UInt8]) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: profile.count % 2)
        let chunk = Array("ICCP".utf8) + little(profile.count, 4) + profile + padding
        var bytes = Array(file[..<30] + chunk + file[30...])
        bytes[20] |= 0x20
        bytes.replaceSubrange(4..<8, with: little(bytes.count - 8, 4))
        return bytes
    }

    /// A Photoshop file with one layer, 8 bits per channel, without compression (Adobe Photoshop File Formats).
    static func psd(_ picture: RGBAImage) -> [UInt8] {
        var bytes = Array("8BPS".utf8) + [0, 1] + [UInt8](repeating: 0, count: 6) + [0, 4]
        bytes += RawPNG.big(picture.height) + RawPNG.big(picture.width) + [0, 8, 0, 3]
        let planes = (0..<4).map { channel in
            stride(from: channel, to: picture.bytes.count, by: 4).map { picture.bytes[$0] }
        }
        // The number of layers is one. It is negative, because the merged picture also has alpha.
        var layers: [UInt8] = [0xFF, 0xFF] + RawPNG.big(0) + RawPNG.big(0)
        layers += RawPNG.big(picture.height) + RawPNG.big(picture.width) + [0, 4]
        for identifier: [UInt8] in [[0, 0], [0, 1], [0, 2], [0xFF, 0xFF]] {
            layers += identifier + RawPNG.big(planes[0].count + 2)
        }
        // The blend mode, opacity, clipping and flags follow. There is no mask and no blending range, and the name has
        // one letter.
        layers += Array("8BIMnorm".utf8) + [255, 0, 0, 0] + RawPNG.big(12) + RawPNG.big(0) + RawPNG.big(0)
        layers += [1, 0x61, 0, 0]
        for plane in planes { layers += [0, 0] + plane }
        // There is no colour table and no image resource.
        bytes += RawPNG.big(0) + RawPNG.big(0) + RawPNG.big(layers.count + 8)
        bytes += RawPNG.big(layers.count) + layers + RawPNG.big(0)
        return bytes + [0, 0] + planes.flatMap { $0 }
    }

    /// A Photoshop file without layers, 8 bits per channel, without compression.
    ///
    /// - Parameters:
    ///   - mode: the colour mode: 4 is CMYK, 9 is Lab.
    ///   - transparent: whether the channel after the colours is transparency.
    static func psd(mode: UInt8, width: Int, height: Int, transparent: Bool = false, planes: [[UInt8]]) -> [UInt8] {
        var bytes = Array("8BPS".utf8) + [0, 1] + [UInt8](repeating: 0, count: 6) + [0, UInt8(planes.count)]
        bytes += RawPNG.big(height) + RawPNG.big(width) + [0, 8, 0, mode] + RawPNG.big(0) + RawPNG.big(0)
        // A negative number of layers means that the merged picture has alpha.
        let layers: [UInt8] = transparent ? RawPNG.big(2) + [0xFF, 0xFF] : []
        return bytes + RawPNG.big(layers.count) + layers + [0, 0] + planes.flatMap { $0 }
    }

    /// A PDF with one page of 100 × 100 points, with a red square of 60 points at (20, 20).
    static let pdf = pdf(pages: 1)

    /// A PDF with several pages like that of `pdf`.
    static func pdf(pages: Int) -> [UInt8] {
        let drawing = "0.8 0.2 0.2 rg 20 20 60 60 re f"
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[\(Array(repeating: "3 0 R", count: pages).joined(separator: " "))]/Count \(pages)>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<<>>>>",
            "<</Length \(drawing.utf8.count)>>stream\n\(drawing)\nendstream",
        ]
        var text = "%PDF-1.4\n"
        var offsets: [Int] = []
        for (number, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(number + 1) 0 obj\(object)endobj\n"
        }
        let table = text.utf8.count
        text += "xref\n0 5\n0000000000 65535 f \n"
        for offset in offsets {
            text += String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n"
        }
        return Array((text + "trailer<</Size 5/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n").utf8)
    }

    /// Reads a fixture that was created with `Fixtures/make-fixtures.py`.
    static func fixture(_ name: String) throws -> [UInt8] {
        let file = Bundle.module.bundleURL.appendingPathComponent("Fixtures/\(name)")
        return [UInt8](try Data(contentsOf: file))
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
