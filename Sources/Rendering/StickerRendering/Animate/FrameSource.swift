import ImageHeaders
import JobModel
import Pixels

/// An animation that is read frame by frame, so that memory does not grow with their number.
package protocol FrameSource {
    /// The width of the canvas, in pixels.
    var width: Int { get }
    /// The height of the canvas, in pixels.
    var height: Int { get }
    /// The delay of each frame, as in the file. In GIF and WebP, 0 to 10 ms mean 100 ms, as in browsers.
    var delays: [FrameDelay] { get }
    /// The number of plays. 0 means forever.
    var loopCount: Int { get }
    /// The findings from opening the source, besides those of `Inspection`.
    var findings: [RuleFinding] { get }

    /// Calls `body` with each frame's number and the picture that a player shows (straight RGBA, sRGB, the whole
    /// canvas), in order.
    ///
    /// May be called several times with the same result.
    ///
    /// - Throws: `SourceRejection` if a frame cannot be decoded; the errors of `body`.
    func forEachFrame(_ body: (Int, RGBAImage) throws -> Void) throws
}
