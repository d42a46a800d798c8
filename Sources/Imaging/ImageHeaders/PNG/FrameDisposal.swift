/// What happens to a frame's rectangle before the next frame is drawn (APNG 1.0, dispose_op).
package enum FrameDisposal: UInt8, Sendable, CaseIterable {
    /// It stays.
    case none = 0
    /// It becomes transparent black.
    case background = 1
    /// It becomes again what it was before the frame.
    case previous = 2
}
