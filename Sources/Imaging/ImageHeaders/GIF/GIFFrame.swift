/// A whole frame of a GIF that was read.
package struct GIFFrame: Sendable {
    /// Where, how and how long it is shown; the rectangle may reach outside the canvas, as browsers allow.
    package let control: FrameControl
    /// The place in the palette that shows what is beneath; nil where the frame has none.
    let transparentIndex: UInt8?
    let isInterlaced: Bool
    /// Where in the file its colours lie: its own, else those of all frames.
    let palette: Range<Int>
    /// Where in the file its compressed pixels lie, the code size before them and the empty block after them included.
    let pixels: Range<Int>
}
