import ImageHeaders
import JobModel

/// The encoding of an animation, and its losses.
struct AnimationPlan: Hashable, Sendable {
    enum Colours: Hashable, Sendable {
        /// One palette with a limited number of colours.
        case palette(Int)
        /// Truecolour with some of the eight bits of each channel rounded away.
        case truecolour(DroppedBits)
    }

    var colours: Colours
    var isDithered = false
    /// The maximum difference from its ideal at which a pixel may stay unchanged, in levels from 0 to 255.
    var tolerance = 0
    /// The number of consecutive short frames of which one is kept.
    var step = 1

    var paletteColours: Int? {
        if case .palette(let colours) = colours { colours } else { nil }
    }

    var droppedBits: DroppedBits {
        if case .truecolour(let bits) = colours { bits } else { .nothing }
    }
}

/// The frames that are kept at a lower frame rate, and their new delays.
struct FrameThinning: Sendable {
    /// A frame that is shown, by its number in the store, and its delay.
    struct Kept: Hashable, Sendable {
        let place: Int
        var delay: FrameDelay
    }

    let kept: [Kept]

    /// The first frame of each run of `step` frames is kept, with the duration of the run. A run never lasts longer
    /// than `longest` seconds, so that frames with long delays are not changed.
    init(_ delays: [FrameDelay], step: Int, longest: Double) {
        var kept: [Kept] = []
        var run = 0
        for (place, delay) in delays.enumerated() {
            if var last = kept.last, run < step, last.delay.seconds + delay.seconds <= longest + 1e-9,
                let longer = last.delay.adding(delay)
            {
                last.delay = longer
                kept[kept.count - 1] = last
                run += 1
            } else {
                kept.append(Kept(place: place, delay: delay))
                run = 1
            }
        }
        self.kept = kept
    }
}

extension AnimationPlan {
    /// Returns a function that sets one value of this plan.
    func with<Value>(_ change: @escaping (inout AnimationPlan, Value) -> Void) -> (Value) -> AnimationPlan {
        { value in
            var plan = self
            change(&plan, value)
            return plan
        }
    }

    /// The plan with one loss of another plan.
    func with(_ knob: AnimationSettings.Sacrifice, of other: AnimationPlan) -> AnimationPlan {
        var plan = self
        switch knob {
        case .tolerance: plan.tolerance = other.tolerance
        case .dither: plan.isDithered = other.isDithered
        case .colours: plan.colours = other.colours
        case .frameRate: plan.step = other.step
        }
        return plan
    }

    /// The name of the encoding in `Fit.Attempt`.
    var method: String {
        switch colours {
        case .palette: isDithered ? "dithered-palette" : "palette"
        case .truecolour(let bits): bits == .nothing ? "truecolour" : "reduced-truecolour"
        }
    }
}
