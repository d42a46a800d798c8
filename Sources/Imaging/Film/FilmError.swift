/// An error of the H.264 encoder.
package enum FilmError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libx264 rejected its settings, or lacks memory.
    case cannotStart
    /// libx264 could not encode a frame.
    case encoderFailed
    /// The side is odd or too large, a duration is out of range, a frame has another size than the film, or the film
    /// has no frames.
    case unsuitableFrames

    package var description: String {
        switch self {
        case .cannotStart: "libx264 could not be started. Run `stickerd doctor`."
        case .encoderFailed: "libx264 could not encode a frame."
        case .unsuitableFrames: "the frames of a film have different sizes, or there are none."
        }
    }
}
