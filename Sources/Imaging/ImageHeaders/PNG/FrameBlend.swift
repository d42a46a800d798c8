/// How a frame's pixels meet what is on the canvas (APNG 1.0, blend_op).
package enum FrameBlend: UInt8, Sendable, CaseIterable {
    /// They take its place, alpha and all.
    case source = 0
    /// They are laid over it by their alpha.
    case over = 1
}
