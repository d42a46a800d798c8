import ImageHeaders
import JobModel
import Pixels

/// An animation that is read frame by frame, so that the required memory does not depend on the number of frames.
package protocol FrameSource {
    /// The width of the canvas, in pixels.
    var width: Int { get }
    /// The height of the canvas, in pixels.
    var height: Int { get }
    /// The delay of each frame as the file declares it. In GIF and WebP, a delay of 0 to 10 ms means 100 ms, as in
    /// browsers.
    var delays: [FrameDelay] { get }
    /// The number of plays. 0 means forever.
    var loopCount: Int { get }
    /// The findings from opening the source, in addition to those of `Inspection`.
    var findings: [RuleFinding] { get }

    /// Calls `body` in order with the number of each frame, and with the picture that a player shows: the whole
    /// canvas in sRGB with straight alpha.
    ///
    /// It may be called several times, and has the same result each time.
    ///
    /// - Throws: `SourceRejection` if a frame cannot be decoded; the errors of `body`.
    func forEachFrame(_ body: (Int, RGBAImage) throws -> Void) throws
}
