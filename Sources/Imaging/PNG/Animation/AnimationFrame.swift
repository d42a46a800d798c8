import ImageHeaders

/// A frame to be written: what to show, and where, how and how long.
package struct AnimationFrame<Image: Sendable>: Sendable {
    package var control: FrameControl
    /// Of the size of the control's rectangle.
    package var image: Image

    package init(control: FrameControl, image: Image) {
        self.control = control
        self.image = image
    }
}

extension AnimationFrame: Equatable where Image: Equatable {}
