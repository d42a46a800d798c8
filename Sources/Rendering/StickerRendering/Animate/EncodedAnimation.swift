import ImageHeaders
import Pixels
import StickerManifest

/// A finished animation, and its visible frames.
package struct EncodedAnimation: Sendable {
    /// The file.
    package let bytes: [UInt8]
    /// The format of the file: `apng` or `gif`, or `png` if all frames are equal.
    package let format: StickerFormat
    /// The number of pixels per side.
    package let side: Int
    /// The number of colours in the palette. Nil for truecolour.
    package let colours: Int?
    /// The lowest fidelity of the examined frames. 1 means that they do not differ from the ideal.
    package let fidelity: Double
    /// The delay of each frame.
    package let delays: [FrameDelay]
    /// The number of plays. 0 means forever.
    package let loopCount: Int
    /// The plan of the encoding.
    let plan: AnimationPlan
    /// The visible frames.
    let frames: Frames

    /// The storage of the finished frames' pixels.
    enum Frames: Sendable {
        case indexed(IndexedAnimation)
        case truecolour(FrameStore)
    }

    /// Calls `body` in order with the number of each frame, and with the picture that a player shows.
    ///
    /// - Throws: `PNGError.outOfMemory`; the errors of `body`.
    package func forEachFrame(_ body: (Int, RGBAImage) throws -> Void) throws {
        switch frames {
        case .indexed(let animation):
            try animation.forEachFrame { place, indices in
                try body(
                    place,
                    IndexedImage(
                        width: animation.width, height: animation.height, indices: indices, palette: animation.palette
                    ).expanded)
            }
        case .truecolour(let store):
            var reader = store.reader
            for place in 0..<store.count { try body(place, try reader.image(place)) }
        }
    }

    /// Whether the animation has more than one frame.
    package var isMoving: Bool { delays.count > 1 }

    /// The duration of one play, in milliseconds.
    package var duration: Int { delays.milliseconds }
}

extension [FrameDelay] {
    /// The sum of the delays in milliseconds, computed exactly and rounded once.
    package var milliseconds: Int {
        // The numerators are added separately for each denominator. There are usually only a few denominators.
        var parts: [UInt16: Int] = [:]
        for delay in self { parts[delay.denominator, default: 0] += Int(delay.numerator) }
        let seconds = parts.sorted { $0.key < $1.key }.reduce(0.0) { $0 + Double($1.value) / Double($1.key) }
        return Int((seconds * 1000).rounded())
    }
}

extension EncodedAnimation {
    /// Whether another encoding of the same animation has more frames, or the same number and a higher fidelity.
    func isWorse(than other: EncodedAnimation) -> Bool {
        plan.step == other.plan.step ? fidelity < other.fidelity : plan.step > other.plan.step
    }
}
