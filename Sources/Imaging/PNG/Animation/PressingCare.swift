/// How much time may go into the last few per cent of an animation in a palette.
package enum PressingCare: Hashable, Sendable {
    /// As much as the level says.
    case usual
    /// Nothing larger is made of the same frames: a few seconds more are then well spent on flat art.
    case largest
    /// Nothing may be lost, so that there is no other way to save: the seconds go into shaded frames too.
    ///
    /// - Parameter frames: how many there will be; of a few each may take longer.
    case exact(frames: Int)
}
