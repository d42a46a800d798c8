import ImageHeaders
import Pixels
import StickerManifest

/// A finished animation, and its visible frames.
package struct EncodedAnimation: Sendable {
    /// The file.
    package let bytes: [UInt8]
    /// `apng` or `gif`; `png` if all frames are equal.
    package let format: StickerFormat
    /// Pixels per side.
    package let side: Int
    /// The number of colours in the palette; nil for truecolour.
    package let colours: Int?
    /// The fidelity of the worst examined frame; 1 means no difference.
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

    /// Calls `body` with each frame's number and the picture that a player shows, in order.
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
            for place in 0..<store.count { try body(place, try store.image(place)) }
        }
    }

    /// Whether there is more than one frame.
    package var isMoving: Bool { delays.count > 1 }

    /// The duration of one cycle in milliseconds.
    package var duration: Int { delays.milliseconds }
}

extension [FrameDelay] {
    /// The sum in milliseconds, added exactly and rounded once.
    package var milliseconds: Int {
        // Delays share few denominators.
        var parts: [UInt16: Int] = [:]
        for delay in self { parts[delay.denominator, default: 0] += Int(delay.numerator) }
        let seconds = parts.sorted { $0.key < $1.key }.reduce(0.0) { $0 + Double($1.value) / Double($1.key) }
        return Int((seconds * 1000).rounded())
    }
}

extension EncodedAnimation {
    /// Whether another encoding of the same frames has more of them, or as many with a higher fidelity.
    func isWorse(than other: EncodedAnimation) -> Bool {
        plan.step == other.plan.step ? fidelity < other.fidelity : plan.step > other.plan.step
    }
}
