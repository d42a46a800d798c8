import ImageHeaders

/// A whole frame of an animation that was read.
package struct APNGFrame: Sendable {
    package let control: FrameControl
    /// The frame's number in the file, from 0, counting those that were lost.
    package let number: Int
    /// Where in the file its pieces of zlib stream lie.
    let pieces: [Range<Int>]
}
