import Pixels

/// Composites pictures over opaque pictures.
package enum Compositor {
    /// `picture` composited over `backdrop`. The backdrop is opaque and has the same size.
    package static func lay(_ picture: RGBAImage, on backdrop: RGBAImage) -> RGBAImage {
        precondition(picture.width == backdrop.width && picture.height == backdrop.height, "both have one size")
        let count = picture.bytes.count
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
            picture.bytes.withUnsafeBufferPointer { front in
                backdrop.bytes.withUnsafeBufferPointer { back in
                    for offset in stride(from: 0, to: count, by: 4) {
                        let alpha = front[offset &+ 3]
                        // Most pixels are fully opaque or fully transparent.
                        if alpha == 0 || alpha == 255 {
                            let pixel = UnsafeRawBufferPointer(alpha == 0 ? back : front)
                                .loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                            UnsafeMutableRawBufferPointer(target)
                                .storeBytes(of: pixel, toByteOffset: offset, as: UInt32.self)
                            continue
                        }
                        target[offset] = RGBAColour.blend(front[offset], over: back[offset], alpha: alpha)
                        target[offset &+ 1] = RGBAColour.blend(
                            front[offset &+ 1], over: back[offset &+ 1], alpha: alpha)
                        target[offset &+ 2] = RGBAColour.blend(
                            front[offset &+ 2], over: back[offset &+ 2], alpha: alpha)
                        target[offset &+ 3] = 255
                    }
                }
            }
            initialized = count
        }
        return RGBAImage(width: picture.width, height: picture.height, bytes: bytes)
    }
}
