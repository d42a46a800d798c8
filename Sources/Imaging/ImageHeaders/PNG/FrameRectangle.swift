/// Where on the canvas a frame is drawn, in pixels from the top left.
package struct FrameRectangle: Hashable, Sendable, CustomStringConvertible {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var description: String { "\(width) x \(height) pixels at \(x), \(y)" }

    /// Whether there are pixels in it, and none of them outside a canvas of this size.
    package func fits(width canvasWidth: Int, height canvasHeight: Int) -> Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0
            && x <= canvasWidth && width <= canvasWidth - x
            && y <= canvasHeight && height <= canvasHeight - y
    }
}
