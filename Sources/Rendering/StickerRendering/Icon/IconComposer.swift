import JobModel
import Pixels

/// Fits the art of an icon into a rectangle.
enum IconComposer {
    /// The whole art on white, centred in the slot. Its edge pixels are repeated up to the slot's borders.
    ///
    /// - Parameter margin: the free space on each side, as a share of the side's length.
    static func compose(_ art: RGBAImage, slot: IconSlot, margin: Double) -> RGBAImage {
        let room = 1 - 2 * margin
        let factor = min(Double(slot.width) / Double(art.width), Double(slot.height) / Double(art.height)) * room
        let width = min(slot.width, max(1, Int((Double(art.width) * factor).rounded())))
        let height = min(slot.height, max(1, Int((Double(art.height) * factor).rounded())))
        let fitted = Resampler.resize(art, to: PixelSize(width: width, height: height))
        let opaque = Compositor.lay(fitted, on: RGBAImage(width: width, height: height, filledWith: .white))
        var canvas = RGBAImage(width: slot.width, height: slot.height, filledWith: .white)
        let left = (slot.width - width) / 2
        let top = (slot.height - height) / 2
        for y in 0..<slot.height {
            for x in 0..<slot.width {
                let from = (min(max(y - top, 0), height - 1) * width + min(max(x - left, 0), width - 1)) * 4
                let to = (y * slot.width + x) * 4
                for channel in 0..<4 { canvas.bytes[to + channel] = opaque.bytes[from + channel] }
            }
        }
        return canvas
    }
}
