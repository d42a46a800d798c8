import GIF
import PNG
import Pixels

/// Runs all readers of animations on arbitrary bytes. They may refuse the bytes, but must return.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    _ = try? PNGInspection(bytes)
    if let stripped = try? PNGMetadata.stripped(bytes) {
        precondition(stripped.count <= bytes.count)
    }
    readAPNG(bytes)
    // The checksums are correct, so that the readers do not stop at a checksum before they reach the damage.
    readAPNG(withCorrectChecksums(bytes))
    readGIF(bytes)
    return 0
}

/// The file with a correct checksum after each chunk.
private func withCorrectChecksums(_ file: [UInt8]) -> [UInt8] {
    var bytes = file
    var place = 8
    while place + 12 <= bytes.count {
        let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = place + 8 + length
        guard end + 4 <= bytes.count else { break }
        let checksum = ~bytes[place + 4..<end].reduce(UInt32.max) {
            table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8)
        }
        for byte in 0..<4 { bytes[end + byte] = UInt8(truncatingIfNeeded: checksum >> (24 - 8 * byte)) }
        place = end + 4
    }
    return bytes
}

private let table = (0..<256).map { (start: Int) -> UInt32 in
    (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
}

private func readAPNG(_ bytes: [UInt8]) {
    let limits = APNGLimits(frames: 200, pixels: 4_000_000)
    guard let reader = try? APNGReader(bytes, limits: limits) else { return }
    precondition(!reader.frames.isEmpty && reader.frames.count <= limits.frames)
    precondition(reader.warnings.count <= APNGReader.warningLimit)
    var compositor = APNGCompositor(width: reader.width, height: reader.height)
    for frame in reader.frames {
        _ = try? PNGInspection(reader.png(of: frame))
        let rectangle = frame.control.rectangle
        // The values of the pixels do not matter.
        let pixels = RGBAImage(
            width: rectangle.width, height: rectangle.height,
            bytes: [UInt8](repeating: 127, count: rectangle.width * rectangle.height * 4))
        try? compositor.draw(pixels, frame.control)
    }
    _ = reader.defaultImage
}

private func readGIF(_ bytes: [UInt8]) {
    guard let reader = try? GIFReader(bytes, frameLimit: 200) else { return }
    for frame in reader.frames { _ = reader.file(of: frame) }
}
