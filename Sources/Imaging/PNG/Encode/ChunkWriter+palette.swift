import ImageHeaders
import Pixels

extension ChunkWriter {
    /// Writes PLTE. Also writes tRNS, up to the last colour that is not opaque (PNG 11.3.1.1).
    mutating func append(palette: [RGBAColour]) {
        append(.PLTE, palette.flatMap { [$0.red, $0.green, $0.blue] })
        let alphas = palette.map(\.alpha)
        if let last = alphas.lastIndex(where: { $0 < 255 }) {
            append(.tRNS, alphas[...last])
        }
    }
}
