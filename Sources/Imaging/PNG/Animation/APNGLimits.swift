/// The most that an animation may ask for; checked from its headers, before any pixel.
package struct APNGLimits: Hashable, Sendable {
    package let frames: Int
    /// Pixels of the canvas times the number of frames: what has to be decoded and looked at.
    package let pixels: Int

    package init(frames: Int, pixels: Int) {
        self.frames = frames
        self.pixels = pixels
    }
}
