import ImageHeaders
import JobModel
import Pixels

/// An animation that is read frame by frame, so that memory does not grow with their number.
package protocol FrameSource {
    /// Pixels of the canvas.
    var width: Int { get }
    /// Pixels of the canvas.
    var height: Int { get }
    /// One delay per frame, as in the file; for GIF by the browsers' rule that 0 and 10 ms mean 100 ms.
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
