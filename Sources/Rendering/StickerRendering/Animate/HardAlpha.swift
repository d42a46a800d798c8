import Pixels

/// Makes of every pixel a wholly opaque or a wholly transparent one, as GIF has no others.
///
/// From half an alpha on a pixel keeps its own colour and becomes opaque. It is not mixed with a matte: the sticker lies
/// on any background, and a matte that suits one is a fringe on the others.
enum HardAlpha {
    /// How many pixels can be seen, and how many of them were neither opaque nor transparent.
    struct Counts: Sendable {
        var visible = 0
        var soft = 0
    }

    static func harden(_ image: inout RGBAImage, counting counts: inout Counts) {
        image.bytes.withUnsafeMutableBufferPointer { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                let alpha = bytes[offset &+ 3]
                if alpha == 255 {
                    counts.visible &+= 1
                } else if alpha > 0 {
                    counts.visible &+= 1
                    counts.soft &+= 1
                    bytes[offset &+ 3] = alpha >= 128 ? 255 : 0
                }
                guard alpha < 128 else { continue }
                bytes[offset] = 0
                bytes[offset &+ 1] = 0
                bytes[offset &+ 2] = 0
            }
        }
    }
}
