/// A problem of an animation that can be read nevertheless, at least in part.
package enum APNGWarning: Hashable, Sendable, CustomStringConvertible {
    /// A broken or misplaced chunk.
    case damaged(ChunkDamage)
    /// A chunk's sequence number is not the next one.
    case wrongSequence(expected: UInt32, found: UInt32, offset: Int)
    /// The file contains fewer or more frames than declared. Undeclared frames are not used.
    case wrongFrameCount(declared: Int, found: Int)
    /// A frame, counted from 0, was omitted.
    case lostFrame(Int, Loss)
    /// The pixels of a frame, counted from 0, do not match its declared size, or their checksum is wrong.
    case oddPixels(Int)
    /// The control chunk of the first frame does not declare the whole canvas, although the frame fills it.
    case firstFrameNotWhole

    package enum Loss: Hashable, Sendable {
        /// No pixels follow the frame's control chunk.
        case noPixels
        /// The pixels are broken or cut off.
        case brokenPixels
        /// The frame's control chunk is invalid, or has an undefined value.
        case brokenDescription
        /// The frame is empty, or extends beyond the canvas.
        case outsideCanvas(FrameRectangle)
    }

    package var description: String {
        switch self {
        case .damaged(let damage): "\(damage)"
        case .wrongSequence(let expected, let found, let offset):
            "part \(expected) of the animation should be at byte \(offset), where part \(found) is"
        case .wrongFrameCount(let declared, let found): "the file declares \(declared) frames, but contains \(found)"
        case .lostFrame(let place, let loss): "frame \(place + 1) is left out: \(loss)"
        case .oddPixels(let place): "frame \(place + 1) differs from its declared size"
        case .firstFrameNotWhole: "the first frame should fill the canvas"
        }
    }
}

extension APNGWarning.Loss: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noPixels: "it has no pixels"
        case .brokenPixels: "its pixels are damaged"
        case .brokenDescription: "its description is damaged"
        case .outsideCanvas(let rectangle): "\(rectangle) are not on the canvas"
        }
    }
}
