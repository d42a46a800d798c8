import ImageHeaders
import Pixels

/// Draws an animation's frames, one after the other, into the full pictures that a player shows (APNG 1.0).
///
/// Only one canvas is kept in memory. For a frame with the disposal `previous`, the pixels below it are kept as well.
package struct APNGCompositor: Sendable {
    /// The visible pixels after the last drawn frame. Transparent black before the first frame.
    package private(set) var canvas: RGBAImage

    /// The disposal to apply before the next frame is drawn.
    private var disposal: Disposal = .none

    private enum Disposal {
        case none
        case clear(FrameRectangle)
        case restore(FrameRectangle, [UInt8])
    }

    private var isFirst = true

    /// Creates a transparent canvas. For a file, take the size from an `APNGReader`, which checks the size against
    /// limits.
    package init(width: Int, height: Int) {
        canvas = RGBAImage(
            width: width, height: height, bytes: [UInt8](repeating: 0, count: width * height * 4))
    }

    /// Draws the next frame. `canvas` is then the picture that a player shows for `control.delay`.
    ///
    /// - Parameter pixels: the pixels of the frame, with the size of its rectangle.
    /// - Throws: `unusableFrame` if the pixels have another size, or the rectangle extends beyond the canvas.
    package mutating func draw(_ pixels: RGBAImage, _ control: FrameControl) throws(PNGError) {
        let rectangle = control.rectangle
        guard rectangle.fits(width: canvas.width, height: canvas.height) else { throw .unusableFrame(.outsideCanvas) }
        guard pixels.width == rectangle.width, pixels.height == rectangle.height else {
            throw .unusableFrame(.otherSize)
        }
        disposeOfLast()
        switch control.disposal {
        case .none: disposal = .none
        case .background: disposal = .clear(rectangle)
        // Before the first frame the canvas is empty, so the first frame is cleared instead of restored.
        case .previous: disposal = isFirst ? .clear(rectangle) : .restore(rectangle, saved(rectangle))
        }
        isFirst = false
        switch control.blend {
        case .source: replace(rectangle, with: pixels.bytes)
        case .over: blend(pixels.bytes, over: rectangle)
        }
    }

    private mutating func disposeOfLast() {
        switch disposal {
        case .none: break
        case .clear(let rectangle):
            forRows(of: rectangle) { row, _ in row.update(repeating: 0) }
        case .restore(let rectangle, let bytes): replace(rectangle, with: bytes)
        }
        disposal = .none
    }

    private func saved(_ rectangle: FrameRectangle) -> [UInt8] {
        let rowBytes = rectangle.width * 4
        return [UInt8](unsafeUninitializedCapacity: rowBytes * rectangle.height) { output, count in
            for row in 0..<rectangle.height {
                let start = ((rectangle.y + row) * canvas.width + rectangle.x) * 4
                _ = UnsafeMutableBufferPointer(rebasing: output[(row * rowBytes)..<((row + 1) * rowBytes)])
                    .update(fromContentsOf: canvas.bytes[start..<(start + rowBytes)])
            }
            count = rowBytes * rectangle.height
        }
    }

    private mutating func replace(_ rectangle: FrameRectangle, with bytes: [UInt8]) {
        forRows(of: rectangle) { row, offset in
            _ = row.update(fromContentsOf: bytes[offset..<(offset + row.count)])
        }
    }

    private mutating func blend(_ bytes: [UInt8], over rectangle: FrameRectangle) {
        bytes.withUnsafeBufferPointer { bytes in
            forRows(of: rectangle) { row, offset in
                OverBlending.blend(UnsafeBufferPointer(rebasing: bytes[offset..<(offset + row.count)]), over: row)
            }
        }
    }

    /// Calls `body` for each row of a rectangle with the bytes of the row in the canvas, and with the offset of the row
    /// in the bytes of the rectangle.
    private mutating func forRows(
        of rectangle: FrameRectangle, _ body: (UnsafeMutableBufferPointer<UInt8>, Int) -> Void
    ) {
        let rowBytes = rectangle.width * 4
        let width = canvas.width
        canvas.bytes.withUnsafeMutableBufferPointer { bytes in
            for row in 0..<rectangle.height {
                let start = ((rectangle.y + row) * width + rectangle.x) * 4
                body(UnsafeMutableBufferPointer(rebasing: bytes[start..<(start + rowBytes)]), row * rowBytes)
            }
        }
    }
}
