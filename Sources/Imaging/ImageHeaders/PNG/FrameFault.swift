/// Why a frame cannot be drawn, or written.
package enum FrameFault: Hashable, Sendable, CustomStringConvertible {
    /// Its rectangle is empty, or reaches outside the canvas.
    case outsideCanvas
    /// Its pixels are not as many a side as its rectangle says.
    case otherSize
    /// It is the first to be written, and does not fill the canvas.
    case firstNotWhole
    /// It has another palette than the first.
    case otherPalette

    package var description: String {
        switch self {
        case .outsideCanvas: "it is empty or reaches outside the canvas"
        case .otherSize: "its pixels are not of the size that it says"
        case .firstNotWhole: "the first frame has to fill the canvas"
        case .otherPalette: "all frames must have the same palette"
        }
    }
}
